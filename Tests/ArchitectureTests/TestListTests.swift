// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The lists by which Scripts/run-tests.sh divides the tests name what there is.
@Suite("lists of tests") struct TestListTests {
  @Test("each suite that `make quick` leaves out exists")
  func slow() {
    let rows = rows(of: "Tests/slow.txt")
    #expect(rows.count > 50)
    for row in rows {
      let parts = row[0].split(separator: ".")
      #expect(parts.count == 2 && row.count == 2 && Double(row[1]) != nil, "\(row)")
      guard let target = parts.first, let suite = parts.last else { continue }
      let isThere = Repository.sources.contains {
        $0.target == target && $0.lines.contains { $0.contains("struct \(suite) ") }
      }
      #expect(isThere, "there is no suite \(row[0])")
    }
  }

  @Test("each target stands in one process of tests at most")
  func shards() {
    let targets = rows(of: "Tests/shards.txt").flatMap { $0[1].split(separator: "|") }
    #expect(targets.count > 3)
    #expect(Set(targets).count == targets.count)
    for target in targets {
      #expect(Repository.sources.contains { $0.target == target }, "there is no target \(target)")
    }
  }

  private func rows(of path: String) -> [[Substring]] {
    Repository.text(of: path).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
  }
}
