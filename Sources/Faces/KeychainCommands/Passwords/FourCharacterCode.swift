// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Reads four-character codes, such as `aapl`, from the arguments of a command.
enum FourCharacterCode {
  /// Returns the four bytes of a code; nil for an empty argument.
  ///
  /// - Parameter codes: The codes by their everyday names. If a user types an everyday name, the
  ///   message names the code.
  /// - Throws: Status 1 if the argument has another length.
  static func read(
    _ bytes: [UInt8], on terminal: Terminal, named codes: [String: String] = [:]
  ) throws(Stop) -> [UInt8]? {
    if bytes.isEmpty { return nil }
    if bytes.count == 4 { return bytes }
    terminal.error("Error: four-character types must be exactly 4 characters long.\n")
    let name = String(decoding: bytes, as: UTF8.self)
    let shown = VisibleText.of(name)
    if let code = codes[name.lowercased()] ?? (bytes.count == 3 ? shown + " " : nil) {
      terminal.error("(Try \"\(code)\" instead of \"\(shown)\".)\n")
    }
    throw .status(1)
  }
}
