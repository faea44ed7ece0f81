// SPDX-License-Identifier: Apache-2.0
import Testing

/// One of the cases 69 to 76 of spec/access-control.md 5, run on a real machine: real processes, the
/// real fprintd.
///
/// Those of a simulated device are in KeychainTestingTests; ArchitectureTests sees to it that none
/// is missing.
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
