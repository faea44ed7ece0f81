// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// A key or certificate of some data, with what the data calls it.
package struct ImportedItem: Sendable {
  package let item: ExternalItem
  /// The `friendlyName` of PKCS#12; nil where there is none, and in all other formats.
  package let name: String?

  package init(_ item: ExternalItem, name: String? = nil) {
    self.item = item
    self.name = name
  }

  /// Whether it is no failure that a keychain has the item already: of certificates
  /// (spec/certificates.md 5.6).
  package var acceptsDuplicate: Bool {
    switch item {
    case .certificate: true
    case .key, .symmetricKey: false
    }
  }
}

/// What is imported as an item of a keychain (spec/certificates.md 2.10, 5.6; secitem.md 5.3, 5.4).
extension ImportedItem {
  private static let privateKeyLabel = "Imported Private Key"
  private static let publicKeyLabel = "Imported Public Key"
  private static let symmetricKeyLabel = "Imported Key"

  /// A name that somebody gave.
  ///
  /// Nil for no name, and for the labels of keys whose file names none: they say nothing of a key,
  /// and would hide the name of its certificate.
  package static func givenName(_ name: String?) -> String? {
    let usual = [privateKeyLabel, publicKeyLabel, symmetricKeyLabel]
    guard let name, !name.isEmpty, !usual.contains(name) else { return nil }
    return name
  }

  /// The item to be added.
  ///
  /// A certificate is labelled with the summary of its subject, a key with its name in the file,
  /// else as Apple's importer does.
  ///
  /// - Throws: -50 for a certificate whose issuer is no name.
  package func newItem(_ terms: ImportedKeyTerms) throws(KeychainError) -> NewItem {
    let keyTerms = terms.terms(of: item)
    switch item {
    case .certificate(let certificate): return try Self.newItem(certificate)
    case .key(let key):
      let label = key.half == .privateHalf ? Self.privateKeyLabel : Self.publicKeyLabel
      return newItem(try KeyAttributes(of: key, keyTerms), try key.externalForm(), label)
    case .symmetricKey(let bytes):
      let attributes = try KeyAttributes(ofSymmetric: bytes, keyTerms)
      return newItem(attributes, bytes, Self.symmetricKeyLabel)
    }
  }

  private func newItem(
    _ attributes: KeyAttributes, _ form: SecretBytes, _ label: String
  ) -> NewItem {
    var new = NewItem(.key)
    new.attributes = attributes.items
    new.attributes[.label] = .text(name ?? label)
    new.secret = form
    return new
  }

  private static func newItem(_ certificate: Certificate) throws(KeychainError) -> NewItem {
    let attributes = try KeychainError.translating("a hash could not be computed") {
      () throws(CryptoError) in
      try certificate.storedAttributes()
    }
    guard let attributes else { throw .parameter("the issuer of the certificate is no name") }
    var new = NewItem(.certificate)
    new.attributes = attributes
    new.attributes[.label] = certificate.subjectSummary.map { .text($0) }
    new.secret = SecretBytes(copying: certificate.bytes)
    return new
  }
}

/// What an importer says of the keys of some data (spec/certificates.md 5.6).
package struct ImportedKeyTerms: Hashable, Sendable {
  /// nil: what each key can do.
  package var usage: Set<Attribute>?
  package var isExtractable = true
  /// nil: private keys are, others are not.
  package var isSensitive: Bool?

  package init() {}

  /// Those of one of the items.
  package func terms(of item: ExternalItem) -> KeyTerms {
    var isPrivate = false
    if case .key(let key) = item { isPrivate = key.half == .privateHalf }
    return KeyTerms(
      usage: usage, isExtractable: isExtractable, isSensitive: isSensitive ?? isPrivate)
  }
}
