// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Database blobs and key blobs (Specification/keychain-file-format.md, "Database blob", "Key
/// blob").
@Suite("blobs of keychain files") struct BlobTests {
  static let versions: [BlobVersion] = [.plain, .intermediate, .partitioned]
  private static let keys = KeychainKeys(
    encryption: SecretBytes(copying: [UInt8](repeating: 3, count: 24)),
    signing: SecretBytes(copying: [UInt8](repeating: 4, count: 20)))
  private static let salt = [UInt8](repeating: 5, count: 20)
  private static let vector = [UInt8](repeating: 6, count: 8)

  private func sealed(_ version: BlobVersion) throws -> (DatabaseBlob, SecretBytes) {
    var blob = DatabaseBlob(version: version, signature: [UInt8](repeating: 1, count: 16))
    let master = try blob.seal(
      Self.keys, password: SmallKeychain.password, salt: Self.salt, vector: Self.vector)
    return (blob, master)
  }

  @Test("a database blob gives back its keys, and notices each changed byte", arguments: versions)
  func database(_ version: BlobVersion) throws {
    let (blob, master) = try sealed(version)
    let bytes = blob.encode()
    #expect(bytes.count == 92 + 28 + 48)
    let read = try DatabaseBlob(decoding: bytes)
    #expect(read.encode() == bytes)
    let keys = try read.keys(master: master)
    #expect(keys.encryption == Self.keys.encryption && keys.signing == Self.keys.signing)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x04
      #expect(throws: BlobFailure.self, "byte \(place)") {
        let blob = try DatabaseBlob(decoding: changed)
        let isSalted = blob.salt == Self.salt
        _ = try blob.keys(master: isSalted ? master : blob.master(of: SmallKeychain.password))
      }
    }
  }

  @Test("the three bytes without meaning are kept, because the code covers them")
  func padding() throws {
    var bytes = try sealed(.plain).0.encode()
    bytes.replaceSubrange(41..<44, with: [0xC0, 0xFF, 0xEE])
    var blob = try DatabaseBlob(decoding: bytes)
    try blob.sign(Self.keys)
    #expect(Array(blob.encode()[41..<44]) == [0xC0, 0xFF, 0xEE])
    let read = try DatabaseBlob(decoding: blob.encode())
    _ = try read.keys(master: read.master(of: SmallKeychain.password))
  }

  static let refused: [(place: Int, value: [UInt8], BlobFailure)] = [
    (0, [0xFA, 0xDE, 0x07, 0x12], .malformed), (4, [0, 0, 1, 2], .unknownVersion),
    (4, [0, 0, 0, 0], .unknownVersion), (4, [0, 0, 4, 0], .unknownVersion),
    (8, [0, 0, 0, 91], .malformed), (8, [0xFF, 0xFF, 0xFF, 0xFF], .malformed),
    (12, [0, 0, 0, 0], .malformed), (12, [0, 1, 0, 0], .malformed),
  ]

  @Test("heads of database blobs that are refused", arguments: refused.indices)
  func refusedHeads(_ place: Int) throws {
    let (offset, value, failure) = Self.refused[place]
    var bytes = try sealed(.partitioned).0.encode()
    bytes.replaceSubrange(offset..<offset + 4, with: value)
    #expect(throws: failure) { try DatabaseBlob(decoding: bytes) }
    let key = try wrapped(.partitioned).encode()
    var changed = key
    changed.replaceSubrange(offset..<offset + 4, with: value)
    #expect(throws: failure) { try KeyBlob(decoding: changed) }
  }

  private func wrapped(_ version: BlobVersion) throws -> KeyBlob {
    let header = KeyHeader(
      .symmetric, algorithm: KeyHeader.Algorithm.aes, bits: 128, [.permanent], [.any])
    return try KeyBlob(
      wrapping: SecretBytes(copying: Array(0..<16)), header, access: AccessList.anyone.encode(),
      version: version, under: Self.keys, vector: Self.vector)
  }

  @Test("a key blob gives back its key, and notices each changed byte", arguments: versions)
  func key(_ version: BlobVersion) throws {
    let bytes = try wrapped(version).encode()
    let read = try KeyBlob(decoding: bytes)
    #expect(read.encode() == bytes)
    #expect(try read.key(under: Self.keys) == SecretBytes(copying: Array(0..<16)))
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x04
      #expect(throws: BlobFailure.self, "byte \(place)") {
        try KeyBlob(decoding: changed).key(under: Self.keys)
      }
    }
    var other = read
    try other.replaceAccess([1, 2, 3, 4], Self.keys)
    #expect(try other.key(under: Self.keys) == read.key(under: Self.keys))
    #expect(other.access == [1, 2, 3, 4] && other.encode() != bytes)
  }

  @Test("only a public key may stand in the clear")
  func clear() throws {
    let header = KeyHeader(
      .publicKey, algorithm: KeyHeader.Algorithm.rsa, bits: 1024, [.permanent], [.verify])
    let blob = KeyBlob(
      clear: [1, 2, 3], header, format: KeyBlob.pkcs1, access: AccessList.anyone.encode(),
      version: .plain)
    #expect(blob.isClear)
    #expect(try blob.key(under: Self.keys) == SecretBytes(copying: [1, 2, 3]))
    var bytes = blob.encode()
    #expect(String(decoding: bytes[116..<136], as: UTF8.self) == "Cleartext public key")
    for kind: UInt8 in [1, 2, 3] {
      bytes[24 + 35] = kind
      #expect(throws: BlobFailure.malformed) { try KeyBlob(decoding: bytes) }
    }
  }

  @Test("a clear key does not take the place of a password's key")
  func substitution() throws {
    let small = try SmallKeychain(.partitioned, items: 1)
    let image = try KeychainImage(decoding: small.bytes)
    let key = try #require(try image.record(0, in: Relation.symmetricKeys.id))
    let header = KeyHeader(
      .publicKey, algorithm: KeyHeader.Algorithm.tripleDES, bits: 192, [.permanent], [.any])
    let known = KeyBlob(
      clear: [UInt8](repeating: 1, count: 24), header, format: KeyBlob.x509,
      access: AccessList.anyone.encode(), version: .partitioned)
    var draft = FileDraft(image)
    try draft.replace(key, RecordValues(key).all, content: known.encode())
    let changed = try KeychainImage(decoding: draft.encode())
    let keychain = try SmallKeychain.unlocked(changed)
    let item = try #require(try changed.record(0, in: Relation.genericPasswords.id))
    #expect(throws: EditFailure.blob(.notAuthentic)) { try keychain.secret(of: item) }
    #expect(throws: EditFailure.blob(.notAuthentic)) { try keychain.access(of: item) }
    let findings = KeychainCheck(changed, small.keys, schema: []).findings.map { "\($0.reason)" }
    #expect(findings.contains("a secret key stands in the clear"))
  }
}
