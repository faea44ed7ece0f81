// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

/// The attributes that a key has by itself (spec/seckey.md 3.3, secitem.md 5.3).
package struct KeyAttributes: Sendable {
  package let family: KeyFamily
  package let half: KeyHalf
  package let bits: Int
  package let label: [UInt8]
  /// Whether it is one of the secure element, which nobody reads.
  package let isOfElement: Bool

  package init(of key: SoftwareKey) throws(KeychainError) {
    (family, half, bits, isOfElement) = (key.family, key.half, key.bits, false)
    label = try key.label()
  }

  package init(of key: ElementKey) throws(KeychainError) {
    (family, half, bits, isOfElement) = (.ec, .privateHalf, ElementKey.bits, true)
    label = try KeychainError.translating("SHA-1 is not to be had") { () throws(CryptoError) in
      try Hash.sha1(key.point.span)
    }
  }

  /// What is true of the key, in the order of the table; nothing but these is enforced or stored
  /// in the key.
  package var flags: [(attribute: Attribute, isTrue: Bool)] {
    let isPrivate = half == .privateHalf
    return [
      (.canEncrypt, !isPrivate), (.canDecrypt, isPrivate || family == .rsa),
      (.canDerive, isPrivate && family == .ec), (.canSign, isPrivate), (.canVerify, !isPrivate),
      (.canSignRecover, false), (.canVerifyRecover, false), (.canWrap, !isPrivate),
      (.canUnwrap, isPrivate), (.isPermanent, true), (.isPrivate, true), (.isModifiable, true),
      (.isExtractable, !isOfElement), (.isSensitive, isOfElement),
      (.wasAlwaysSensitive, isOfElement), (.wasNeverExtractable, isOfElement),
    ]
  }

  /// As an item has them.
  package var items: AttributeSet {
    let size = AttributeValue.number(Int64(bits))
    let entries: [(Attribute, AttributeValue)] = [
      (.keyClass, .number(KeyType.number(of: half))), (.type, .number(KeyType.number(of: family))),
      (.keySizeInBits, size), (.effectiveKeySize, size), (.applicationLabel, .bytes(label)),
    ]
    let all = entries + flags.map { ($0.attribute, .number($0.isTrue ? 1 : 0)) }
    return AttributeSet(all.map { AttributeSet.Entry($0.0, $0.1) })
  }

  /// Those by which a key finds its item: all but what it can do and whether it is kept
  /// (spec/secitem.md 4.6).
  package static func isSearched(_ attribute: Attribute) -> Bool {
    switch attribute {
    case .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
      .canVerifyRecover, .canWrap, .canUnwrap, .isPermanent:
      false
    default: true
    }
  }
}
