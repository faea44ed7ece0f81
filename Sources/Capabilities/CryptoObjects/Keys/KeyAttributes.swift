// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// The attributes that a key has by itself (spec/seckey.md 3.3, secitem.md 5.3).
package struct KeyAttributes: Sendable {
  /// What the key is.
  private enum Kind {
    case half(KeyFamily, KeyHalf)
    /// A private one of the secure element, which nobody reads.
    case ofElement
    /// Bytes that are a key for both sides.
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

  package init(of key: ElementKey) throws(KeychainError) {
    (kind, bits) = (.ofElement, key.bits)
    terms = KeyTerms(isExtractable: false, isSensitive: true)
    let point = key.point
    label = try KeychainError.translating("SHA-1 is not to be had") { () throws(CryptoError) in
      try Hash.sha1(point.span)
    }
  }

  /// Those of a symmetric key: the hash of the bytes takes the place of that of a public key, so
  /// that no key is stored twice.
  package init(
    ofSymmetric key: SecretBytes, _ terms: KeyTerms = KeyTerms()
  ) throws(KeychainError) {
    (kind, self.terms, bits) = (.symmetric, terms, 8 * key.count)
    label = try KeychainError.translating("SHA-1 is not to be had") { () throws(CryptoError) in
      try key.withBytes { (bytes) throws(CryptoError) in try Hash.sha1(bytes) }
    }
  }

  /// As `kSecAttrKeyClass` has it.
  package var keyClass: Int64 {
    switch kind {
    case .half(_, let half): KeyType.number(of: half)
    case .ofElement: KeyType.number(of: .privateHalf)
    case .symmetric: KeyType.symmetricClass
    }
  }

  /// As `kSecAttrKeyType` has it: of symmetric keys AES where the length is one of AES, else 0.
  package var type: Int64 {
    switch kind {
    case .half(let family, _): KeyType.number(of: family)
    case .ofElement: KeyType.number(of: .ec)
    case .symmetric: [128, 192, 256].contains(bits) ? KeyType.aes : 0
    }
  }

  /// What is true of the key, in the order of the table.
  ///
  /// Nothing of it is enforced, nor stored in the key, but for what an importer has said.
  package var flags: [(attribute: Attribute, isTrue: Bool)] {
    abilities.map { ($0.attribute, terms.usage?.contains($0.attribute) ?? $0.isTrue) } + [
      (.isPermanent, true), (.isPrivate, true), (.isModifiable, true),
      (.isExtractable, terms.isExtractable), (.isSensitive, terms.isSensitive),
      (.wasAlwaysSensitive, terms.isSensitive), (.wasNeverExtractable, !terms.isExtractable),
    ]
  }

  /// What such a key can do.
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

  /// As an item has them.
  package var items: AttributeSet {
    let size = AttributeValue.number(Int64(bits))
    let entries: [(Attribute, AttributeValue)] = [
      (.keyClass, .number(keyClass)), (.type, .number(type)), (.keySizeInBits, size),
      (.effectiveKeySize, size), (.applicationLabel, .bytes(label)),
    ]
    let all = entries + flags.map { ($0.attribute, .number($0.isTrue ? 1 : 0)) }
    return AttributeSet(all.map { AttributeSet.Entry($0.0, $0.1) })
  }

  /// Those by which a key finds its item: all but what it can do and whether it is kept
  /// (spec/secitem.md 4.6), and how it may leave where an importer has said that.
  package func isSearched(_ attribute: Attribute) -> Bool {
    switch attribute {
    case .isExtractable, .isSensitive, .wasAlwaysSensitive, .wasNeverExtractable:
      if case .ofElement = kind { true } else { terms == KeyTerms() }
    case .isPermanent: false
    default: !abilities.contains { $0.attribute == attribute }
    }
  }
}
