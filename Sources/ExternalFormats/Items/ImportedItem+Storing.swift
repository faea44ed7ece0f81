// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// What is imported as an item of a keychain (spec/certificates.md 2.10, 5.6; secitem.md 5.3, 5.4).
extension ImportedItem {
  /// The item to be added.
  ///
  /// A certificate is labelled with the summary of its subject, a key with its name in the file,
  /// else as Apple's importer does.
  ///
  /// - Throws: -50 for a certificate whose issuer is no name.
  package func newItem(_ terms: ImportedKeyTerms) throws(KeychainError) -> NewItem {
    switch item {
    case .certificate(let certificate): return try Self.newItem(certificate)
    case .key(let key):
      var new = NewItem(.key)
      new.attributes = try KeyAttributes(of: key).items
      new.secret = try key.externalForm()
      let label = key.half == .privateHalf ? "Imported Private Key" : "Imported Public Key"
      return complete(new, label, terms)
    case .symmetricKey(let bytes):
      var new = NewItem(.key)
      new.attributes = try SymmetricKey.attributes(of: bytes)
      new.secret = bytes
      return complete(new, "Imported Key", terms)
    }
  }

  private func complete(_ item: NewItem, _ label: String, _ terms: ImportedKeyTerms) -> NewItem {
    var complete = item
    terms.terms(of: self.item).apply(to: &complete.attributes)
    complete.attributes[.label] = .text(name ?? label)
    return complete
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

/// Bytes that are a key for both sides.
enum SymmetricKey {
  /// `kSecAttrKeyTypeAES`.
  private static let aes: Int64 = 2_147_483_649
  /// `kSecAttrKeyClassSymmetric`.
  private static let keyClass: Int64 = 2

  /// Its attributes: AES where the length is one of AES, else of no type.
  ///
  /// The hash of the bytes takes the place of that of a public key, so that a key is not stored
  /// twice.
  static func attributes(of bytes: SecretBytes) throws(KeychainError) -> AttributeSet {
    let label = try KeychainError.translating { () throws(CryptoError) in
      try bytes.withBytes { (bytes) throws(CryptoError) in try Hash.sha1(bytes) }
    }
    let bits = AttributeValue.number(Int64(8 * bytes.count))
    var attributes = AttributeSet([
      AttributeSet.Entry(.keyClass, .number(keyClass)), AttributeSet.Entry(.keySizeInBits, bits),
      AttributeSet.Entry(.effectiveKeySize, bits),
      AttributeSet.Entry(.applicationLabel, .bytes(label)),
    ])
    if [16, 24, 32].contains(bytes.count) { attributes[.type] = .number(aes) }
    let abilities: [Attribute] = [
      .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap,
      .isPermanent, .isPrivate, .isModifiable,
    ]
    for attribute in abilities { attributes[attribute] = .number(1) }
    return attributes
  }
}
