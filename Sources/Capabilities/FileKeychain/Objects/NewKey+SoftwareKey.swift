// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import ExternalFormats
package import KeychainTypes
package import SecureMemory

/// Conversion of keys to the formats of keychain files (Specification/keychain-file-format.md, "Key
/// wrapping").
extension KeychainEditor.NewKey {
  /// The attributes that a caller gives a new key, without its permitted uses.
  package struct Given: Sendable {
    /// The application tag; empty if the caller gives no application tag.
    package var tag: [UInt8] = []
    /// The label of the key.
    ///
    /// If nil, the label is the hash of the public key, or random bytes for a symmetric key.
    package var label: [UInt8]?
    /// The CSSM number of a symmetric key's algorithm.
    ///
    /// If nil, the algorithm is AES for a key of 128, 192 or 256 bits, and 0 for any other key.
    package var algorithm: UInt32?
    /// The flags of the key's header that the caller sets (true) or clears (false).
    ///
    /// Flags that are not in this list get their usual value. `permanent` is then set, and
    /// `extractable` and `sensitive` follow from the key's `ImportedKeyTerms`.
    package var attributes: [(flag: KeyHeader.Attributes, isSet: Bool)] = []

    package init() {}
  }

  /// Makes the new record of a public or a private key.
  ///
  /// The usual label of the record is the hash of the public key, by which a certificate finds its
  /// private key. A label in `given` replaces this hash.
  ///
  /// - Parameters:
  ///   - name: the name of the key for people.
  ///   - terms: the permitted uses of the key, and whether the key may be exported.
  /// - Throws: -25256 for a key on Curve25519: keychain files have no format for these keys.
  package init(
    _ key: SoftwareKey, named name: [UInt8], _ terms: ImportedKeyTerms, _ given: Given = Given()
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
      .init(terms.terms(of: .key(key)), given), .init(terms.usage))
    let label = if let label = given.label { label } else { try key.label() }
    self.init(
      header, bytes, format: format, printName: name, label: label, applicationTag: given.tag)
  }

  /// Makes the new record of a symmetric key.
  ///
  /// - Parameter label: random bytes as the label of the key, if `given` has no label. A hash of
  ///   the key would help an attacker to guess a weak key, because attributes are not encrypted.
  package init(
    symmetric key: SecretBytes, named name: [UInt8], label: [UInt8], _ terms: ImportedKeyTerms,
    _ given: Given = Given()
  ) {
    let bits = 8 * key.count
    let usual = [128, 192, 256].contains(bits) ? KeyHeader.Algorithm.aes : 0
    let header = KeyHeader(
      .symmetric, algorithm: given.algorithm ?? usual, bits: UInt32(clamping: bits),
      .init(terms.terms(of: .symmetricKey(key)), given), .init(terms.usage))
    self.init(
      header, key, printName: name, label: given.label ?? label, applicationTag: given.tag)
  }
}

extension KeyHeader.Attributes {
  fileprivate init(_ terms: KeyTerms, _ given: KeychainEditor.NewKey.Given) {
    self = .permanent
    insert(terms.isExtractable ? .extractable : .neverExtractable)
    if terms.isSensitive { insert(.sensitive) }
    for (flag, isSet) in given.attributes {
      if isSet { insert(flag) } else { remove(flag) }
    }
  }
}

extension KeyHeader.Uses {
  /// Makes the permitted uses in a key's header from attributes such as `canEncrypt` or `canSign`.
  ///
  /// - Parameter usage: the attributes of the permitted uses; nil if every use is permitted.
  fileprivate init(_ usage: Set<Attribute>?) {
    guard let usage else {
      self = .any
      return
    }
    self = []
    for (attribute, _, use) in FileColumn.uses where usage.contains(attribute) { insert(use) }
  }
}

extension Keychain {
  /// The size in bytes of the random label of a symmetric key.
  private static let labelSize = 20

  /// Adds a certificate or a key (Specification/file-keychain.md, "Import and export").
  ///
  /// - Parameters:
  ///   - name: the name of a key; nil for the usual name of an imported key
  ///     (`ImportedItem.usualName`). A certificate gets the label that is derived from its subject.
  ///   - given: further attributes that the caller gives a key.
  ///   - terms: the permitted uses of the key, and whether the key may be exported.
  ///   - access: the access list of a key. Nil for a list that trusts the calling program alone. If
  ///     another program wants to use the key, this list asks the user. The question calls the key
  ///     by its usual name.
  /// - Throws: -25299 if the keychain has the certificate or the key already.
  package func add(
    _ item: ExternalItem, named name: String? = nil,
    with given: KeychainEditor.NewKey.Given = .init(),
    _ terms: ImportedKeyTerms = ImportedKeyTerms(), _ access: AccessList? = nil
  ) throws(KeychainError) -> KeychainItem {
    let usual = ImportedItem.usualName(of: item)
    let name = Array((name ?? usual).utf8)
    let access = access ?? .standard(Array(usual.utf8), trusting: [callingProgram])
    switch item {
    case .certificate(let certificate):
      return try addCertificate(certificate.bytes, RecordValues(of: certificate))
    case .key(let key):
      return try addKey(KeychainEditor.NewKey(key, named: name, terms, given), access)
    case .symmetricKey(let bytes):
      let label = try onItems { () throws(EditFailure) in
        try editing { () throws(RandomnessError) in
          try surroundings.randomness.bytes(count: Self.labelSize)
        }
      }
      return try addKey(
        KeychainEditor.NewKey(symmetric: bytes, named: name, label: label, terms, given),
        access)
    }
  }

  /// The calling program, as an access list stores it.
  package var callingProgram: TrustedProgram { surroundings.client.trusted }

  /// Adds the two keys of a new pair.
  ///
  /// If the private key cannot be added, the public key is removed again.
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
