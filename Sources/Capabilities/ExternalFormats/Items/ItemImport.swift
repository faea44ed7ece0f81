// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Reads keys and certificates from data of any format (Specification/certificates.md, "Import,
/// order of steps" to "Per format").
package struct ItemImport: Sendable {
  /// The caller's description of the data to import.
  package struct Hints: Sendable {
    /// The name of the file, or its extension alone.
    package var name = ""
    package var format = ExternalFormat.unknown
    package var type = ExternalItemType.unknown
    package var password: ImportPassword?
    package var allowsOneKeyOnly = false

    package init() {}
  }

  /// The keys and certificates in the order of the data.
  ///
  /// The certificates of a PKCS#12 file come before its keys.
  package private(set) var items: [ExternalItem] = []
  /// The format of the data, which was recognized or given by the caller.
  package let format: ExternalFormat
  package let type: ExternalItemType

  /// Recognizes the format of the data and reads its keys and certificates.
  ///
  /// - Throws: the errors of `RecognizedContent.init` and of its function `read`.
  package init(_ data: SecretBytes, _ hints: Hints) throws(KeychainError) {
    let known = try RecognizedContent(data, hints)
    (format, type) = (known.format, known.type)
    try known.read { part in items += part.items.map(\.item) }
  }
}
