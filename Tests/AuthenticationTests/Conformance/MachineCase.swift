// SPDX-License-Identifier: Apache-2.0
import Testing

/// One of the cases 69 to 76 of Specification/access-control.md, "Conformance cases", on a real
/// machine.
///
/// It runs real processes and the real fprintd. The cases of a simulated device are in
/// KeychainTestingTests. ArchitectureTests checks that all cases are there.
struct MachineCase: Sendable, CustomTestStringConvertible {
  let number: Int
  let words: String
  let run: @Sendable () throws -> Void

  init(_ number: Int, _ words: String, _ run: @escaping @Sendable () throws -> Void) {
    self.number = number
    self.words = words
    self.run = run
  }

  var testDescription: String { "\(number): \(words)" }
}
