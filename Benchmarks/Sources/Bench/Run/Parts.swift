// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The parts that run in processes of their own, and loops for profilers.
enum Parts {
  static func run(_ words: [String]) throws {
    guard words.count >= 3 else { throw BenchError(what: "a part needs a name and a store") }
    let (name, directory) = (words[0], words[1])
    switch name {
    case "secitem" where words.count == 4:
      try SecItemRows.part(
        directory, items: Int(words[2]) ?? 0, samples: Int(words[3]) ?? 0)
    case "explain" where words.count == 4:
      try ExplainRows.part(items: Int(words[2]) ?? 0, samples: Int(words[3]) ?? 0)
    case "explain-one" where words.count == 4:
      try ExplainRows.partOne(samples: Int(words[3]) ?? 0)
    case "access": try AccessCallRows.part(samples: Int(words[2]) ?? 0)
    case "identity" where words.count == 4:
      try CertificateRows.part(count: Int(words[2]) ?? 0, samples: Int(words[3]) ?? 0)
    case "open", "open-raw": try OpenRows.part(name, directory, words[2])
    case "fill":
      let session = try Fixture.open(directory)
      for index in 0..<(Int(words[2]) ?? 0) {
        _ = try session.add(Fixture.reading(Names.item(index)))
      }
      try session.engine.store.checkpoint(truncating: true)
      try RawMaking.copy(directory + "/store/store.db", to: Fixture.rawPath(directory))
    case "loop" where words.count == 5:
      try loop(words[2], directory, times: Int(words[3]) ?? 0, items: Int(words[4]) ?? 0)
    default: throw BenchError(what: "no part \(name)")
    }
  }

  /// - Parameter items: the number of items that `fill` has put there.
  private static func loop(_ verb: String, _ directory: String, times: Int, items: Int) throws {
    switch verb {
    case "raw-copy", "raw-add": try rawLoop(verb, directory, times: times, items: items)
    // The public functions open the store by themselves.
    case "secitem":
      for round in 0..<times {
        rest()
        let index = Names.scattered(round, items)
        try SecItemRows.copy(Names.service(index), Names.account(index))
      }
    case "secitem-add":
      for index in items..<items + times {
        rest()
        try SecItemRows.add(index)
      }
    // This many adds in each of 16 threads, for profilers that count time.
    case "add-threads":
      let session = try Fixture.open(directory)
      try inThreads(16) { thread in
        for round in 0..<times {
          _ = try session.add(Fixture.reading(Names.item(items + thread * times + round)))
        }
      }
    default: try engineLoop(verb, directory, times: times, items: items)
    }
  }

  private static func engineLoop(
    _ verb: String, _ directory: String, times: Int, items: Int
  ) throws {
    let session = try Fixture.open(directory)
    for round in 0..<times {
      rest()
      let index = Names.scattered(round, items)
      switch verb {
      case "copy": try Fixture.copy(index, from: session)
      case "add": _ = try session.add(Fixture.reading(Names.item(items + round)))
      case "open": try Fixture.copy(index, from: Fixture.open(directory))
      default: throw BenchError(what: "no loop \(verb)")
      }
    }
  }

  /// Waits a millisecond, as long as a look at the store's place and lock is valid.
  ///
  /// So each call looks anew. Otherwise a slow machine would count more looks than a fast one.
  private static func rest() { usleep(1_100) }

  private static func rawLoop(_ verb: String, _ directory: String, times: Int, items: Int) throws {
    if verb == "raw-copy" {
      let fixture = try Fixture(items: items, directory: directory)
      let questions = fixture.rawQueries(items)
      let reader = try RawReader(fixture.rawPath)
      for round in 0..<times { try reader.copy(questions[round % items]) }
    } else {
      let writer = try RawWriter(Fixture.rawPath(directory))
      for _ in 0..<times { try writer.add() }
    }
  }
}
