// SPDX-License-Identifier: Apache-2.0
import Glibc

// Bench [--items 10,10000] [--samples 1000] [--smoke]
//
// --smoke: few items and samples, only to see that everything still runs.

var items = [10, 10_000]
var samples = 1_000
var arguments = CommandLine.arguments.dropFirst()
while let word = arguments.popFirst() {
  switch word {
  case "--smoke": (items, samples) = ([10, 200], 50)
  case "--items":
    items = (arguments.popFirst() ?? "").split(separator: ",").compactMap { Int($0) }
  case "--samples": samples = arguments.popFirst().flatMap { Int($0) } ?? samples
  default:
    print("usage: Bench [--items 10,10000] [--samples 1000] [--smoke]")
    exit(2)
  }
}
guard let few = items.min(), few > 0, samples > 0 else { exit(2) }

let directory = try Scratch()
defer { directory.remove() }
print("\(samples) samples of each, alternating; store in \(directory.path)")

var fixtures: [Fixture] = []
for count in items.sorted() {
  fixtures.append(try Fixture(items: count, directory: directory.path + "/\(count)"))
}
try LookupBench.run(fixtures, samples: samples)
try AddBench.run(fixtures, samples: samples)
try OpenBench.run(fixtures, samples: max(10, samples / 20))
