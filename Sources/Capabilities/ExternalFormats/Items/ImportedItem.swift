// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// A key or certificate that was imported, with its name in the imported data.
package struct ImportedItem: Sendable {
  package let item: ExternalItem
  /// The attribute `friendlyName` of the item in a PKCS#12 file.
  ///
  /// Nil if the file gives no name, or if the data is not PKCS#12.
  package let name: String?

  package init(_ item: ExternalItem, name: String? = nil) {
    self.item = item
    self.name = name
  }

  /// True if the import succeeds even if the keychain already has this item
  /// (Specification/certificates.md, "Key parameters").
  ///
  /// True for certificates only.
  package var acceptsDuplicate: Bool {
    switch item {
    case .certificate: true
    case .key, .symmetricKey: false
    }
  }
}

/// Turns the imported key or certificate into a new keychain item (Specification/certificates.md,
/// "Attributes derived from a certificate", "Key parameters"; Specification/secitem.md, "v_Ref
/// expansion", "Label of certificates").
extension ImportedItem {
  private static let privateKeyLabel = "Imported Private Key"
  private static let publicKeyLabel = "Imported Public Key"
  private static let symmetricKeyLabel = "Imported Key"

  /// Returns the name that importers give to a key without a name; empty for a certificate.
  package static func usualName(of item: ExternalItem) -> String {
    switch item {
    case .certificate: ""
    case .key(let key): key.half == .privateHalf ? privateKeyLabel : publicKeyLabel
    case .symmetricKey: symmetricKeyLabel
    }
  }

  /// Returns the name of an item, or nil if the name is empty or a standard label for imported
  /// keys.
  ///
  /// Importers set a standard label for a key if its file has no name for the key. The standard
  /// label does not describe the key and would hide the name of its certificate.
  package static func givenName(_ name: String?) -> String? {
    let usual = [privateKeyLabel, publicKeyLabel, symmetricKeyLabel]
    guard let name, !name.isEmpty, !usual.contains(name) else { return nil }
    return name
  }

  /// Returns the keychain item to add for this key or certificate.
  ///
  /// The label of a certificate is its subject summary. The label of a key is its name in the file.
  /// If the file gives no name, it is the label that Apple's importer uses.
  ///
  /// - Throws: -50 for a certificate whose issuer is not a valid name.
  package func newItem(_ terms: ImportedKeyTerms) throws(KeychainError) -> NewItem {
    let keyTerms = terms.terms(of: item)
    switch item {
    case .certificate(let certificate): return try Self.newItem(certificate)
    case .key(let key):
      return newItem(
        try KeyAttributes(of: key, keyTerms), try key.externalForm(), Self.usualName(of: item))
    case .symmetricKey(let bytes):
      let attributes = try KeyAttributes(ofSymmetric: bytes, keyTerms)
      return newItem(attributes, bytes, Self.usualName(of: item))
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
    guard let attributes else { throw .parameter("the issuer of the certificate is not a name") }
    var new = NewItem(.certificate)
    new.attributes = attributes
    new.attributes[.label] = certificate.subjectSummary.map { .text($0) }
    new.secret = SecretBytes(copying: certificate.bytes)
    return new
  }
}
