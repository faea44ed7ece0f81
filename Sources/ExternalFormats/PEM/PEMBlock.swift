// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import SecureMemory

/// A block of PEM: what its first line says, its parameters, and the bytes.
package struct PEMBlock: Sendable {
  package let kind: PEMKind
  /// What the first line says, between the hyphens; empty for a text without one.
  package let label: String
  /// Lines with a colon in front of the text: `Proc-Type`, `DEK-Info`.
  package let parameters: [String]
  package let content: SecretBytes

  /// Whether it is encrypted as OpenSSL did before PKCS#8: a parameter says so.
  package var isEncrypted: Bool { parameters.contains { $0.containsText("ENCRYPTED") } }

  /// The value of a parameter; nil where it is not there.
  func parameter(_ name: String) -> String? {
    guard let line = parameters.first(where: { $0.hasPrefix(name + ":") }) else { return nil }
    return String(line.dropFirst(name.count + 1).drop { $0 == " " })
  }
}

extension PEMBlock {
  /// A block as text: 64 columns, with line feeds.
  ///
  /// - Parameter parameters: whole lines, behind which an empty one follows.
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
