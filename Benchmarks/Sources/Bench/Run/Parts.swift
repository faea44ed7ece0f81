// SPDX-License-Identifier: Apache-2.0

/// What runs in a process of its own, and loops for profilers.
enum Parts {
  static func run(_ words: [String]) throws {
    guard words.count >= 3 else { throw BenchError(what: "a part needs a name and a store") }
    let (name, directory) = (words[0], words[1])
    switch name {
    case "secitem" where words.count == 4:
      try SecItemRows.part(
        directory, items: Int(words[2]) ?? 0, samples: Int(words[3]) ?? 0)
    case "open", "open-raw": try OpenRows.part(name, directory, words[2])
    case "fill":
      let session = try Fixture.open(directory)
      for index in 0..<(Int(words[2]) ?? 0) { _ = try session.add(Names.item(index)) }
    case "loop-copy" where words.count == 4, "loop-add" where words.count == 4:
      // Times, then the number of items that `fill` has put there.
      let (times, items) = (Int(words[2]) ?? 0, Int(words[3]) ?? 0)
      let session = try Fixture.open(directory)
      for round in 0..<times {
        if name == "loop-copy" {
          try Fixture.copy(Names.scattered(round, items), from: session)
        } else {
          _ = try session.add(Names.item(items + round))
        }
      }
    default: throw BenchError(what: "no part \(name)")
    }
  }
}
