// SPDX-License-Identifier: Apache-2.0 (table)

/// Algorithms of encryption and key exchange (spec/seckey.md 2.2).
extension SecKeyAlgorithm {
  /// RSA encryption of the input itself, without padding.
  public static let rsaEncryptionRaw = Self("algid:encrypt:RSA:raw")
  /// RSA encryption with PKCS#1 v1.5 padding.
  public static let rsaEncryptionPKCS1 = Self("algid:encrypt:RSA:PKCS1")
  /// RSA encryption, OAEP with SHA-1.
  public static let rsaEncryptionOAEPSHA1 = Self("algid:encrypt:RSA:OAEP:SHA1")
  /// RSA encryption, OAEP with SHA-224.
  public static let rsaEncryptionOAEPSHA224 = Self("algid:encrypt:RSA:OAEP:SHA224")
  /// RSA encryption, OAEP with SHA-256.
  public static let rsaEncryptionOAEPSHA256 = Self("algid:encrypt:RSA:OAEP:SHA256")
  /// RSA encryption, OAEP with SHA-384.
  public static let rsaEncryptionOAEPSHA384 = Self("algid:encrypt:RSA:OAEP:SHA384")
  /// RSA encryption, OAEP with SHA-512.
  public static let rsaEncryptionOAEPSHA512 = Self("algid:encrypt:RSA:OAEP:SHA512")
  /// A session key by RSA, OAEP with SHA-1; the text by AES-GCM.
  public static let rsaEncryptionOAEPSHA1AESGCM = Self("algid:encrypt:RSA:OAEP:SHA1:AESGCM")
  /// A session key by RSA, OAEP with SHA-224; the text by AES-GCM.
  public static let rsaEncryptionOAEPSHA224AESGCM = Self("algid:encrypt:RSA:OAEP:SHA224:AESGCM")
  /// A session key by RSA, OAEP with SHA-256; the text by AES-GCM.
  public static let rsaEncryptionOAEPSHA256AESGCM = Self("algid:encrypt:RSA:OAEP:SHA256:AESGCM")
  /// A session key by RSA, OAEP with SHA-384; the text by AES-GCM.
  public static let rsaEncryptionOAEPSHA384AESGCM = Self("algid:encrypt:RSA:OAEP:SHA384:AESGCM")
  /// A session key by RSA, OAEP with SHA-512; the text by AES-GCM.
  public static let rsaEncryptionOAEPSHA512AESGCM = Self("algid:encrypt:RSA:OAEP:SHA512:AESGCM")
  /// ECIES: AES-GCM, key out of the X9.63 KDF with SHA-1.
  public static let eciesEncryptionStandardX963SHA1AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
  /// ECIES: AES-GCM, key out of the X9.63 KDF with SHA-224.
  public static let eciesEncryptionStandardX963SHA224AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
  /// ECIES: AES-GCM, key out of the X9.63 KDF with SHA-256.
  public static let eciesEncryptionStandardX963SHA256AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
  /// ECIES: AES-GCM, key out of the X9.63 KDF with SHA-384.
  public static let eciesEncryptionStandardX963SHA384AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
  /// ECIES: AES-GCM, key out of the X9.63 KDF with SHA-512.
  public static let eciesEncryptionStandardX963SHA512AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
  /// ECIES with cofactor: AES-GCM, key out of the X9.63 KDF with SHA-1.
  public static let eciesEncryptionCofactorX963SHA1AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
  /// ECIES with cofactor: AES-GCM, key out of the X9.63 KDF with SHA-224.
  public static let eciesEncryptionCofactorX963SHA224AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
  /// ECIES with cofactor: AES-GCM, key out of the X9.63 KDF with SHA-256.
  public static let eciesEncryptionCofactorX963SHA256AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
  /// ECIES with cofactor: AES-GCM, key out of the X9.63 KDF with SHA-384.
  public static let eciesEncryptionCofactorX963SHA384AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
  /// ECIES with cofactor: AES-GCM, key out of the X9.63 KDF with SHA-512.
  public static let eciesEncryptionCofactorX963SHA512AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
  /// ECIES: AES-GCM, key and IV out of the X9.63 KDF with SHA-224.
  public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
  /// ECIES: AES-GCM, key and IV out of the X9.63 KDF with SHA-256.
  public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
  /// ECIES: AES-GCM, key and IV out of the X9.63 KDF with SHA-384.
  public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
  /// ECIES: AES-GCM, key and IV out of the X9.63 KDF with SHA-512.
  public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM =
    Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
  /// ECIES with cofactor: AES-GCM, key and IV out of the X9.63 KDF with SHA-224.
  public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
  /// ECIES with cofactor: AES-GCM, key and IV out of the X9.63 KDF with SHA-256.
  public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
  /// ECIES with cofactor: AES-GCM, key and IV out of the X9.63 KDF with SHA-384.
  public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
  /// ECIES with cofactor: AES-GCM, key and IV out of the X9.63 KDF with SHA-512.
  public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM =
    Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
  /// Diffie-Hellman on curves: the x coordinate of the shared point.
  public static let ecdhKeyExchangeStandard = Self("algid:keyexchange:ECDH")
  /// Diffie-Hellman on curves: the X9.63 KDF with SHA-1 of it.
  public static let ecdhKeyExchangeStandardX963SHA1 = Self("algid:keyexchange:ECDH:KDFX963:SHA1")
  /// Diffie-Hellman on curves: the X9.63 KDF with SHA-224 of it.
  public static let ecdhKeyExchangeStandardX963SHA224 =
    Self("algid:keyexchange:ECDH:KDFX963:SHA224")
  /// Diffie-Hellman on curves: the X9.63 KDF with SHA-256 of it.
  public static let ecdhKeyExchangeStandardX963SHA256 =
    Self("algid:keyexchange:ECDH:KDFX963:SHA256")
  /// Diffie-Hellman on curves: the X9.63 KDF with SHA-384 of it.
  public static let ecdhKeyExchangeStandardX963SHA384 =
    Self("algid:keyexchange:ECDH:KDFX963:SHA384")
  /// Diffie-Hellman on curves: the X9.63 KDF with SHA-512 of it.
  public static let ecdhKeyExchangeStandardX963SHA512 =
    Self("algid:keyexchange:ECDH:KDFX963:SHA512")
  /// Diffie-Hellman on curves with cofactor: the x coordinate of the shared point.
  public static let ecdhKeyExchangeCofactor = Self("algid:keyexchange:ECDHC")
  /// Diffie-Hellman on curves with cofactor: the X9.63 KDF with SHA-1 of it.
  public static let ecdhKeyExchangeCofactorX963SHA1 = Self("algid:keyexchange:ECDHC:KDFX963:SHA1")
  /// Diffie-Hellman on curves with cofactor: the X9.63 KDF with SHA-224 of it.
  public static let ecdhKeyExchangeCofactorX963SHA224 =
    Self("algid:keyexchange:ECDHC:KDFX963:SHA224")
  /// Diffie-Hellman on curves with cofactor: the X9.63 KDF with SHA-256 of it.
  public static let ecdhKeyExchangeCofactorX963SHA256 =
    Self("algid:keyexchange:ECDHC:KDFX963:SHA256")
  /// Diffie-Hellman on curves with cofactor: the X9.63 KDF with SHA-384 of it.
  public static let ecdhKeyExchangeCofactorX963SHA384 =
    Self("algid:keyexchange:ECDHC:KDFX963:SHA384")
  /// Diffie-Hellman on curves with cofactor: the X9.63 KDF with SHA-512 of it.
  public static let ecdhKeyExchangeCofactorX963SHA512 =
    Self("algid:keyexchange:ECDHC:KDFX963:SHA512")
}
