// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import SecureMemory
import Security

/// The cost of explaining why a call found nothing, and the cost for programs that are not watched
/// (Specification/diagnostics.md, "Algorithm of near misses", "Principles of diagnosis").
enum ExplainRows {
  /// The number of looks at the switch in one sample.
  private static let together = 1_000

  static func measure(_ fixture: Fixture, _ run: Run) throws {
    let output = try Spawned.run(
      [run.program, "part", "explain", fixture.directory, "\(fixture.items)", "\(run.samples)"],
      ["LATCHKEY_HOME": fixture.directory + "/store"])
    let sides = output.split(separator: "\n").map { line in
      Samples(line.split(separator: " ").compactMap { Int64($0) })
    }
    guard sides.count == 3 else { throw BenchError(what: "no samples from the part explain") }
    var near = Line(
      "explain/near", "a search in other letter case, explained", fixture.items,
      ("watched", sides[1]), ("not watched", sides[0]))
    (near.value, near.unit) = ((sides[1].typical - sides[0].typical) / 1_000_000, "ms")
    run.table.add(near)
    var slow = Line("explain/slow", "the same, the slowest of a hundred", fixture.items)
    (slow.value, slow.unit) = (
      (sides[1].quantile(0.99) - sides[0].quantile(0.5)) / 1_000_000, "ms"
    )
    run.table.add(slow)
    var off = Line("explain/off", "one look whether anybody watches", fixture.items)
    off.ours = Line.Cell("1,000 looks", sides[2])
    (off.value, off.unit) = (sides[2].typical / Double(together), "ns")
    run.table.add(off)
  }

  /// Measures a store whose items have one service.
  ///
  /// The query has the account in capitals (case 30).
  static func measureOne(_ directory: String, _ items: Int, _ run: Run) throws {
    let output = try Spawned.run(
      [run.program, "part", "explain-one", directory, "\(items)", "\(run.samples)"],
      ["LATCHKEY_HOME": directory + "/store"])
    let lines = output.split(separator: "\n")
    let sides = lines.prefix(2).map { line in
      Samples(line.split(separator: " ").compactMap { Int64($0) })
    }
    guard sides.count == 2, lines.count == 3, let rows = Double(lines[2]) else {
      throw BenchError(what: "no samples from the part explain-one")
    }
    var one = Line(
      "explain/one", "case 30: another spelling among so many of one service", items,
      ("watched", sides[1]), ("not watched", sides[0]))
    (one.value, one.unit) = ((sides[1].typical - sides[0].typical) / 1_000_000, "ms")
    run.table.add(one)
    var slow = Line("explain/one-slow", "the same, the slowest of a hundred", items)
    (slow.value, slow.unit) = (
      (sides[1].quantile(0.99) - sides[0].quantile(0.5)) / 1_000_000, "ms"
    )
    run.table.add(slow)
    var touched = Line("explain/rows", "rows read for it", items)
    (touched.value, touched.unit) = (rows, "rows")
    run.table.add(touched)
  }

  /// Runs in the other process.
  ///
  /// Prints the samples of both sides, and the most rows that were read.
  static func partOne(samples: Int) throws {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: Names.oneService,
      kSecAttrAccount as String: Names.oneAccount.uppercased(), kSecReturnData as String: true,
    ]
    var rows = 0
    let (without, with) = try alternate(
      samples, Side { _ in try miss(query) },
      Side { _ in
        let collector = CallCollector()
        Watchers.begin()
        defer { Watchers.end() }
        try CallCollector.$current.withValue(collector) { try miss(query) }
        guard let found = collector.calls.first?.explanation, "\(found.codes[0])" == "K205" else {
          throw BenchError(what: "another finding than K205")
        }
        rows = max(rows, found.facts.absence?.rowsRead ?? 0)
      })
    print(without.text)
    print(with.text)
    print(rows)
  }

  /// Runs in the other process.
  ///
  /// Prints the samples of both sides, and of the looks at the switch.
  static func part(items: Int, samples: Int) throws {
    let (without, with) = try alternate(
      samples, Side { try miss($0, items) },
      Side { round in
        let collector = CallCollector()
        Watchers.begin()
        defer { Watchers.end() }
        try CallCollector.$current.withValue(collector) { try miss(round, items) }
        guard collector.calls.first?.explanation.nearMisses.isEmpty == false else {
          throw BenchError(what: "no near miss")
        }
      })
    print(without.text)
    print(with.text)
    var count = 0
    let looks = (0..<samples).map { _ in
      nanoseconds { for _ in 0..<together where Watchers.isAny { count += 1 } }
    }
    guard count == 0 else { throw BenchError(what: "somebody watches") }
    print(Samples(looks).text)
  }

  private static func miss(_ round: Int, _ items: Int) throws {
    let index = Names.scattered(round, items)
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: Names.service(index),
      kSecAttrAccount as String: Names.account(index).uppercased(),
      kSecAttrLabel as String: Names.service(index), kSecReturnData as String: true,
    ]
    try miss(query)
  }

  private static func miss(_ query: [String: Any]) throws {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecItemNotFound else {
      throw BenchError(what: "SecItemCopyMatching answers \(status)")
    }
  }
}
