// SPDX-License-Identifier: Apache-2.0 (table)

/// The operations of each key with each algorithm (Specification/seckey.md, "Algorithm strings",
/// "SecKeyIsAlgorithmSupported matrix").
///
/// The letters: s signs, v verifies, e encrypts, d decrypts, x exchanges, - supports no operation.
enum SupportTable {
  struct Row: Sendable {
    let name: String
    /// The operations of private keys with moduli of 896, 1024, 1152 and 2048 bits.
    let rsaPrivate: String
    let rsaPublic: String
    /// The operations of private and public keys on the NIST curves, of Ed25519, and of X25519.
    let others: [String]

    init(_ name: String, _ rsaPrivate: String, _ rsaPublic: String, _ others: String) {
      (self.name, self.rsaPrivate, self.rsaPublic) = (name, rsaPrivate, rsaPublic)
      self.others = others.split(separator: " ").map(String.init)
    }
  }

  static let sizes = [896, 1024, 1152, 2048]

  // swift-format-ignore
  static let rows: [Row] = [
    Row("algid:sign:RSA:raw",                                    "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PKCS1v15",                        "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PKCS1v15:SHA1",                   "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PKCS1v15:SHA224",                 "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PKCS1v15:SHA256",                 "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PKCS1v15:SHA384",                 "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PKCS1v15:SHA512",                 "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PKCS1v15:SHA1",                  "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PKCS1v15:SHA224",                "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PKCS1v15:SHA256",                "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PKCS1v15:SHA384",                "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PKCS1v15:SHA512",                "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PSS:SHA1:SHA1:20",                "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PSS:SHA224:SHA224:24",            "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PSS:SHA256:SHA256:32",            "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PSS:SHA384:SHA384:48",            "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:digest-PSS:SHA512:SHA512:64",            "v  v  sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PSS:SHA1:SHA1:20",               "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PSS:SHA224:SHA224:24",           "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PSS:SHA256:SHA256:32",           "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PSS:SHA384:SHA384:48",           "sv sv sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:RSA:message-PSS:SHA512:SHA512:64",           "v  v  sv sv", "v  v  v  v ", "- - - - - -"),
    Row("algid:sign:ECDSA:digest-X962",                          "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-X962:SHA1",                     "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-X962:SHA224",                   "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-X962:SHA256",                   "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-X962:SHA384",                   "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-X962:SHA512",                   "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-X962:SHA1",                    "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-X962:SHA224",                  "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-X962:SHA256",                  "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-X962:SHA384",                  "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-X962:SHA512",                  "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-RFC4754",                       "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-RFC4754:SHA1",                  "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-RFC4754:SHA224",                "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-RFC4754:SHA256",                "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-RFC4754:SHA384",                "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:digest-RFC4754:SHA512",                "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-RFC4754:SHA1",                 "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-RFC4754:SHA224",               "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-RFC4754:SHA256",               "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-RFC4754:SHA384",               "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:message-RFC4754:SHA512",               "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:ECDSA:RFC4754",                              "-  -  -  - ", "-  -  -  - ", "s v - - - -"),
    Row("algid:sign:EdDSA:message-Curve25519:SHA512",            "-  -  -  - ", "-  -  -  - ", "- - s v - -"),
    Row("algid:encrypt:RSA:raw",                                 "d  d  d  d ", "ed ed ed ed", "- - - - - -"),
    Row("algid:encrypt:RSA:PKCS1",                               "d  d  d  d ", "ed ed ed ed", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA1",                           "d  d  d  d ", "ed ed ed ed", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA224",                         "d  d  d  d ", "ed ed ed ed", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA256",                         "d  d  d  d ", "ed ed ed ed", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA384",                         "d  d  d  d ", "ed ed ed ed", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA512",                         "-  -  d  d ", "-  -  ed ed", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA1:AESGCM",                    "d  d  d  d ", "e  e  e  e ", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA224:AESGCM",                  "d  d  d  d ", "e  e  e  e ", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA256:AESGCM",                  "d  d  d  d ", "e  e  e  e ", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA384:AESGCM",                  "d  d  d  d ", "e  e  e  e ", "- - - - - -"),
    Row("algid:encrypt:RSA:OAEP:SHA512:AESGCM",                  "-  -  d  d ", "-  -  e  e ", "- - - - - -"),
    Row("algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM",          "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM",        "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM",        "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM",        "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM",        "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM",         "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM",       "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM",       "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM",       "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM",       "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV",  "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV",  "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV",  "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV",  "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV", "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV", "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV", "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV", "-  -  -  - ", "-  -  -  - ", "d e - - d e"),
    Row("algid:keyexchange:ECDH",                                "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDH:KDFX963:SHA1",                   "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDH:KDFX963:SHA224",                 "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDH:KDFX963:SHA256",                 "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDH:KDFX963:SHA384",                 "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDH:KDFX963:SHA512",                 "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDHC",                               "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDHC:KDFX963:SHA1",                  "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDHC:KDFX963:SHA224",                "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDHC:KDFX963:SHA256",                "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDHC:KDFX963:SHA384",                "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
    Row("algid:keyexchange:ECDHC:KDFX963:SHA512",                "-  -  -  - ", "-  -  -  - ", "x - - - x -"),
  ]
}
