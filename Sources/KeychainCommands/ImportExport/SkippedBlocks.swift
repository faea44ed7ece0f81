// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The blocks of a text that hold nothing that a keychain does (spec/certificates.md 5.3).
enum SkippedBlocks {
  /// How many are named in one line.
  private static let most = 16

  /// Says that a file was not read to its end.
  static func tell(damaged block: Int?, in name: String, on terminal: Terminal) {
    guard let block else { return }
    terminal.complain(
      "\(VisibleText.of(name)): block \(block) is damaged, and what follows it was not read")
  }

  /// Says with `-v` which blocks were passed over.
  static func tell(_ labels: [String], in name: String, on terminal: Terminal) {
    guard terminal.isVerbose, !labels.isEmpty else { return }
    let names = labels.prefix(most).map { $0.isEmpty ? "a block without a label" : $0 }
    let shown = names.map { VisibleText.of($0) }.joined(separator: ", ")
    let more = labels.count > most ? " and \(labels.count - most) more" : ""
    terminal.complain("\(VisibleText.of(name)): passed over \(shown)\(more)")
  }
}
