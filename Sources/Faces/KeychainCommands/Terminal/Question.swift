// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Asks the user to agree to a change that cannot be undone.
package enum Question {
  /// Asks the user a question at the terminal, and returns true if the user answers yes.
  ///
  /// If the user answers no or cannot be asked, prints an error message and returns false.
  ///
  /// - Parameters:
  ///   - command: The name of the command, for the error message.
  ///   - other: The end of the message if the user cannot be asked. The text begins with a comma
  ///     and names an alternative to `--yes`.
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
        "\(command): you cannot be asked here; --yes does it without the question\(other)")
      return false
    }
  }
}
