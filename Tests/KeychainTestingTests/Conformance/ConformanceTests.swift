// SPDX-License-Identifier: Apache-2.0
import Testing

/// The cases of spec/access-control.md 5 on the simulated device.
@Suite("Conformance cases of access control", .timeLimit(.minutes(2)))
struct ConformanceTests {
  @Test("preflight and properties", arguments: ConformanceCase.preflight)
  func preflight(_ row: ConformanceCase) async throws { try await row.run() }

  @Test("evaluation", arguments: ConformanceCase.evaluation)
  func evaluation(_ row: ConformanceCase) async throws { try await row.run() }

  @Test("items", arguments: ConformanceCase.items)
  func items(_ row: ConformanceCase) async throws { try await row.run() }

  @Test("device life", arguments: ConformanceCase.life)
  func life(_ row: ConformanceCase) async throws { try await row.run() }
}
