// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Keys and certificates out of data of any format (spec/certificates.md 5.2 to 5.5).
package struct ItemImport: Sendable {
  /// What the caller says of the data.
  package struct Hints: Sendable {
    /// A file's name or extension.
    package var name = ""
    package var format = ExternalFormat.unknown
    package var type = ExternalItemType.unknown
    package var password: ImportPassword?
    package var allowsOneKeyOnly = false

    package init() {}
  }

  /// In the order of the data; of a container, certificates before keys.
  package private(set) var items: [ExternalItem] = []
  /// What the data was.
  package let format: ExternalFormat
  package let type: ExternalItemType

  /// Reads the data.
  ///
  /// - Throws: what `RecognizedContent` throws.
  package init(_ data: SecretBytes, _ hints: Hints) throws(KeychainError) {
    let known = try RecognizedContent(data, hints)
    (format, type) = (known.format, known.type)
    try known.read { part in items += part.items.map(\.item) }
  }
}
