// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainExplaining
import KeychainTesting
import Security
import TestPatience
import Testing

/// Case 30 of Specification/diagnostics.md, "Conformance cases", at a size that a test can afford;
/// a million is measured by `make bench BENCH_ROWS=explain`.
@Suite("diagnosis: many items", .timeLimit(.minutes(30)))
struct ManyItemsTests {
  /// 3 · C + 200 · m for a service and an account.
  private static let mostRows = 3 * 5_000 + 200 * 2
  private static let many = 7_000

  @Test("case 30: the other spelling is found behind any number of items, within the bounds")
  func manyOfOneService() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    // The spelling alone leads to others first.
    for number in 0..<20 { stage.add(["svce": "other \(number)", "acct": "b"]) }
    stage.phone.run {
      for number in 0..<Self.many {
        let item = Stage.password([
          "svce": "a", "acct": "account \(number)", "data": Data("secret".utf8),
        ])
        guard SecItemAdd(item, nil) == errSecSuccess else { return }
      }
    }
    #expect(stage.phone.items.count == Self.many + 21)
    let stopwatch = Stopwatch(.thread)
    let found = stage.explain(stage.search(["svce": "a", "acct": "B"]))
    let took = stopwatch.elapsed
    #expect(found.telling == ["K205"])
    #expect(found.contains(.searchCutShort))
    let rows = found.report.facts.absence?.rowsRead ?? .max
    #expect(rows <= Self.mostRows && rows > 1_000, "\(rows) rows")
    // The tests are built without optimisation. The bar of 50 ms is the benchmark's.
    #expect(took < Effort.most, "\(took)")

    // A value that no stored value is near is not reported as another spelling.
    let missing = stage.explain(stage.search(["svce": "a", "acct": "nobody"]))
    #expect(missing.telling == ["K204"] && missing.contains(.searchCutShort))
  }
}
