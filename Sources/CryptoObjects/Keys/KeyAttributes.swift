// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The attributes that a key of software has by itself (spec/seckey.md 3.3, secitem.md 5.3).
package struct KeyAttributes: Sendable {
  package let family: KeyFamily
  package let half: KeyHalf
  package let bits: Int
  package let label: [UInt8]

  package init(of key: SoftwareKey) throws(KeychainError) {
    (family, half, bits) = (key.family, key.half, key.bits)
    label = try key.label()
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
      (.isExtractable, true), (.isSensitive, false), (.wasAlwaysSensitive, false),
      (.wasNeverExtractable, false),
    ]
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
