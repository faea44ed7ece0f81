// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainCrypto
import KeychainTypes
import Testing

private let missingHash = ProcessInfo.processInfo.environment["LATCHKEY_MISSING_HASH"]
  .flatMap { HashFunction(rawValue: $0) }

/// Tests of a libcrypto without a hash, which `Scripts/missing-hash.sh` simulates
/// (Specification/seckey.md, "Where OpenSSL differs from SecKey").
///
/// Operations that are reported as not supported fail with -50, and all others work.
@Suite(
  "A libcrypto without a hash",
  .enabled(if: missingHash != nil, "LATCHKEY_MISSING_HASH names no hash"))
struct MissingHashTests {
  private static let names = ["rsa-2048", "rfc6979-p256", "rfc8032-1", "rfc7748-bob"]

  @Test("lacks it, and only it")
  func lacks() throws {
    for hash in HashFunction.allCases {
      #expect(hash.isAvailable == (hash != missingHash))
      let found = status {
        try KeychainError.translating { () throws(CryptoError) in
          _ = try hash.hash([UInt8]().span)
        }
      }
      #expect(found == (hash == missingHash ? -50 : 0))
    }
  }

  @Test("question and operation agree for every algorithm and key", arguments: names)
  func agree(name: String) throws {
    let (pair, half) = try (TestKeys.pair(name), TestKeys.publicHalf(name))
    let parameters = KeyExchangeParameters(requestedSize: 20)
    var refused = 0
    for algorithm in KeyAlgorithm.all where algorithm.families.contains(pair.family) {
      let input = bytes(algorithm.isMessage ? 7 : algorithm.hash?.size ?? 20)
      let word = String(algorithm.name.dropFirst("algid:".count))
      if word.hasPrefix("sign:") {
        let isSupported = pair.supports(.sign, algorithm)
        #expect(half.supports(.verify, algorithm) == isSupported, "\(word)")
        let found = status { try half.verify(pair.sign(input, word), of: input, word) }
        #expect(found == (isSupported ? 0 : -50), "\(word)")
        let none = status { try half.verify(bytes(4), of: input, word) }
        #expect(none == (isSupported ? -67808 : -50), "\(word)")
        refused += isSupported ? 0 : 1
      } else if word.hasPrefix("encrypt:") {
        let isSupported = half.supports(.encrypt, algorithm)
        #expect(pair.supports(.decrypt, algorithm) == isSupported, "\(word)")
        let found = status { _ = try pair.decrypt(half.encrypt(input, word), word) }
        #expect(found == (isSupported ? 0 : -50), "\(word)")
        #expect(status { _ = try pair.decrypt(bytes(256), word) } == -50 || isSupported)
        refused += isSupported ? 0 : 1
      } else {
        let isSupported = pair.supports(.keyExchange, algorithm)
        let found = status { _ = try pair.exchange(word, with: half.publicForm, parameters) }
        #expect(found == (isSupported ? 0 : -50), "\(word)")
        refused += isSupported ? 0 : 1
      }
    }
    // Algorithms that need the hash: RSA has one of PKCS#1 v1.5, two of PSS, two of OAEP. Curves
    // have two each of ECDSA, ECIES and ECDH.
    let expected = missingHash == .md5 || name == "rfc8032-1" ? 0 : 4
    #expect(refused >= expected && (expected > 0) == (refused > 0), "\(refused)")
  }
}
