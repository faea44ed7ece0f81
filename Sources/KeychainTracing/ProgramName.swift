// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// What this program is called in files that are written of it.
enum ProgramName {
  /// As it was called; a program with rights that its caller lacks has no name here, as the caller
  /// would choose the text.
  static var asCalled: String {
    guard ProcessVariable.areBelieved else { return "program" }
    return ProgramArguments.programName ?? "program"
  }
}
