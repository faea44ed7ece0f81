// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainCrypto

/// The table of all algorithms; their names are built from patterns (Specification/seckey.md,
/// "Algorithm strings").
extension KeyAlgorithm {
  /// All key algorithms, in the order of the list in Specification/seckey.md, "Algorithm strings".
  package static let all: [KeyAlgorithm] =
    rsaSignatures + ecdsaSignatures + [eddsaSignature]
    + rsaEncryptions + eciesEncryptions + keyExchanges

  private static let rsaSignatures: [KeyAlgorithm] =
    [
      KeyAlgorithm("algid:sign:RSA:raw", .rsaSignature(.raw)),
      KeyAlgorithm("algid:sign:RSA:digest-PKCS1v15", .rsaSignature(.pkcs1v15(nil))),
    ]
    + eachInput { input, isMessage in
      eachHash {
        KeyAlgorithm(
          "algid:sign:RSA:\(input)-PKCS1v15:\($0.rawValue)", .rsaSignature(.pkcs1v15($0)),
          isMessage: isMessage)
      }
    }
    + eachInput { input, isMessage in
      eachHash {
        KeyAlgorithm(
          "algid:sign:RSA:\(input)-PSS:\($0.rawValue):\($0.rawValue):\($0.saltWord)",
          .rsaSignature(.pss($0)),
          isMessage: isMessage)
      }
    }

  private static let ecdsaSignatures: [KeyAlgorithm] =
    [KeyAlgorithm("algid:sign:ECDSA:RFC4754", .ecdsa(.rfc4754, nil))]
    + ecdsa("RFC4754", .rfc4754) + ecdsa("X962", .x962)

  private static let eddsaSignature =
    KeyAlgorithm("algid:sign:EdDSA:message-Curve25519:SHA512", .eddsa, isMessage: true)

  private static let rsaEncryptions: [KeyAlgorithm] =
    [
      KeyAlgorithm("algid:encrypt:RSA:raw", .rsaEncryption(.raw)),
      KeyAlgorithm("algid:encrypt:RSA:PKCS1", .rsaEncryption(.pkcs1v15)),
    ]
    + eachHash { KeyAlgorithm("algid:encrypt:RSA:OAEP:\($0.rawValue)", .rsaEncryption(.oaep($0))) }
    + eachHash { KeyAlgorithm("algid:encrypt:RSA:OAEP:\($0.rawValue):AESGCM", .rsaHybrid($0)) }

  private static let eciesEncryptions: [KeyAlgorithm] =
    eachAgreement { agreement, isCofactor in
      let start = "algid:encrypt:ECIES:\(agreement):KDFX963:"
      return eachHash {
        KeyAlgorithm(
          "\(start)\($0.rawValue):AESGCM", .ecies($0, variableIV: false), isCofactor: isCofactor)
      }
        + hashes.dropFirst().map {  // Apple's names with KDFIV leave out SHA-1
          KeyAlgorithm(
            "\(start)\($0.rawValue):AESGCM-KDFIV", .ecies($0, variableIV: true),
            isCofactor: isCofactor)
        }
    }

  private static let keyExchanges: [KeyAlgorithm] =
    eachAgreement { agreement, isCofactor in
      let start = "algid:keyexchange:\(agreement)"
      return [KeyAlgorithm(start, .ecdh(nil), isCofactor: isCofactor)]
        + eachHash {
          KeyAlgorithm("\(start):KDFX963:\($0.rawValue)", .ecdh($0), isCofactor: isCofactor)
        }
    }

  private static let hashes: [HashFunction] = [.sha1, .sha224, .sha256, .sha384, .sha512]

  private static func eachHash(_ make: (HashFunction) -> KeyAlgorithm) -> [KeyAlgorithm] {
    hashes.map(make)
  }

  private static func eachInput(_ make: (String, Bool) -> [KeyAlgorithm]) -> [KeyAlgorithm] {
    make("digest", false) + make("message", true)
  }

  private static func eachAgreement(_ make: (String, Bool) -> [KeyAlgorithm]) -> [KeyAlgorithm] {
    make("ECDH", false) + make("ECDHC", true)
  }

  private static func ecdsa(
    _ word: String, _ layout: ECDSALayout
  ) -> [KeyAlgorithm] {
    [KeyAlgorithm("algid:sign:ECDSA:digest-\(word)", .ecdsa(layout, nil))]
      + eachInput { input, isMessage in
        eachHash {
          KeyAlgorithm(
            "algid:sign:ECDSA:\(input)-\(word):\($0.rawValue)", .ecdsa(layout, $0),
            isMessage: isMessage
          )
        }
      }
  }
}

extension HashFunction {
  /// The size of the PSS salt in bytes, as it is written in the names of PSS algorithms with this
  /// hash function.
  ///
  /// The names for SHA-224 state 24 bytes, although the salt for SHA-224 has 28 bytes.
  fileprivate var saltWord: String {
    self == .sha224 ? "24" : "\(size)"
  }
}
