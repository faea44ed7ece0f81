// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import ExternalFormats
package import KeychainTypes
package import SecureMemory

/// Keys of `CryptoObjects` in the forms that keychain files have for them
/// (Specification/keychain-file-format.md, "Key wrapping").
extension KeychainEditor.NewKey {
  /// Makes the new record of a public or a private key.
  ///
  /// Its label is the hash of the public key, by which a certificate finds its private key.
  ///
  /// - Throws: -25256 for a key on Curve25519, for which keychain files have no form.
  package init(
    _ key: SoftwareKey, named name: [UInt8], tagged tag: [UInt8] = [], _ terms: ImportedKeyTerms
  ) throws(KeychainError) {
    let algorithm: UInt32
    let bytes: SecretBytes
    var format = KeyBlob.x509
    let isPrivate = key.half == .privateHalf
    switch key.family {
    case .rsa:
      algorithm = KeyHeader.Algorithm.rsa
      format = KeyBlob.pkcs1
      bytes = isPrivate ? try key.pkcs8Form() : SecretBytes(copying: key.publicForm)
    case .ec:
      algorithm = KeyHeader.Algorithm.ecdsa
      bytes = isPrivate ? try key.sec1Form() : SecretBytes(copying: key.subjectPublicKeyInfo)
    case .ed25519, .x25519:
      throw KeychainError(
        .init(rawValue: -25256), "keychain files have no form for keys on Curve25519")
    }
    let header = KeyHeader(
      isPrivate ? .privateKey : .publicKey, algorithm: algorithm, bits: UInt32(clamping: key.bits),
      .init(terms.terms(of: .key(key))), .any)
    self.init(
      header, bytes, format: format, printName: name, label: try key.label(), applicationTag: tag)
  }

  /// Makes the new record of a symmetric key.
  ///
  /// - Parameter label: random bytes. A hash of the key would help to guess a weak key, because
  ///   attributes are not encrypted.
  package init(
    symmetric key: SecretBytes, named name: [UInt8], tagged tag: [UInt8] = [], label: [UInt8],
    _ terms: ImportedKeyTerms
  ) {
    let bits = 8 * key.count
    let header = KeyHeader(
      .symmetric, algorithm: [128, 192, 256].contains(bits) ? KeyHeader.Algorithm.aes : 0,
      bits: UInt32(clamping: bits), .init(terms.terms(of: .symmetricKey(key))), .any)
    self.init(header, key, printName: name, label: label, applicationTag: tag)
  }
}

extension KeyHeader.Attributes {
  fileprivate init(_ terms: KeyTerms) {
    self = .permanent
    insert(terms.isExtractable ? .extractable : .neverExtractable)
    if terms.isSensitive { insert(.sensitive) }
  }
}

extension Keychain {
  /// The size in bytes of the random label of a symmetric key.
  private static let labelSize = 20

  /// Adds a certificate or a key (Specification/file-keychain.md, "Import and export").
  ///
  /// - Parameters:
  ///   - name: the name of a key; nil for the name that importers give. A certificate has the label
  ///     that is derived from its subject.
  ///   - tag: the application tag of a key.
  ///   - terms: the permitted uses of the key, and whether it may be exported.
  ///   - access: the access list of a key; nil for one that trusts the calling program alone, and
  ///     has the name that importers give.
  /// - Throws: -25299 if the keychain has the certificate or the key already.
  package func add(
    _ item: ExternalItem, named name: String? = nil, tagged tag: [UInt8] = [],
    _ terms: ImportedKeyTerms = ImportedKeyTerms(), _ access: AccessList? = nil
  ) throws(KeychainError) -> KeychainItem {
    let usual = ImportedItem.usualName(of: item)
    let name = Array((name ?? usual).utf8)
    let access = access ?? .standard(Array(usual.utf8), trusting: [callingProgram])
    switch item {
    case .certificate(let certificate):
      return try addCertificate(certificate.bytes, RecordValues(of: certificate))
    case .key(let key):
      return try addKey(KeychainEditor.NewKey(key, named: name, tagged: tag, terms), access)
    case .symmetricKey(let bytes):
      let label = try onItems { () throws(EditFailure) in
        try editing { () throws(RandomnessError) in
          try surroundings.randomness.bytes(count: Self.labelSize)
        }
      }
      return try addKey(
        KeychainEditor.NewKey(symmetric: bytes, named: name, tagged: tag, label: label, terms),
        access)
    }
  }

  /// The calling program, as an access list stores it.
  package var callingProgram: TrustedProgram { surroundings.client.trusted }

  /// Adds the two keys of a new pair; if one is refused, the other is removed again.
  ///
  /// - Parameter access: the access list of the private key.
  package func addPair(
    _ key: SoftwareKey, named name: String, _ terms: ImportedKeyTerms, _ access: AccessList
  ) throws(KeychainError) {
    let publicItem = try add(.key(key.publicHalf()), named: name, terms)
    do throws(KeychainError) {
      _ = try add(.key(key), named: name, terms, access)
    } catch {
      try? publicItem.remove()
      throw error
    }
  }
}
