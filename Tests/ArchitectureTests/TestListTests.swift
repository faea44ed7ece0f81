// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that the lists by which Scripts/run-tests.sh divides the tests name existing tests.
@Suite("lists of tests") struct TestListTests {
  @Test("each suite that `make quick` leaves out exists")
  func slow() {
    let rows = rows(of: "Tests/slow.txt")
    #expect(rows.count > 50)
    for row in rows {
      let parts = row[0].split(separator: ".")
      #expect(parts.count == 2 && row.count == 2 && Double(row[1]) != nil, "\(row)")
      #expect(isThere(row[0]), "there is no suite \(row[0])")
    }
  }

  @Test("each target and each suite stands in one process of tests at most")
  func shards() {
    let names = rows(of: "Tests/shards.txt").flatMap { $0[1].split(separator: "|") }
    #expect(names.count > 3)
    #expect(Set(names).count == names.count)
    for name in names { #expect(isThere(name), "there is no \(name)") }
  }

  /// True if there is a target of this name, or a suite in one.
  private func isThere(_ name: Substring) -> Bool {
    let parts = name.split(separator: ".")
    return Repository.sources.contains { source in
      source.target == parts[0]
        && (parts.count == 1
          || source.lines.contains { line in
            ["struct", "class"].contains { line.contains("\($0) \(parts[1]) ") }
          })
    }
  }

  private func rows(of path: String) -> [[Substring]] {
    Repository.text(of: path).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
  }
}
