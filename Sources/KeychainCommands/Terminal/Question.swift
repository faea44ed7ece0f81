// SPDX-License-Identifier: Apache-2.0

/// A question before something that is not taken back.
package enum Question {
  /// Whether a person at the terminal says yes; says where nobody can be asked, or says no.
  ///
  /// - Parameter other: what else can be done where nobody can be asked, behind a comma.
  package static func isAgreed(
    _ question: String, _ terminal: Terminal, _ command: String, or other: String = ""
  ) -> Bool {
    switch terminal.confirm(question) {
    case true?: return true
    case false?:
      terminal.complain("\(command): nothing was changed")
      return false
    case nil:
      terminal.complain(
        "\(command): nobody can be asked; --yes does it without the question\(other)")
      return false
    }
  }
}
