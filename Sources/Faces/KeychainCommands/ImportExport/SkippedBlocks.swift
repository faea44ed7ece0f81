// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory

/// Messages about those blocks of a PEM file that `import` skips, because they contain no
/// certificate or key (Specification/certificates.md, "PEM files").
enum SkippedBlocks {
  /// The largest number of skipped blocks that a message names.
  private static let most = 16

  /// Prints that a PEM file was read only up to a damaged block.
  ///
  /// - Parameters:
  ///   - block: The number of the damaged block, counted from 1. Nil if no block is damaged;
  ///     nothing is then printed.
  ///   - name: The name of the PEM file.
  static func tell(damaged block: Int?, in name: String, on terminal: Terminal) {
    guard let block else { return }
    terminal.complain(
      "\(VisibleText.of(name)): block \(block) is damaged; it and all later blocks were not read")
  }

  /// Prints the labels of the skipped blocks of a PEM file, if the option `-v` is given.
  static func tell(_ labels: [String], in name: String, on terminal: Terminal) {
    guard terminal.isVerbose, !labels.isEmpty else { return }
    let names = labels.prefix(most).map { $0.isEmpty ? "a block without a label" : $0 }
    let shown = names.map { VisibleText.of($0) }.joined(separator: ", ")
    let more = labels.count > most ? " and \(labels.count - most) more" : ""
    terminal.complain("\(VisibleText.of(name)): skipped \(shown)\(more)")
  }
}
