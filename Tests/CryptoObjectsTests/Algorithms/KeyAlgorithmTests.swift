// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import Testing

@Suite("Algorithms of keys")
struct KeyAlgorithmTests {
  @Test("are 87 and that of Ed25519, each found under its own string (case 1)")
  func names() {
    #expect(KeyAlgorithm.all.count == 88)
    #expect(Set(KeyAlgorithm.all.map(\.name)) == Set(SupportTable.rows.map(\.name)))
    for row in SupportTable.rows {
      #expect(KeyAlgorithm(name: row.name)?.name == row.name)
    }
  }

  @Test("are no other strings, private ones among them")
  func unknown() {
    let others = [
      "", "algid:", "algid:sign:RSA:RAW", "algid:sign:RSA:raw ", "algid:sign:RSA:raw-cc",
      "algid:sign:RSA:digest-PKCS1v15:MD5", "algid:sign:RSA:digest-PSS:SHA224:SHA224:28",
      "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM-KDFIV", "algid:kem:ML-KEM",
      "algid:sign:EdDSA:message-Curve448:SHAKE256", "algid:sign:ML-DSA:message",
    ]
    for name in others { #expect(KeyAlgorithm(name: name) == nil, "\(name)") }
  }

  @Test("say in their strings what they are parsed to")
  func parsed() {
    for algorithm in KeyAlgorithm.all {
      let words = algorithm.name.split(whereSeparator: { $0 == ":" || $0 == "-" }).map(String.init)
      let named = words.first { $0.hasPrefix("SHA") }
      let hash = algorithm.hash.map { "SHA\($0.size == 20 ? 1 : $0.size * 8)" }
      // The hash of Ed25519 is part of the signature scheme and is not computed here.
      #expect(hash == (algorithm.encoding == .eddsa ? nil : named))
      #expect(algorithm.isMessage == words.contains("message"))
      #expect(algorithm.isCofactor == words.contains("ECDHC"))
      #expect((algorithm.families == [.rsa]) == words.contains("RSA"))
      #expect(algorithm.encodingWords.isSubset(of: words), "\(algorithm.name)")
    }
  }

  @Test("are supported as the matrix says (case 20)")
  func support() {
    for row in SupportTable.rows {
      let algorithm = KeyAlgorithm(name: row.name)
      for (half, text) in [(KeyHalf.privateHalf, row.rsaPrivate), (.publicHalf, row.rsaPublic)] {
        for (bits, letters) in zip(SupportTable.sizes, text.split(separator: " ")) {
          let found = algorithm?.letters(.rsa, half, bits)
          #expect(found == String(letters), "\(row.name), RSA \(bits), \(half)")
        }
      }
      for curve in Curve.allCases {
        #expect(algorithm?.letters(.ec, .privateHalf, curve.bits) == row.others[0], "\(row.name)")
        #expect(algorithm?.letters(.ec, .publicHalf, curve.bits) == row.others[1], "\(row.name)")
      }
      for (place, family) in [(2, KeyFamily.ed25519), (4, .x25519)] {
        let found = [KeyHalf.privateHalf, .publicHalf].map { algorithm?.letters(family, $0, 256) }
        #expect(found == Array(row.others[place...place + 1]), "\(row.name) \(family)")
      }
    }
  }

  // Specification/seckey.md, "Where OpenSSL differs from SecKey".
  @Test("are not supported where libcrypto lacks a hash that they compute")
  func missingHashes() {
    let lost = SupportTable.rows.map(\.name).filter { name in
      let algorithm = KeyAlgorithm(name: name)
      return KeyFamily.allCases.contains { family in
        KeyHalf.allCases.contains { half in
          algorithm?.letters(family, half, 2048)
            != algorithm?.letters(family, half, 2048, offered: { $0 != .sha1 })
        }
      }
    }
    let computed = SupportTable.rows.map(\.name).filter { name in
      let isDigest = name.contains("digest-PKCS1v15") || name.contains("ECDSA:digest")
      return name.split(separator: ":").contains("SHA1") && !isDigest
    }
    #expect(lost == computed && lost.count == 11)
  }

  @Test("are all supported here, where libcrypto has all hashes")
  func hashes() {
    #expect(HashFunction.allCases.allSatisfy { $0.isAvailable })
  }

  @Test(
    "sign with PSS from the size on that it fits into, and verify with every size",
    arguments: [
      ("SHA1:SHA1:20", 330), ("SHA224:SHA224:24", 458), ("SHA256:SHA256:32", 522),
      ("SHA384:SHA384:48", 778), ("SHA512:SHA512:64", 1034),
    ])
  func smallestPSS(hash: String, bits: Int) {
    for input in ["digest", "message"] {
      let algorithm = KeyAlgorithm(name: "algid:sign:RSA:\(input)-PSS:\(hash)")
      #expect(algorithm?.letters(.rsa, .privateHalf, bits) == "sv")
      #expect(algorithm?.letters(.rsa, .privateHalf, bits - 1) == "v")
      #expect(algorithm?.letters(.rsa, .publicHalf, 8) == "v")
    }
  }

  @Test(
    "encrypt from the bytes on that the padding fits into",
    arguments: [
      ("PKCS1", 11), ("OAEP:SHA1", 42), ("OAEP:SHA224", 58), ("OAEP:SHA256", 66),
      ("OAEP:SHA384", 98), ("OAEP:SHA512", 130),
    ])
  func smallestEncryption(padding: String, bytes: Int) {
    let start = "algid:encrypt:RSA:\(padding)"
    for name in padding == "PKCS1" ? [start] : [start, start + ":AESGCM"] {
      let algorithm = KeyAlgorithm(name: name)
      for half in KeyHalf.allCases {
        #expect(algorithm?.letters(.rsa, half, 8 * bytes - 7) != "-", "\(name)")
        #expect(algorithm?.letters(.rsa, half, 8 * (bytes - 1)) == "-", "\(name)")
      }
    }
  }
}

extension KeyAlgorithm {
  /// Returns the letters of the operations that a key supports, as in the table.
  fileprivate func letters(
    _ family: KeyFamily, _ half: KeyHalf, _ bits: Int,
    offered: (HashFunction) -> Bool = { $0.isAvailable }
  ) -> String {
    let letters = zip(KeyOperation.allCases, "svedx").filter { operation, _ in
      isSupported(operation, by: family, half, bits: bits, offered: offered)
    }
    return letters.isEmpty ? "-" : String(letters.map(\.1))
  }

  /// The words that the algorithm's string must contain.
  fileprivate var encodingWords: Set<String> {
    switch encoding {
    case .rsaSignature(.raw): ["sign", "raw"]
    case .rsaSignature(.pkcs1v15): ["sign", "PKCS1v15"]
    case .rsaSignature(.pss): ["sign", "PSS"]
    case .ecdsa(.x962, _): ["ECDSA", "X962"]
    case .ecdsa(.rfc4754, _): ["ECDSA", "RFC4754"]
    case .eddsa: ["EdDSA", "Curve25519", "SHA512"]
    case .rsaEncryption(.raw): ["encrypt", "raw"]
    case .rsaEncryption(.pkcs1v15): ["encrypt", "PKCS1"]
    case .rsaEncryption(.oaep): ["encrypt", "OAEP"]
    case .rsaHybrid: ["encrypt", "OAEP", "AESGCM"]
    case .ecies(_, let variableIV):
      variableIV ? ["ECIES", "AESGCM", "KDFIV"] : ["ECIES", "AESGCM"]
    case .ecdh(nil): ["keyexchange"]
    case .ecdh: ["keyexchange", "KDFX963"]
    }
  }
}
