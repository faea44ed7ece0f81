// SPDX-License-Identifier: Apache-2.0
import Glibc

// Bench [options]: measures and prints the table. Bench part NAME DIRECTORY ...: see Parts.

let words = Array(CommandLine.arguments.dropFirst())
do {
  if words.first == "part" {
    try Parts.run(Array(words.dropFirst()))
    exit(0)
  }
  guard let options = Options(words) else {
    print(Options.usage)
    exit(2)
  }
  exit(try Run(options).all())
} catch {
  Text.note("\(error)")
  exit(2)
}
