// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
package import SecureMemory

/// A PEM block: its label, its parameters and its decoded bytes.
package struct PEMBlock: Sendable {
  package let kind: PEMKind
  /// The label of the block: the text between the hyphens of its first line.
  ///
  /// Empty if the text is base64 without a first line.
  package let label: String
  /// The lines of the block that have a colon and come before the base64, such as `Proc-Type` and
  /// `DEK-Info`.
  package let parameters: [String]
  package let content: SecretBytes

  /// True if a parameter says that the block is encrypted, as OpenSSL did before PKCS#8.
  package var isEncrypted: Bool { parameters.contains { $0.containsText("ENCRYPTED") } }

  /// Returns the value of a parameter, or nil if the block does not have the parameter.
  func parameter(_ name: String) -> String? {
    guard let line = parameters.first(where: { $0.hasPrefix(name + ":") }) else { return nil }
    return String(line.dropFirst(name.count + 1).drop { $0 == " " })
  }
}

extension PEMBlock {
  /// Returns the text of a PEM block, with base64 lines of 64 digits and with line feeds.
  ///
  /// - Parameter parameters: whole lines to write before the base64. This function adds the empty
  ///   line between these lines and the base64.
  package static func text(
    _ label: String, _ content: SecretBytes, parameters: [String] = []
  ) -> SecretBytes {
    let lines = parameters.map { $0 + "\n" }.joined() + (parameters.isEmpty ? "" : "\n")
    return SecretBytes(joining: [
      SecretBytes(copying: Array("-----BEGIN \(label)-----\n\(lines)".utf8)),
      Base64.encode(content), SecretBytes(copying: Array("-----END \(label)-----\n".utf8)),
    ])
  }
}
