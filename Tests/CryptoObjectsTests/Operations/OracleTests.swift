// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import Testing

/// Tests that another implementation verifies and decrypts our output (Specification/seckey.md,
/// "Conformance cases of SecKey", cases 22, 31, 42, 44).
@Suite("Other implementations read")
struct OracleTests {
  private static let others = ["rfc8032-1", "rfc7748-bob"]
  private static let curves = others + Curve.allCases.map { "rfc6979-p\($0.bits)" }
  private static let moduli = ["rsa-1024", "rsa-2048"]

  @Test("signatures of every algorithm (cases 22, 31)")
  func signatures() throws {
    var made: [OtherImplementation.Made] = []
    for algorithm in KeyAlgorithm.all where algorithm.name.hasPrefix("algid:sign:") {
      for key in algorithm.families == [.rsa] ? Self.moduli : Self.curves {
        let pair = try TestKeys.pair(key)
        guard pair.supports(.sign, algorithm) else { continue }
        for input in try Self.inputs(of: algorithm) {
          let name = String(algorithm.name.dropFirst("algid:".count))
          made.append((key, name, input, try pair.sign(input, name)))
        }
      }
    }
    for key in ["rsa-1023", "rsa-1031"] {
      let name = "sign:RSA:message-PSS:SHA384:SHA384:48"
      made.append((key, name, [7], try TestKeys.pair(key).sign([7], name)))
    }
    #expect(try OtherImplementation.check(made) == "\(made.count) right")
    #expect(Set(made.map(\.algorithm)).count == 46)
  }

  @Test("ciphertexts of every algorithm (cases 42, 44)")
  func ciphertexts() throws {
    var made: [OtherImplementation.Made] = []
    for algorithm in KeyAlgorithm.all where algorithm.name.hasPrefix("algid:encrypt:") {
      for key in algorithm.families == [.rsa] ? Self.moduli + ["rsa-4096"] : Self.curves {
        let other = try TestKeys.publicHalf(key)
        guard other.supports(.encrypt, algorithm) else { continue }
        for count in [0, 1, Self.isUnbounded(algorithm) ? 1000 : 10] {
          let name = String(algorithm.name.dropFirst("algid:".count))
          let text = bytes(count, 0x5A)
          made.append((key, name, text, try other.encrypt(text, name)))
        }
      }
    }
    #expect(try OtherImplementation.check(made) == "\(made.count) right")
    #expect(Set(made.map(\.algorithm)).count == 30)
  }

  @Test("no other text or signature")
  func wrong() throws {
    let name = "sign:ECDSA:message-X962:SHA256"
    let signature = try TestKeys.pair("rfc6979-p256").sign([1], name)
    let answer = try OtherImplementation.check([("rfc6979-p256", name, [2], signature)])
    #expect(answer.hasPrefix("rfc6979-p256 algid:\(name)"))
  }

  private static func isUnbounded(_ algorithm: KeyAlgorithm) -> Bool {
    switch algorithm.encoding {
    case .rsaHybrid, .ecies: true
    case .rsaSignature, .ecdsa, .eddsa, .rsaEncryption, .ecdh: false
    }
  }

  /// Returns inputs for an algorithm: messages, digests of the hash's length, or inputs of many
  /// lengths.
  private static func inputs(of algorithm: KeyAlgorithm) throws -> [[UInt8]] {
    if algorithm.isMessage { return [[], bytes(1000)] }
    if let hash = algorithm.hash { return [try digest(hash, [7])] }
    switch algorithm.encoding {
    case .rsaSignature: return [bytes(5), bytes(100)]
    default: return [0, 1, 20, 33, 64, 100].map { bytes($0, 0x5A) }
    }
  }
}
