// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The attributes that a signer signs with the content (Specification/certificates.md, "CMS
/// messages").
public struct CMSSignedAttributes: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: UInt32

  /// Makes a value from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The ciphers that the signer can decrypt.
  public static let attrSmimeCapabilities = Self(rawValue: 1)
  /// The certificate for which answers to the signer should be encrypted.
  public static let attrSmimeEncryptionKeyPrefs = Self(rawValue: 2)
  /// The certificate for which answers to the signer should be encrypted, in Microsoft's form.
  public static let attrSmimeMSEncryptionKeyPrefs = Self(rawValue: 4)
  /// The moment at which the message was signed.
  public static let attrSigningTime = Self(rawValue: 8)
  /// Hashes of Apple's code signing; has no effect, because no public function sets them.
  public static let attrAppleCodesigningHashAgility = Self(rawValue: 0x10)
  /// Further hashes of Apple's code signing; has no effect, because no public function sets them.
  public static let attrAppleCodesigningHashAgilityV2 = Self(rawValue: 0x20)
  /// The end of the signature's validity; has no effect, because no public function sets it.
  public static let attrAppleExpirationTime = Self(rawValue: 0x40)
}
