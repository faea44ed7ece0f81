// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// Algorithms of signatures (Specification/seckey.md, "Algorithm strings").
extension SecKeyAlgorithm {
  /// RSA signature of the input itself, without padding.
  public static let rsaSignatureRaw = Self("algid:sign:RSA:raw")
  /// RSA signature with PKCS#1 v1.5 padding, of the input itself, to which no DigestInfo is added.
  public static let rsaSignatureDigestPKCS1v15Raw = Self("algid:sign:RSA:digest-PKCS1v15")
  /// RSA signature with PKCS#1 v1.5 padding, of a digest that the caller computed with SHA-1.
  public static let rsaSignatureDigestPKCS1v15SHA1 = Self("algid:sign:RSA:digest-PKCS1v15:SHA1")
  /// RSA signature with PKCS#1 v1.5 padding, of a digest that the caller computed with SHA-224.
  public static let rsaSignatureDigestPKCS1v15SHA224 = Self("algid:sign:RSA:digest-PKCS1v15:SHA224")
  /// RSA signature with PKCS#1 v1.5 padding, of a digest that the caller computed with SHA-256.
  public static let rsaSignatureDigestPKCS1v15SHA256 = Self("algid:sign:RSA:digest-PKCS1v15:SHA256")
  /// RSA signature with PKCS#1 v1.5 padding, of a digest that the caller computed with SHA-384.
  public static let rsaSignatureDigestPKCS1v15SHA384 = Self("algid:sign:RSA:digest-PKCS1v15:SHA384")
  /// RSA signature with PKCS#1 v1.5 padding, of a digest that the caller computed with SHA-512.
  public static let rsaSignatureDigestPKCS1v15SHA512 = Self("algid:sign:RSA:digest-PKCS1v15:SHA512")
  /// RSA signature with PKCS#1 v1.5 padding, of a message that Latchkey hashes with SHA-1.
  public static let rsaSignatureMessagePKCS1v15SHA1 = Self("algid:sign:RSA:message-PKCS1v15:SHA1")
  /// RSA signature with PKCS#1 v1.5 padding, of a message that Latchkey hashes with SHA-224.
  public static let rsaSignatureMessagePKCS1v15SHA224 =
    Self("algid:sign:RSA:message-PKCS1v15:SHA224")
  /// RSA signature with PKCS#1 v1.5 padding, of a message that Latchkey hashes with SHA-256.
  public static let rsaSignatureMessagePKCS1v15SHA256 =
    Self("algid:sign:RSA:message-PKCS1v15:SHA256")
  /// RSA signature with PKCS#1 v1.5 padding, of a message that Latchkey hashes with SHA-384.
  public static let rsaSignatureMessagePKCS1v15SHA384 =
    Self("algid:sign:RSA:message-PKCS1v15:SHA384")
  /// RSA signature with PKCS#1 v1.5 padding, of a message that Latchkey hashes with SHA-512.
  public static let rsaSignatureMessagePKCS1v15SHA512 =
    Self("algid:sign:RSA:message-PKCS1v15:SHA512")
  /// RSA signature with PSS padding, of a digest that the caller computed with SHA-1.
  public static let rsaSignatureDigestPSSSHA1 = Self("algid:sign:RSA:digest-PSS:SHA1:SHA1:20")
  /// RSA signature with PSS padding, of a digest that the caller computed with SHA-224.
  public static let rsaSignatureDigestPSSSHA224 = Self("algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
  /// RSA signature with PSS padding, of a digest that the caller computed with SHA-256.
  public static let rsaSignatureDigestPSSSHA256 = Self("algid:sign:RSA:digest-PSS:SHA256:SHA256:32")
  /// RSA signature with PSS padding, of a digest that the caller computed with SHA-384.
  public static let rsaSignatureDigestPSSSHA384 = Self("algid:sign:RSA:digest-PSS:SHA384:SHA384:48")
  /// RSA signature with PSS padding, of a digest that the caller computed with SHA-512.
  public static let rsaSignatureDigestPSSSHA512 = Self("algid:sign:RSA:digest-PSS:SHA512:SHA512:64")
  /// RSA signature with PSS padding, of a message that Latchkey hashes with SHA-1.
  public static let rsaSignatureMessagePSSSHA1 = Self("algid:sign:RSA:message-PSS:SHA1:SHA1:20")
  /// RSA signature with PSS padding, of a message that Latchkey hashes with SHA-224.
  public static let rsaSignatureMessagePSSSHA224 =
    Self("algid:sign:RSA:message-PSS:SHA224:SHA224:24")
  /// RSA signature with PSS padding, of a message that Latchkey hashes with SHA-256.
  public static let rsaSignatureMessagePSSSHA256 =
    Self("algid:sign:RSA:message-PSS:SHA256:SHA256:32")
  /// RSA signature with PSS padding, of a message that Latchkey hashes with SHA-384.
  public static let rsaSignatureMessagePSSSHA384 =
    Self("algid:sign:RSA:message-PSS:SHA384:SHA384:48")
  /// RSA signature with PSS padding, of a message that Latchkey hashes with SHA-512.
  public static let rsaSignatureMessagePSSSHA512 =
    Self("algid:sign:RSA:message-PSS:SHA512:SHA512:64")
  /// ECDSA signature in DER, of a digest of any length.
  public static let ecdsaSignatureDigestX962 = Self("algid:sign:ECDSA:digest-X962")
  /// ECDSA signature in DER, of a digest that the caller computed with SHA-1.
  public static let ecdsaSignatureDigestX962SHA1 = Self("algid:sign:ECDSA:digest-X962:SHA1")
  /// ECDSA signature in DER, of a digest that the caller computed with SHA-224.
  public static let ecdsaSignatureDigestX962SHA224 = Self("algid:sign:ECDSA:digest-X962:SHA224")
  /// ECDSA signature in DER, of a digest that the caller computed with SHA-256.
  public static let ecdsaSignatureDigestX962SHA256 = Self("algid:sign:ECDSA:digest-X962:SHA256")
  /// ECDSA signature in DER, of a digest that the caller computed with SHA-384.
  public static let ecdsaSignatureDigestX962SHA384 = Self("algid:sign:ECDSA:digest-X962:SHA384")
  /// ECDSA signature in DER, of a digest that the caller computed with SHA-512.
  public static let ecdsaSignatureDigestX962SHA512 = Self("algid:sign:ECDSA:digest-X962:SHA512")
  /// ECDSA signature in DER, of a message that Latchkey hashes with SHA-1.
  public static let ecdsaSignatureMessageX962SHA1 = Self("algid:sign:ECDSA:message-X962:SHA1")
  /// ECDSA signature in DER, of a message that Latchkey hashes with SHA-224.
  public static let ecdsaSignatureMessageX962SHA224 = Self("algid:sign:ECDSA:message-X962:SHA224")
  /// ECDSA signature in DER, of a message that Latchkey hashes with SHA-256.
  public static let ecdsaSignatureMessageX962SHA256 = Self("algid:sign:ECDSA:message-X962:SHA256")
  /// ECDSA signature in DER, of a message that Latchkey hashes with SHA-384.
  public static let ecdsaSignatureMessageX962SHA384 = Self("algid:sign:ECDSA:message-X962:SHA384")
  /// ECDSA signature in DER, of a message that Latchkey hashes with SHA-512.
  public static let ecdsaSignatureMessageX962SHA512 = Self("algid:sign:ECDSA:message-X962:SHA512")
  /// ECDSA signature as r‖s without DER, of a digest of any length.
  public static let ecdsaSignatureDigestRFC4754 = Self("algid:sign:ECDSA:digest-RFC4754")
  /// ECDSA signature as r‖s without DER, of a digest that the caller computed with SHA-1.
  public static let ecdsaSignatureDigestRFC4754SHA1 = Self("algid:sign:ECDSA:digest-RFC4754:SHA1")
  /// ECDSA signature as r‖s without DER, of a digest that the caller computed with SHA-224.
  public static let ecdsaSignatureDigestRFC4754SHA224 =
    Self("algid:sign:ECDSA:digest-RFC4754:SHA224")
  /// ECDSA signature as r‖s without DER, of a digest that the caller computed with SHA-256.
  public static let ecdsaSignatureDigestRFC4754SHA256 =
    Self("algid:sign:ECDSA:digest-RFC4754:SHA256")
  /// ECDSA signature as r‖s without DER, of a digest that the caller computed with SHA-384.
  public static let ecdsaSignatureDigestRFC4754SHA384 =
    Self("algid:sign:ECDSA:digest-RFC4754:SHA384")
  /// ECDSA signature as r‖s without DER, of a digest that the caller computed with SHA-512.
  public static let ecdsaSignatureDigestRFC4754SHA512 =
    Self("algid:sign:ECDSA:digest-RFC4754:SHA512")
  /// ECDSA signature as r‖s without DER, of a message that Latchkey hashes with SHA-1.
  public static let ecdsaSignatureMessageRFC4754SHA1 = Self("algid:sign:ECDSA:message-RFC4754:SHA1")
  /// ECDSA signature as r‖s without DER, of a message that Latchkey hashes with SHA-224.
  public static let ecdsaSignatureMessageRFC4754SHA224 =
    Self("algid:sign:ECDSA:message-RFC4754:SHA224")
  /// ECDSA signature as r‖s without DER, of a message that Latchkey hashes with SHA-256.
  public static let ecdsaSignatureMessageRFC4754SHA256 =
    Self("algid:sign:ECDSA:message-RFC4754:SHA256")
  /// ECDSA signature as r‖s without DER, of a message that Latchkey hashes with SHA-384.
  public static let ecdsaSignatureMessageRFC4754SHA384 =
    Self("algid:sign:ECDSA:message-RFC4754:SHA384")
  /// ECDSA signature as r‖s without DER, of a message that Latchkey hashes with SHA-512.
  public static let ecdsaSignatureMessageRFC4754SHA512 =
    Self("algid:sign:ECDSA:message-RFC4754:SHA512")
  /// ECDSA signature as r‖s without DER, of a digest of any length.
  ///
  /// This is the former name of `ecdsaSignatureDigestRFC4754`.
  public static let ecdsaSignatureRFC4754 = Self("algid:sign:ECDSA:RFC4754")
}
