// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
import TestVectors
import Testing

/// Tests of vectors from another implementation and from publications (Tests/Vectors/seckey).
@Suite("Vectors of keys")
struct KeyVectorTests {
  @Test(
    "signatures verify, or not, PSS with salts of other lengths among them (case 32)",
    arguments: Vector.all("seckey/signatures.txt"))
  func signatures(_ vector: Vector) throws {
    let key = try TestKeys.publicHalf(try #require(vector.fields["key"]))
    let found = status {
      try key.verify(vector.bytes("signature"), of: vector.bytes("input"), vector.algorithm)
    }
    #expect(vector.expect == (found == 0 ? "valid" : "\(found)"), "\(vector.fields)")
  }

  @Test(
    "ciphertexts open, or not (cases 43 to 45)", arguments: Vector.all("seckey/ciphertexts.txt"))
  func ciphertexts(_ vector: Vector) throws {
    let key = try TestKeys.pair(try #require(vector.fields["key"]))
    if vector.expect.hasPrefix("-") {
      let found = status { _ = try key.decrypt(vector.bytes("sealed"), vector.algorithm) }
      #expect("\(found)" == vector.expect, "\(vector.fields)")
    } else {
      let text = try key.decrypt(vector.bytes("sealed"), vector.algorithm)
      #expect(try text == vector.bytes("expect"), "\(vector.fields)")
    }
  }

  @Test(
    "exchanges agree (cases 47, 48)", arguments: Vector.all("seckey/exchanges.txt"))
  func exchanges(_ vector: Vector) throws {
    let key = try TestKeys.pair(try #require(vector.fields["key"]))
    let parameters = try vector.fields["size"].map { _ in
      KeyExchangeParameters(
        requestedSize: try vector.number("size"), sharedInfo: try vector.bytes("info"))
    }
    let found = try key.exchange(vector.algorithm, with: vector.bytes("peer"), parameters)
    #expect(try found == vector.bytes("expect"), "\(vector.fields)")
  }

  @Test("cover every algorithm")
  func complete() {
    var names: Set<String> = []
    for file in ["signatures", "ciphertexts", "exchanges", "curve25519"] {
      names.formUnion(Vector.all("seckey/\(file).txt").compactMap { $0.fields["algorithm"] })
    }
    #expect(names == Set(KeyAlgorithm.all.map(\.name)))
  }
}

extension Vector {
  /// The algorithm's name without the prefix `algid:`.
  fileprivate var algorithm: String {
    String((fields["algorithm"] ?? "").dropFirst("algid:".count))
  }
}
