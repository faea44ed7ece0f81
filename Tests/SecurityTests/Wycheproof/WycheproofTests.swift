// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

private let wycheproofFolder = ProcessInfo.processInfo.environment["LATCHKEY_WYCHEPROOF"]

/// Runs Project Wycheproof through the public functions (Specification/seckey.md, "Oracles and
/// vectors").
///
/// `Scripts/wycheproof.sh FOLDER` runs it with the files in a folder, which we may not distribute.
@Suite(
  "Wycheproof", .enabled(if: wycheproofFolder != nil, "LATCHKEY_WYCHEPROOF names no folder"))
struct WycheproofTests {
  /// Runs all vectors of the files whose names have this beginning.
  ///
  /// - Parameter body: returns true if the result is right, or nil if the vector is about a feature
  ///   that we do not have.
  private func run(
    _ beginning: String,
    _ body: (WycheproofFile, WycheproofFile.Group, WycheproofFile.Vector)
      throws -> Bool?
  ) throws {
    var counts: [String: Int] = [:]
    for path in WycheproofFile.files(below: try #require(wycheproofFolder), beginning) {
      let file = try WycheproofFile(path)
      for group in file.groups {
        for vector in group.vectors {
          guard let isRight = try body(file, group, vector) else { continue }
          counts[file.name, default: 0] += 1
          #expect(isRight, "\(file.name) \(vector.number) \(vector.flags)")
        }
      }
    }
    #expect(!counts.isEmpty, "no file of \(beginning)")
    print("\(beginning): \(counts.values.reduce(0, +)) vectors of \(counts.count) files")
  }

  private static func publicKey(_ bytes: Data, _ type: CFString) -> SecKey? {
    let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: kSecAttrKeyClassPublic]
    return SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil)
  }

  /// Returns the hash as algorithm names spell it, or nil if no algorithm uses it.
  private static func hash(_ name: String) -> String? {
    ["SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"].contains(name)
      ? name.replacingOccurrences(of: "-", with: "") : nil
  }

  private static func algorithm(_ text: String) -> SecKeyAlgorithm {
    SecKeyAlgorithm(rawValue: ("algid:" + text) as CFString)
  }

  /// True if verifying the signature gives the result of the vector.
  private static func verifies(
    _ key: SecKey?, _ algorithm: SecKeyAlgorithm, _ vector: WycheproofFile.Vector,
    mustFail: Bool = false
  ) -> Bool {
    let isGood =
      key.map {
        SecKeyVerifySignature(
          $0, algorithm, vector.bytes("msg") as CFData, vector.bytes("sig") as CFData, nil)
      } ?? false
    return mustFail ? !isGood : vector.isValid.map { $0 == isGood } ?? true
  }

  @Test("ECDSA, both layouts, five curves") func ecdsa() throws {
    try run("ecdsa_secp") { file, group, vector in
      let point = group.bytes("uncompressed", in: "publicKey")
      guard let hash = Self.hash(group.text("sha")), !file.name.contains("k1"),
        let key = Self.publicKey(point, kSecAttrKeyTypeECSECPrimeRandom)
      else { return nil }
      let layout = file.name.contains("p1363") ? "RFC4754" : "X962"
      let name = Self.algorithm("sign:ECDSA:message-\(layout):\(hash)")
      return Self.verifies(key, name, vector)
    }
  }

  @Test("RSA signatures, PKCS#1 v1.5") func rsaSignatures() throws {
    try run("rsa_signature") { _, group, vector in
      guard let hash = Self.hash(group.text("sha")) else { return nil }
      let key = Self.publicKey(group.bytes("publicKeyAsn"), kSecAttrKeyTypeRSA)
      return Self.verifies(
        key, Self.algorithm("sign:RSA:message-PKCS1v15:\(hash)"), vector)
    }
  }

  @Test("RSA-PSS: another hash of the mask or length of the salt never verifies") func pss() throws
  {
    let lengths = ["SHA1": 20, "SHA224": 28, "SHA256": 32, "SHA384": 48, "SHA512": 64]
    try run("rsa_pss") { _, group, vector in
      guard let hash = Self.hash(group.text("sha")), let length = lengths[hash] else { return nil }
      // The algorithm's name says 24 bytes for SHA-224, and means 28 (Specification/seckey.md,
      // "Algorithm strings").
      let name = "sign:RSA:message-PSS:\(hash):\(hash):\(hash == "SHA224" ? 24 : length)"
      let isOurs = group.text("mgfSha") == group.text("sha") && group.saltLength == length
      // A vector that is invalid for the file's parameters may be valid for ours.
      if !isOurs, vector.isValid != true { return nil }
      let key = Self.publicKey(group.bytes("publicKeyAsn"), kSecAttrKeyTypeRSA)
      return Self.verifies(key, Self.algorithm(name), vector, mustFail: !isOurs)
    }
  }

  /// Imports a private key in PKCS#8 or SEC 1 by the public function.
  private static func privateKey(_ bytes: Data) -> SecKey? {
    var items: CFArray?
    let status = unsafe SecItemImport(bytes as CFData, nil, nil, nil, [], nil, nil, &items)
    return status == errSecSuccess ? (items as? [SecKey])?.first : nil
  }

  private static func decrypted(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ vector: WycheproofFile.Vector
  ) -> Data? {
    SecKeyCreateDecryptedData(key, algorithm, vector.bytes("ct") as CFData, nil) as Data?
  }

  @Test("RSA-OAEP: a label or another hash of the mask never opens") func oaep() throws {
    try run("rsa_oaep") { _, group, vector in
      guard let hash = Self.hash(group.text("sha")) else { return nil }
      let key = try #require(Self.privateKey(group.bytes("privateKeyPkcs8")))
      let text = Self.decrypted(key, Self.algorithm("encrypt:RSA:OAEP:\(hash)"), vector)
      let isOurs = group.text("mgfSha") == group.text("sha") && vector.bytes("label").isEmpty
      guard isOurs else { return text == nil }
      return vector.isValid.map { $0 ? text == vector.bytes("msg") : text == nil } ?? true
    }
  }

  @Test("RSA PKCS#1 v1.5: what is invalid gives something else, and no error that tells")
  func pkcs1()
    throws
  {
    try run("rsa_pkcs1") { file, group, vector in
      guard !file.name.contains("sig_gen") else { return nil }
      let key = try #require(Self.privateKey(group.bytes("privateKeyPkcs8")))
      let text = Self.decrypted(key, .rsaEncryptionPKCS1, vector)
      return vector.isValid.map { $0 == (text == vector.bytes("msg")) } ?? true
    }
  }

  @Test("ECDH with points; compressed ones are refused") func keyExchange() throws {
    try run("ecdh_secp") { file, group, vector in
      guard file.name.contains("ecpoint"), let key = Self.exchangeKey(group, vector) else {
        return nil
      }
      let point = vector.bytes("public")
      let shared = Self.publicKey(point, kSecAttrKeyTypeECSECPrimeRandom).flatMap {
        SecKeyCopyKeyExchangeResult(
          key, .ecdhKeyExchangeStandard, $0, [:] as CFDictionary, nil) as Data?
      }
      guard point.first == 4 else { return shared == nil }
      return vector.isValid.map { $0 ? shared == vector.bytes("shared") : shared == nil } ?? true
    }
  }

  @Test("Ed25519; a key of small order is a key") func ed25519() throws {
    try run("ed25519_test") { _, group, vector in
      let key = Self.publicKey(group.bytes("pk", in: "publicKey"), "105" as CFString)
      return Self.verifies(
        key, Self.algorithm("sign:EdDSA:message-Curve25519:SHA512"), vector)
    }
  }

  @Test("X25519, of raw bytes, PKCS#8 and PEM; zero is no shared secret") func x25519() throws {
    try run("x25519") { file, _, vector in
      let isRaw = file.name == "x25519_test.json"
      guard isRaw || file.name.contains("asn") || file.name.contains("pem") else { return nil }
      let (secret, peer) = (vector.content("private"), vector.content("public"))
      let key = isRaw ? Self.key(secret, "106", "1") : Self.privateKey(secret)
      let other = isRaw ? Self.key(peer, "106", "0") : Self.privateKey(peer)
      let shared = key.flatMap { key in
        other.flatMap { other in
          SecKeyCopyKeyExchangeResult(
            key, .ecdhKeyExchangeStandard, other, [:] as CFDictionary, nil) as Data?
        }
      }
      if vector.flags.contains("ZeroSharedSecret") { return shared == nil }
      return vector.isValid == false ? shared == nil : shared == vector.bytes("shared")
    }
  }

  private static func key(_ bytes: Data, _ type: String, _ keyClass: String) -> SecKey? {
    let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass]
    return SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil)
  }

  /// Returns an ECPrivateKey of RFC 5915 with the vector's number and without a point.
  private static func exchangeKey(
    _ group: WycheproofFile.Group, _ vector: WycheproofFile.Vector
  ) -> SecKey? {
    let curves: [String: (size: Int, identifier: [UInt8])] = [
      "secp224r1": (28, [0x2b, 0x81, 4, 0, 0x21]), "secp384r1": (48, [0x2b, 0x81, 4, 0, 0x22]),
      "secp521r1": (66, [0x2b, 0x81, 4, 0, 0x23]),
      "secp256r1": (32, [0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]),
    ]
    guard let curve = curves[group.text("curve")] else { return nil }
    let digits = vector.bytes("private").drop { $0 == 0 }
    let number = [UInt8](repeating: 0, count: curve.size - digits.count) + digits
    func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      [tag] + (content.count < 0x80 ? [] : [0x81]) + [UInt8(content.count)] + content
    }
    let content =
      element(2, [1]) + element(4, number) + element(0xa0, element(6, curve.identifier))
    return privateKey(Data(element(0x30, content)))
  }
}
