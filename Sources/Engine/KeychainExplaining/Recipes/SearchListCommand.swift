// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The `security` command that sets the user's search list.
package enum SearchListCommand {
  /// The largest width of a command that a report prints on one line, in columns.
  private static let room = TextBlock.width - 14

  /// Returns the lines of the command.
  ///
  /// - Parameter names: The names of the keychains. Without names, the login keychain becomes the
  ///   list, because an empty list means the login keychain too.
  package static func setting(_ names: [String]) -> [String] {
    let names = names.isEmpty ? ["login.keychain"] : names
    let words = names.map(Wording.keychainWord).joined(separator: " ")
    let command = "security list-keychains -d user -s"
    let line = command + " " + words
    return ColumnWidth.of(line) <= room ? [line] : [command + " \\", "  " + words]
  }
}
