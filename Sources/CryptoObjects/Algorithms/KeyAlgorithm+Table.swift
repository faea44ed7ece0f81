// SPDX-License-Identifier: Apache-2.0 (table)
import KeychainCrypto

/// The table of algorithms, written as families of names (spec/seckey.md 2.2).
extension KeyAlgorithm {
  /// All of them, in the order of the specification.
  package static let all: [KeyAlgorithm] =
    rsaSignatures + ecdsaSignatures + rsaEncryptions + eciesEncryptions + keyExchanges

  private static let rsaSignatures: [KeyAlgorithm] =
    [
      KeyAlgorithm("algid:sign:RSA:raw", .rawSignature),
      KeyAlgorithm("algid:sign:RSA:digest-PKCS1v15", .pkcs1v15Signature(nil)),
    ]
    + eachInput { input, isMessage in
      eachHash {
        KeyAlgorithm(
          "algid:sign:RSA:\(input)-PKCS1v15:\($0.rawValue)", .pkcs1v15Signature($0),
          isMessage: isMessage)
      }
    }
    + eachInput { input, isMessage in
      eachHash {
        KeyAlgorithm(
          "algid:sign:RSA:\(input)-PSS:\($0.rawValue):\($0.rawValue):\($0.saltWord)", .pss($0),
          isMessage: isMessage)
      }
    }

  private static let ecdsaSignatures: [KeyAlgorithm] =
    [KeyAlgorithm("algid:sign:ECDSA:RFC4754", .rfc4754(nil))]
    + ecdsa("RFC4754") { .rfc4754($0) } + ecdsa("X962") { .x962($0) }

  private static let rsaEncryptions: [KeyAlgorithm] =
    [
      KeyAlgorithm("algid:encrypt:RSA:raw", .rawEncryption),
      KeyAlgorithm("algid:encrypt:RSA:PKCS1", .pkcs1v15Encryption),
    ]
    + eachHash { KeyAlgorithm("algid:encrypt:RSA:OAEP:\($0.rawValue)", .oaep($0)) }
    + eachHash { KeyAlgorithm("algid:encrypt:RSA:OAEP:\($0.rawValue):AESGCM", .oaepAESGCM($0)) }

  private static let eciesEncryptions: [KeyAlgorithm] =
    eachAgreement { agreement, isCofactor in
      let start = "algid:encrypt:ECIES:\(agreement):KDFX963:"
      return eachHash {
        KeyAlgorithm(
          "\(start)\($0.rawValue):AESGCM", .ecies($0, variableIV: false), isCofactor: isCofactor)
      }
        + hashes.dropFirst().map {  // SHA-1 came before the nonces out of the KDF
          KeyAlgorithm(
            "\(start)\($0.rawValue):AESGCM-KDFIV", .ecies($0, variableIV: true),
            isCofactor: isCofactor)
        }
    }

  private static let keyExchanges: [KeyAlgorithm] =
    eachAgreement { agreement, isCofactor in
      let start = "algid:keyexchange:\(agreement)"
      return [KeyAlgorithm(start, .ecdh, isCofactor: isCofactor)]
        + eachHash {
          KeyAlgorithm("\(start):KDFX963:\($0.rawValue)", .ecdhX963($0), isCofactor: isCofactor)
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
    _ layout: String, _ encoding: (HashFunction?) -> Encoding
  ) -> [KeyAlgorithm] {
    [KeyAlgorithm("algid:sign:ECDSA:digest-\(layout)", encoding(nil))]
      + eachInput { input, isMessage in
        eachHash {
          KeyAlgorithm(
            "algid:sign:ECDSA:\(input)-\(layout):\($0.rawValue)", encoding($0), isMessage: isMessage
          )
        }
      }
  }
}

extension HashFunction {
  /// The size of the salt as the strings have it: for SHA-224 they say 24, while 28 is meant.
  fileprivate var saltWord: String {
    self == .sha224 ? "24" : "\(size)"
  }
}
