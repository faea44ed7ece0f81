// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// The keychain attributes of a key that can be computed from the key itself
/// (Specification/seckey.md, "SecKeyCopyAttributes", Specification/secitem.md, "v_Ref expansion").
package struct KeyAttributes: Sendable {
  /// The kind of the key to which the attributes belong.
  private enum Kind {
    case half(KeyFamily, KeyHalf)
    /// A private key in the secure element, from which no caller can read it.
    case ofElement
    /// A symmetric key, which has no public key.
    case symmetric
  }

  private let kind: Kind
  private let terms: KeyTerms
  package let bits: Int
  package let label: [UInt8]

  package init(
    of key: SoftwareKey, _ terms: KeyTerms = KeyTerms()
  ) throws(KeychainError) {
    (kind, self.terms, bits) = (.half(key.family, key.half), terms, key.bits)
    label = try key.label()
  }

  /// Creates the attributes of a private key whose bytes the caller does not have.
  ///
  /// An example is a private key in a keychain file.
  ///
  /// - Parameters:
  ///   - publicHalf: the public key of the pair.
  ///   - terms: the permitted uses of the private key.
  package init(
    ofPrivateKeyOf publicHalf: SoftwareKey, _ terms: KeyTerms
  ) throws(KeychainError) {
    kind = .half(publicHalf.family, .privateHalf)
    (self.terms, bits) = (terms, publicHalf.bits)
    label = try publicHalf.label()
  }

  package init(of key: ElementKey) throws(KeychainError) {
    (kind, bits) = (.ofElement, key.bits)
    terms = KeyTerms(isExtractable: false, isSensitive: true)
    let point = key.point
    label = try KeychainError.translating("SHA-1 is not available") { () throws(CryptoError) in
      try Hash.sha1(point.span)
    }
  }

  /// Creates the attributes of a symmetric key.
  ///
  /// The label of the key is the hash of its bytes, because there is no public key to hash. Equal
  /// keys therefore have equal labels, so that no key is stored twice.
  package init(
    ofSymmetric key: SecretBytes, _ terms: KeyTerms = KeyTerms()
  ) throws(KeychainError) {
    (kind, self.terms, bits) = (.symmetric, terms, 8 * key.count)
    label = try KeychainError.translating("SHA-1 is not available") { () throws(CryptoError) in
      try key.withBytes { (bytes) throws(CryptoError) in try Hash.sha1(bytes) }
    }
  }

  /// The class of the key, as the number of `kSecAttrKeyClass`.
  package var keyClass: Int64 {
    switch kind {
    case .half(_, let half): KeyType.number(of: half)
    case .ofElement: KeyType.number(of: .privateHalf)
    case .symmetric: KeyType.symmetricClass
    }
  }

  /// The type of the key, as the number of `kSecAttrKeyType`.
  ///
  /// The type of a symmetric key is AES if its length is a length of AES keys, and 0 otherwise.
  package var type: Int64 {
    switch kind {
    case .half(let family, _): KeyType.number(of: family)
    case .ofElement: KeyType.number(of: .ec)
    case .symmetric: [128, 192, 256].contains(bits) ? KeyType.aes : 0
    }
  }

  /// The Boolean attributes of the key, in the order of Specification/seckey.md,
  /// "SecKeyCopyAttributes".
  ///
  /// An attribute about an operation or about export follows from the key's permitted uses
  /// (`KeyTerms`), which only export enforces. If the permitted uses list no operations (`usage` is
  /// nil), the attributes about operations follow from the kind of the key.
  package var flags: [(attribute: Attribute, isTrue: Bool)] {
    abilities.map { ($0.attribute, terms.usage?.contains($0.attribute) ?? $0.isTrue) } + [
      (.isPermanent, true), (.isPrivate, true), (.isModifiable, true),
      (.isExtractable, terms.isExtractable), (.isSensitive, terms.isSensitive),
      (.wasAlwaysSensitive, terms.isSensitive), (.wasNeverExtractable, !terms.isExtractable),
    ]
  }

  /// For each attribute about an operation, whether this kind of key supports the operation.
  private var abilities: [(attribute: Attribute, isTrue: Bool)] {
    let (isPrivate, isPublic, isRSA) =
      switch kind {
      case .half(let family, let half):
        (half == .privateHalf, half == .publicHalf, family == .rsa)
      case .ofElement: (true, false, false)
      case .symmetric: (true, true, false)
      }
    return [
      (.canEncrypt, isPublic), (.canDecrypt, isPrivate || isRSA),
      (.canDerive, isPrivate && !isRSA), (.canSign, isPrivate), (.canVerify, isPublic),
      (.canSignRecover, false), (.canVerifyRecover, false), (.canWrap, isPublic),
      (.canUnwrap, isPrivate),
    ]
  }

  /// The attributes in the encoding of a keychain item.
  package var items: AttributeSet {
    let size = AttributeValue.number(Int64(bits))
    let entries: [(Attribute, AttributeValue)] = [
      (.keyClass, .number(keyClass)), (.type, .number(type)), (.keySizeInBits, size),
      (.effectiveKeySize, size), (.applicationLabel, .bytes(label)),
    ]
    let all = entries + flags.map { ($0.attribute, .number($0.isTrue ? 1 : 0)) }
    return AttributeSet(all.map { AttributeSet.Entry($0.0, $0.1) })
  }

  /// True if a search for the keychain item of this key compares the given attribute.
  ///
  /// Attributes about operations and permanence are not compared (Specification/secitem.md, "v_Ref
  /// in queries"). Attributes about export are always compared for a key in the secure element. For
  /// any other key, they are compared only if its permitted uses (`KeyTerms`) are the default.
  package func isSearched(_ attribute: Attribute) -> Bool {
    switch attribute {
    case .isExtractable, .isSensitive, .wasAlwaysSensitive, .wasNeverExtractable:
      if case .ofElement = kind { true } else { terms == KeyTerms() }
    case .isPermanent: false
    default: !abilities.contains { $0.attribute == attribute }
    }
  }
}
