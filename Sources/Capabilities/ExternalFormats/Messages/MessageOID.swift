// SPDX-License-Identifier: Apache-2.0 - table
package import CryptoObjects
import KeychainCrypto

/// The object identifiers that occur in messages of the Cryptographic Message Syntax (RFC 5652).
package enum MessageOID {
  // Content types (RFC 5652 4 to 8; RFC 3161 2.4.2).
  package static let data = FormatOID.data
  package static let signedData = FormatOID.signedData
  package static let envelopedData = OID(1, 2, 840, 113549, 1, 7, 3)
  package static let encryptedData = FormatOID.encryptedData
  static let timestampContent = OID(1, 2, 840, 113549, 1, 9, 16, 1, 4)

  // Attributes (RFC 5652 11; RFC 8551 2.5; RFC 3161 A; Microsoft's and Apple's registers).
  static let contentType = pkcs9(3)
  static let messageDigest = pkcs9(4)
  static let signingTime = pkcs9(5)
  static let capabilities = pkcs9(15)
  static let encryptionKeyPreference = OID(1, 2, 840, 113549, 1, 9, 16, 2, 11)
  static let microsoftKeyPreference = OID(1, 3, 6, 1, 4, 1, 311, 16, 4)
  static let timestampToken = OID(1, 2, 840, 113549, 1, 9, 16, 2, 14)

  // Hash functions of signatures; a NULL in their parameters is allowed.
  static let digests: [OID: HashFunction] = FormatOID.hashes.filter { $0.value != .md5 }

  // Signature algorithms (RFC 8017 C, RFC 5758 3.2, RFC 8410 3).
  static let rsaEncryption = FormatOID.rsaEncryption
  static let rsaSignatures: [OID: HashFunction] = [
    pkcs1(5): .sha1, pkcs1(14): .sha224, pkcs1(11): .sha256, pkcs1(12): .sha384, pkcs1(13): .sha512,
  ]
  static let rsaPSS = pkcs1(10)
  static let maskGeneration = pkcs1(8)
  static let ecPublicKey = FormatOID.ecPublicKey
  static let ecdsaSignatures: [OID: HashFunction] = [
    OID(1, 2, 840, 10045, 4, 1): .sha1, ecdsa(1): .sha224, ecdsa(2): .sha256,
    ecdsa(3): .sha384, ecdsa(4): .sha512,
  ]
  static let ed25519 = OID(1, 3, 101, 112)

  // Encryption of content keys (RFC 8017 C; RFC 5753 7.1.4; RFC 3565 2.3.2; RFC 3370 4.3).
  static let rsaOAEP = pkcs1(7)
  static let agreements: [OID: HashFunction] = [
    OID(1, 3, 133, 16, 840, 63, 0, 2): .sha1, OID(1, 3, 133, 16, 840, 63, 0, 3): .sha1,
    agreement(11, 0): .sha224, agreement(14, 0): .sha224,
    agreement(11, 1): .sha256, agreement(14, 1): .sha256,
    agreement(11, 2): .sha384, agreement(14, 2): .sha384,
    agreement(11, 3): .sha512, agreement(14, 3): .sha512,
  ]
  static let agreementWithSHA256 = agreement(11, 1)
  static let wraps: [OID: KeyWrap] = [
    aes(5): .aes128, aes(25): .aes192, aes256Wrap: .aes256,
    OID(1, 2, 840, 113549, 1, 9, 16, 3, 6): .tripleDES,
  ]
  static let aes256Wrap = aes(45)

  // The content ciphers that a signed message announces for answers, the best first (RFC 8551 2.7).
  static let preferredCiphers = [
    aes(42), aes(22), aes(2), OID(1, 2, 840, 113549, 3, 7),
  ]

  private static func pkcs1(_ number: UInt64) -> OID { OID(1, 2, 840, 113549, 1, 1, number) }
  private static func pkcs9(_ number: UInt64) -> OID { OID(1, 2, 840, 113549, 1, 9, number) }
  private static func ecdsa(_ number: UInt64) -> OID { OID(1, 2, 840, 10045, 4, 3, number) }
  private static func aes(_ number: UInt64) -> OID { OID(2, 16, 840, 1, 101, 3, 4, 1, number) }
  private static func agreement(_ kind: UInt64, _ number: UInt64) -> OID {
    OID(1, 3, 132, 1, kind, number)
  }
}
