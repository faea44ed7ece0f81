// SPDX-License-Identifier: Apache-2.0
import Testing

/// Runs the table of Specification/access-control.md, "Conformance cases", as far as a simulated
/// device can run it.
@Suite("Conformance cases of access control", .timeLimit(.minutes(10)))
struct ConformanceTests {
  @Test("the table has every case of a device")
  func complete() {
    #expect(ConformanceCase.all.map(\.number) == Array(1...68))
  }

  @Test("each case", arguments: ConformanceCase.all)
  func each(_ row: ConformanceCase) async throws { try await row.run() }
}
