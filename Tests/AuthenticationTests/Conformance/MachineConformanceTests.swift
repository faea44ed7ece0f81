// SPDX-License-Identifier: Apache-2.0
import Testing

/// Runs the table of Specification/access-control.md, "Conformance cases", as far as it needs a
/// real machine.
@Suite("Conformance cases of access control on a real machine", .serialized)
struct MachineConformanceTests {
  @Test("each case", arguments: MachineCase.all)
  func each(_ row: MachineCase) throws { try row.run() }
}
