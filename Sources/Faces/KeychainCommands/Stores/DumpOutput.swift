// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
import SecureMemory

/// The output of `dump-keychain`: standard output, or the file that the option `-o` names.
final class DumpOutput {
  let terminal: Terminal
  /// The path of the file; nil for standard output.
  private let path: [UInt8]?
  private var text: [UInt8] = []
  private var parts: [SecretBytes] = []

  init(_ options: OptionReader, on terminal: Terminal) {
    self.terminal = terminal
    path = options.value(.letter("o"))
  }

  func output(_ bytes: [UInt8]) {
    if path == nil { terminal.output(bytes) } else { text += bytes }
  }

  func output(_ text: String) { output(Array(text.utf8)) }

  /// Writes a line that may contain a secret, and a newline.
  func write(_ line: SecretBytes) {
    guard path != nil else { return terminal.write(line, to: .output) }
    keepText()
    parts.append(line)
    text.append(0x0A)
  }

  /// Writes the file that the option `-o` names; does nothing without the option.
  ///
  /// - Parameter store: The directory of the store. No file is written into this directory.
  func finish(besides store: String?) throws(KeychainError) {
    guard let path else { return }
    keepText()
    try OutputFile.write(SecretBytes(joining: parts), to: path, besides: store)
  }

  private func keepText() {
    guard !text.isEmpty else { return }
    parts.append(SecretBytes(copying: text))
    text = []
  }
}
