// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Keys of openssl as records of keychain files, and identities
/// (Specification/keychain-file-format.md, "Key wrapping", Specification/file-keychain.md, "Keys,
/// identities, certificates").
@Suite("keys in keychain files") struct KeyRecordTests {
  private let world: KeychainWorld
  private let keychain: Keychain
  private let openSSL: OpenSSL

  init() throws {
    world = try KeychainWorld()
    keychain = try world.create("work.keychain")
    openSSL = try OpenSSL(in: world)
  }

  private func code(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return 0
    } catch let error as KeychainError {
      return error.code.rawValue
    } catch {
      return nil
    }
  }

  /// A kind of key: how openssl names it, its number in a file, its size, and openssl's command for
  /// the stored form of the private key.
  struct Kind: Sendable {
    let name: String
    let algorithm: UInt32
    let bits: UInt32
    let reading: [String]
  }

  static let kinds = [
    Kind(
      name: "rsa", algorithm: 42, bits: 2048, reading: ["pkcs8", "-nocrypt", "-inform", "DER"]),
    Kind(name: "P-256", algorithm: 73, bits: 256, reading: ["ec", "-inform", "DER"]),
    Kind(name: "P-384", algorithm: 73, bits: 384, reading: ["ec", "-inform", "DER"]),
  ]

  @Test("a private key comes back, and openssl reads its stored form", arguments: kinds)
  func privateKey(_ kind: Kind) throws {
    let key = try openSSL.makeKey("a", kind.name)
    let item = try keychain.add(.key(key))
    let values = try item.values()
    let flags: [UInt32: UInt32] = [3: 1, 4: 0, 5: 0, 14: 1, 15: 0, 16: 1, 17: 0]
    for (id, flag) in flags { #expect(values[id] == .number(flag), "\(id)") }
    for id: UInt32 in 18...26 { #expect(values[id] == .number(1), "\(id)") }
    #expect(values[KeyAttribute.keyClass] == .number(0x10))
    #expect(values[KeyAttribute.printName] == .text("Imported Private Key"))
    #expect(values[KeyAttribute.label] == .bytes(try key.label()))
    #expect(values[KeyAttribute.keyType] == .number(kind.algorithm))
    #expect(values[KeyAttribute.bits] == .number(kind.bits))

    try keychain.lock()
    #expect(code { _ = try item.softwareKey(for: .sign) } == -25308)
    try keychain.unlock(.text("password"))
    guard case .key(let back) = try item.softwareKey(for: .sign) else {
      Issue.record("no key")
      return
    }
    #expect(try back.externalForm() == key.externalForm())

    let (blob, bytes) = try item.key(for: .exportClear)
    #expect(blob.header.uses == .any)
    #expect(blob.header.attributes == [.permanent, .sensitive, .extractable])
    try openSSL.write(bytes.array, "a.der")
    let words = kind.reading + ["-in", "a.der", "-out", "back.pem"]
    try openSSL.run(words)
    #expect(
      try openSSL.run("pkey", "-in", "back.pem", "-pubout", "-outform", "DER")
        == key.subjectPublicKeyInfo)
  }

  @Test("a public key comes back from a locked keychain", arguments: kinds)
  func publicKey(_ kind: Kind) throws {
    let key = try openSSL.makeKey("a", kind.name).publicHalf()
    let item = try keychain.add(.key(key))
    try keychain.lock()
    guard case .key(let back) = try item.softwareKey(for: .exportClear) else {
      Issue.record("no key")
      return
    }
    #expect(back == key)
    let values = try item.values()
    #expect(values[KeyAttribute.printName] == .text("Imported Public Key"))
    #expect(values[KeyAttribute.sensitive] == .number(0))
    let blob = try KeyBlob(decoding: item.content())
    try openSSL.write(try #require(blob.clearKey), "a.der")
    let form = kind.name == "rsa" ? ["rsa", "-RSAPublicKey_in"] : ["pkey", "-pubin"]
    try openSSL.run(form + ["-inform", "DER", "-in", "a.der", "-pubout", "-out", "back.pem"])
    #expect(
      try openSSL.run("pkey", "-pubin", "-in", "back.pem", "-outform", "DER")
        == key.subjectPublicKeyInfo)
  }

  @Test("symmetric keys: AES by their size, with random labels", arguments: [16, 20, 32])
  func symmetric(_ size: Int) throws {
    let bytes = SecretBytes(copying: (0..<size).map { UInt8($0) })
    var terms = ImportedKeyTerms()
    terms.isExtractable = false
    let item = try keychain.add(.symmetricKey(bytes), named: "mine", terms)
    guard case .symmetricKey(let back) = try item.softwareKey(for: .encrypt) else {
      Issue.record("no key")
      return
    }
    #expect(back == bytes)
    let values = try item.values()
    #expect(values[KeyAttribute.printName] == .text("mine"))
    #expect(values[KeyAttribute.keyType] == .number(size == 20 ? 0 : 0x8000_0001))
    #expect(values[KeyAttribute.extractable] == .number(0))
    #expect(values[KeyAttribute.neverExtractable] == .number(1))
    let label = try #require(values[KeyAttribute.label]?.content)
    #expect(label.count == 20)
    let hash = try KeyAttributes(ofSymmetric: bytes).label
    #expect(label != hash)
  }

  @Test("a key twice, and a key without a form") func refusals() throws {
    let key = try openSSL.makeKey("a", "P-256")
    _ = try keychain.add(.key(key))
    #expect(code { _ = try keychain.add(.key(key), named: "another name") } == -25299)
    let modern = try SoftwareKey(generating: .ed25519, bits: nil)
    #expect(code { _ = try keychain.add(.key(modern)) } == -25256)
    #expect(code { try keychain.addPair(key, named: "a", ImportedKeyTerms(), .anyone) } == -25299)
    // The public key of the refused pair is gone again.
    #expect(try keychain.items(in: .publicKeys).isEmpty)
  }

  @Test("an identity, whose halves lie in two locked keychains") func identities() throws {
    let key = try openSSL.makeKey("a", "P-256")
    let certificate = try openSSL.makeCertificate("a", OpenSSL.printable)
    let other = try world.create("other.keychain")
    let missing = Keychain(world.directory + "/missing.keychain", world.keychains().surroundings)
    let stranger = try openSSL.makeKey("b", "P-256")
    _ = try keychain.add(.key(stranger))
    let keyItem = try keychain.add(.key(key))
    let item = try other.add(.certificate(certificate))
    for each in [keychain, other] { try each.lock() }
    let found = try KeychainIdentity.all(in: [missing, keychain, other], use: KeyAttribute.signs)
    #expect(found.map(\.certificate.primaryKey) == [item.primaryKey])
    #expect(found.map(\.key.primaryKey) == [keyItem.primaryKey])
    #expect(try KeychainIdentity.all(in: [keychain]).isEmpty)
    #expect(code { _ = try KeychainIdentity.all(in: [missing]) } == -25294)
  }
}
