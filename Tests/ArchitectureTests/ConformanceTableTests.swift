// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that the 76 cases of Specification/access-control.md, "Conformance cases" are each in the
/// table once.
///
/// Two targets share the table, since no target reaches both a simulated device and a real reader.
@Suite("table of conformance cases") struct ConformanceTableTests {
  /// The files, each a part of the table, and the numbers of their rows.
  private static let parts = ["KeychainTestingTests", "AuthenticationTests"]
    .flatMap { Repository.sources(of: $0) }
    .filter { $0.path.contains("/Conformance/") && $0.name.hasSuffix("Cases") }
    .map { (file: $0, numbers: $0.lines.compactMap(number)) }

  @Test("every case stands there once, in order")
  func complete() {
    for (file, numbers) in Self.parts {
      #expect(!numbers.isEmpty && file.isTable && numbers == numbers.sorted(), "\(file)")
    }
    #expect(Self.parts.flatMap(\.numbers).sorted() == Array(1...76))
  }

  /// Returns the number of a row `.init(12, "…`.
  private static func number(_ line: String) -> Int? {
    let row = line.drop { $0 == " " }
    guard row.hasPrefix(".init(") else { return nil }
    return Int(row.dropFirst(".init(".count).prefix { $0.isNumber })
  }
}
