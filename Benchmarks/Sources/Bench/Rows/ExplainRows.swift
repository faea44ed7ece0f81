// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplanations
import SecureMemory
import Security

/// What it costs to say why a call found nothing, and what it costs a program that is not watched
/// (spec/diagnostics.md 4.2, 0).
enum ExplainRows {
  /// Looks at the switch that one sample takes together.
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
    var off = Line("explain/off", "one look whether anybody watches", fixture.items)
    off.ours = Line.Cell("1,000 looks", sides[2])
    (off.value, off.unit) = (sides[2].typical / Double(together), "ns")
    run.table.add(off)
  }

  /// In the other process: prints the samples of both sides, and of the looks.
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
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecItemNotFound else {
      throw BenchError(what: "SecItemCopyMatching answers \(status)")
    }
  }
}
