// SPDX-License-Identifier: Apache-2.0 - table
import CryptoObjects
import KeychainCrypto

/// The object identifiers that occur in files of keys and certificates.
enum FormatOID {
  // Keys (RFC 3279 2.3, RFC 5480 2.1.1, RFC 8410 3).
  static let rsaEncryption = pkcs(1, 1)
  static let ecPublicKey = OID(1, 2, 840, 10045, 2, 1)
  static let curves: [Curve: OID] = [
    .p192: OID(1, 2, 840, 10045, 3, 1, 1), .p224: OID(1, 3, 132, 0, 33),
    .p256: OID(1, 2, 840, 10045, 3, 1, 7), .p384: OID(1, 3, 132, 0, 34),
    .p521: OID(1, 3, 132, 0, 35),
  ]
  static let curve25519: [Curve25519Key.Use: OID] = [
    .agreement: OID(1, 3, 101, 110), .signing: OID(1, 3, 101, 112),
  ]

  // Password schemes (RFC 8018 A, B; RFC 7914 7; RFC 9579) and ciphers (NIST's register of objects;
  // RFC 3657 4; RFC 5794 A).
  static let pbes2 = pkcs(5, 13)
  static let pbkdf2 = pkcs(5, 12)
  static let pbmac1 = pkcs(5, 14)
  static let scrypt = OID(1, 3, 6, 1, 4, 1, 11591, 4, 11)
  static let pbes1: [OID: (hash: HashFunction, cipher: PasswordCipher)] = [
    pkcs(5, 3): (.md5, .des), pkcs(5, 6): (.md5, .rc2Of64Bits),
    pkcs(5, 10): (.sha1, .des), pkcs(5, 11): (.sha1, .rc2Of64Bits),
  ]
  static let codes: [OID: HashFunction] = [
    digest(6): .md5, digest(7): .sha1, digest(8): .sha224, digest(9): .sha256,
    digest(10): .sha384, digest(11): .sha512, digest(12): .sha512Of224Bits,
    digest(13): .sha512Of256Bits,
  ]
  static let ciphers: [OID: PasswordCipher] = [
    aes(2): .aes128, aes(3): .aes128Output, aes(4): .aes128Feedback,
    aes(22): .aes192, aes(23): .aes192Output, aes(24): .aes192Feedback,
    aes256: .aes256, aes(43): .aes256Output, aes(44): .aes256Feedback,
    camellia(2): .camellia128, camellia(3): .camellia192, camellia(4): .camellia256,
    aria(2): .aria128, aria(7): .aria192, aria(12): .aria256,
    OID(1, 2, 840, 113549, 3, 7): .tripleDES, OID(1, 3, 14, 3, 2, 7): .des,
  ]
  static let aes256 = aes(42)
  static let rc2 = OID(1, 2, 840, 113549, 3, 2)
  static let codeWithSHA256 = digest(9)

  // Encryption schemes of PKCS#12 (RFC 7292 C), and hash functions of its authentication codes
  // (RFC 8017 B.1).
  static let pkcs12: [OID: PasswordCipher] = [
    pkcs12Scheme(1): .rc4Of128Bits, pkcs12Scheme(2): .rc4Of40Bits, pkcs12Scheme(3): .tripleDES,
    pkcs12Scheme(4): .tripleDESOfTwoKeys, pkcs12Scheme(5): .rc2Of128Bits,
    pkcs12Scheme(6): .rc2Of40Bits,
  ]
  static let hashes: [OID: HashFunction] = [
    digest(5): .md5, OID(1, 3, 14, 3, 2, 26): .sha1, OID(2, 16, 840, 1, 101, 3, 4, 2, 4): .sha224,
    sha256: .sha256, OID(2, 16, 840, 1, 101, 3, 4, 2, 2): .sha384,
    OID(2, 16, 840, 1, 101, 3, 4, 2, 3): .sha512,
  ]
  static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)

  // Content types of PKCS#12 (RFC 7292 D) and PKCS#7 (RFC 2315 14); attributes and certificate
  // types (RFC 2985).
  static let data = pkcs(7, 1)
  static let signedData = pkcs(7, 2)
  static let encryptedData = pkcs(7, 6)
  static let netscapeSequence = OID(2, 16, 840, 1, 113_730, 2, 5)
  static let keyBag = bag(1)
  static let shroudedKeyBag = bag(2)
  static let certificateBag = bag(3)
  static let revocationBag = bag(4)
  static let secretBag = bag(5)
  static let safeContentsBag = bag(6)
  static let friendlyName = pkcs(9, 20)
  static let localKeyID = pkcs(9, 21)
  static let x509Certificate = OID(1, 2, 840, 113549, 1, 9, 22, 1)

  private static func pkcs(_ part: UInt64, _ number: UInt64) -> OID {
    OID(1, 2, 840, 113549, 1, part, number)
  }
  private static func digest(_ number: UInt64) -> OID { OID(1, 2, 840, 113549, 2, number) }
  private static func aes(_ number: UInt64) -> OID { OID(2, 16, 840, 1, 101, 3, 4, 1, number) }
  private static func camellia(_ number: UInt64) -> OID {
    OID(1, 2, 392, 200_011, 61, 1, 1, 1, number)
  }
  private static func aria(_ number: UInt64) -> OID { OID(1, 2, 410, 200_046, 1, 1, number) }
  private static func pkcs12Scheme(_ number: UInt64) -> OID {
    OID(1, 2, 840, 113549, 1, 12, 1, number)
  }
  private static func bag(_ number: UInt64) -> OID {
    OID(1, 2, 840, 113549, 1, 12, 10, 1, number)
  }
}

extension OID {
  /// The object identifier as an element in DER.
  var element: [UInt8] { DERWriter.element(.objectIdentifier, content) }
}
