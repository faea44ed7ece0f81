// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// Algorithms of encryption and key exchange (Specification/seckey.md, "Algorithm strings").
extension SecKeyAlgorithm {
  /// RSA encryption of the input itself, without padding.
  public static let rsaEncryptionRaw = Self("algid:encrypt:RSA:raw")
  /// RSA encryption with PKCS#1 v1.5 padding.
  public static let rsaEncryptionPKCS1 = Self("algid:encrypt:RSA:PKCS1")
  /// RSA encryption with OAEP padding, which uses SHA-1.
  public static let rsaEncryptionOAEPSHA1 = Self("algid:encrypt:RSA:OAEP:SHA1")
  /// RSA encryption with OAEP padding, which uses SHA-224.
  public static let rsaEncryptionOAEPSHA224 = Self("algid:encrypt:RSA:OAEP:SHA224")
  /// RSA encryption with OAEP padding, which uses SHA-256.
  public static let rsaEncryptionOAEPSHA256 = Self("algid:encrypt:RSA:OAEP:SHA256")
  /// RSA encryption with OAEP padding, which uses SHA-384.
  public static let rsaEncryptionOAEPSHA384 = Self("algid:encrypt:RSA:OAEP:SHA384")
  /// RSA encryption with OAEP padding, which uses SHA-512.
  public static let rsaEncryptionOAEPSHA512 = Self("algid:encrypt:RSA:OAEP:SHA512")
  /// AES-GCM encryption with a session key, which RSA encrypts with OAEP padding and SHA-1.
  public static let rsaEncryptionOAEPSHA1AESGCM = Self("algid:encrypt:RSA:OAEP:SHA1:AESGCM")
  /// AES-GCM encryption with a session key, which RSA encrypts with OAEP padding and SHA-224.
  public static let rsaEncryptionOAEPSHA224AESGCM = Self("algid:encrypt:RSA:OAEP:SHA224:AESGCM")
  /// AES-GCM encryption with a session key, which RSA encrypts with OAEP padding and SHA-256.
  public static let rsaEncryptionOAEPSHA256AESGCM = Self("algid:encrypt:RSA:OAEP:SHA256:AESGCM")
  /// AES-GCM encryption with a session key, which RSA encrypts with OAEP padding and SHA-384.
  public static let rsaEncryptionOAEPSHA384AESGCM = Self("algid:encrypt:RSA:OAEP:SHA384:AESGCM")
  /// AES-GCM encryption with a session key, which RSA encrypts with OAEP padding and SHA-512.
  public static let rsaEncryptionOAEPSHA512AESGCM = Self("algid:encrypt:RSA:OAEP:SHA512:AESGCM")
  /// ECIES encryption: AES-GCM with a key that the X9.63 KDF derives with SHA-1.
  public static let eciesEncryptionStandardX963SHA1AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
  /// ECIES encryption: AES-GCM with a key that the X9.63 KDF derives with SHA-224.
  public static let eciesEncryptionStandardX963SHA224AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
  /// ECIES encryption: AES-GCM with a key that the X9.63 KDF derives with SHA-256.
  public static let eciesEncryptionStandardX963SHA256AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
  /// ECIES encryption: AES-GCM with a key that the X9.63 KDF derives with SHA-384.
  public static let eciesEncryptionStandardX963SHA384AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
  /// ECIES encryption: AES-GCM with a key that the X9.63 KDF derives with SHA-512.
  public static let eciesEncryptionStandardX963SHA512AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
  /// ECIES encryption with cofactor: AES-GCM with a key that the X9.63 KDF derives with SHA-1.
  public static let eciesEncryptionCofactorX963SHA1AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
  /// ECIES encryption with cofactor: AES-GCM with a key that the X9.63 KDF derives with SHA-224.
  public static let eciesEncryptionCofactorX963SHA224AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
  /// ECIES encryption with cofactor: AES-GCM with a key that the X9.63 KDF derives with SHA-256.
  public static let eciesEncryptionCofactorX963SHA256AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
  /// ECIES encryption with cofactor: AES-GCM with a key that the X9.63 KDF derives with SHA-384.
  public static let eciesEncryptionCofactorX963SHA384AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
  /// ECIES encryption with cofactor: AES-GCM with a key that the X9.63 KDF derives with SHA-512.
  public static let eciesEncryptionCofactorX963SHA512AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
  /// ECIES encryption: AES-GCM with a key and an IV that the X9.63 KDF derives with SHA-224.
  public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
  /// ECIES encryption: AES-GCM with a key and an IV that the X9.63 KDF derives with SHA-256.
  public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
  /// ECIES encryption: AES-GCM with a key and an IV that the X9.63 KDF derives with SHA-384.
  public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
  /// ECIES encryption: AES-GCM with a key and an IV that the X9.63 KDF derives with SHA-512.
  public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
  /// ECIES encryption with cofactor: AES-GCM with a key and an IV that the X9.63 KDF derives with
  /// SHA-224.
  public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
  /// ECIES encryption with cofactor: AES-GCM with a key and an IV that the X9.63 KDF derives with
  /// SHA-256.
  public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
  /// ECIES encryption with cofactor: AES-GCM with a key and an IV that the X9.63 KDF derives with
  /// SHA-384.
  public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
  /// ECIES encryption with cofactor: AES-GCM with a key and an IV that the X9.63 KDF derives with
  /// SHA-512.
  public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
  /// Elliptic-curve Diffie-Hellman; the result is the x coordinate of the shared point.
  public static let ecdhKeyExchangeStandard = Self("algid:keyexchange:ECDH")
  /// Elliptic-curve Diffie-Hellman, then the X9.63 KDF with SHA-1 on the x coordinate of the shared
  /// point.
  public static let ecdhKeyExchangeStandardX963SHA1 = Self("algid:keyexchange:ECDH:KDFX963:SHA1")
  /// Elliptic-curve Diffie-Hellman, then the X9.63 KDF with SHA-224 on the x coordinate of the
  /// shared point.
  public static let ecdhKeyExchangeStandardX963SHA224 =
    Self("algid:keyexchange:ECDH:KDFX963:SHA224")
  /// Elliptic-curve Diffie-Hellman, then the X9.63 KDF with SHA-256 on the x coordinate of the
  /// shared point.
  public static let ecdhKeyExchangeStandardX963SHA256 =
    Self("algid:keyexchange:ECDH:KDFX963:SHA256")
  /// Elliptic-curve Diffie-Hellman, then the X9.63 KDF with SHA-384 on the x coordinate of the
  /// shared point.
  public static let ecdhKeyExchangeStandardX963SHA384 =
    Self("algid:keyexchange:ECDH:KDFX963:SHA384")
  /// Elliptic-curve Diffie-Hellman, then the X9.63 KDF with SHA-512 on the x coordinate of the
  /// shared point.
  public static let ecdhKeyExchangeStandardX963SHA512 =
    Self("algid:keyexchange:ECDH:KDFX963:SHA512")
  /// Elliptic-curve Diffie-Hellman with cofactor; the result is the x coordinate of the shared
  /// point.
  public static let ecdhKeyExchangeCofactor = Self("algid:keyexchange:ECDHC")
  /// Elliptic-curve Diffie-Hellman with cofactor, then the X9.63 KDF with SHA-1 on the x coordinate
  /// of the shared point.
  public static let ecdhKeyExchangeCofactorX963SHA1 = Self("algid:keyexchange:ECDHC:KDFX963:SHA1")
  /// Elliptic-curve Diffie-Hellman with cofactor, then the X9.63 KDF with SHA-224 on the x
  /// coordinate of the shared point.
  public static let ecdhKeyExchangeCofactorX963SHA224 =
    Self("algid:keyexchange:ECDHC:KDFX963:SHA224")
  /// Elliptic-curve Diffie-Hellman with cofactor, then the X9.63 KDF with SHA-256 on the x
  /// coordinate of the shared point.
  public static let ecdhKeyExchangeCofactorX963SHA256 =
    Self("algid:keyexchange:ECDHC:KDFX963:SHA256")
  /// Elliptic-curve Diffie-Hellman with cofactor, then the X9.63 KDF with SHA-384 on the x
  /// coordinate of the shared point.
  public static let ecdhKeyExchangeCofactorX963SHA384 =
    Self("algid:keyexchange:ECDHC:KDFX963:SHA384")
  /// Elliptic-curve Diffie-Hellman with cofactor, then the X9.63 KDF with SHA-512 on the x
  /// coordinate of the shared point.
  public static let ecdhKeyExchangeCofactorX963SHA512 =
    Self("algid:keyexchange:ECDHC:KDFX963:SHA512")
}
