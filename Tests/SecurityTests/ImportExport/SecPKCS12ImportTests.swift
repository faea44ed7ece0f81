// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCrypto
import KeychainTesting
import Security
import TestVectors
import Testing

/// Tests of SecPKCS12Import without storing (Specification/certificates.md, "SecPKCS12Import",
/// "Conformance cases", cases 28 to 34).
@Suite("SecPKCS12Import")
struct SecPKCS12ImportTests {
  private static let statuses: [String: OSStatus] = [
    "file": errSecSuccess, "wrong-password": errSecAuthFailed, "malformed": errSecDecode,
    "unsupported": errSecDecode, "excessive": errSecDecode, "without-code": errSecDecode,
  ]

  @Test(
    "28 to 31: every file of the other tools gives its identities, or says why not",
    arguments: Vector.all("formats/pkcs12-v1.txt"))
  func files(_ vector: Vector) throws {
    guard PKCS12Calls.isPossible(vector) else { return }
    let answer = try PKCS12Calls.importing(vector)
    #expect(answer.status == Self.statuses[vector.expect])
    guard vector.expect == "file" else {
      #expect(answer.items == nil)
      return
    }
    let items = try #require(answer.items)
    let identities = items.filter { $0["identity"] != nil }
    #expect(identities.count == (try vector.number("identities")))
    let keys = (vector.fields["keys"] ?? "").split(separator: "|").map { $0.prefix(64) }
    for item in identities {
      let identity = try #require(item["identity"] as? SecIdentity)
      let (certificate, key) = try Self.halves(identity)
      #expect(SecIdentityCreate(nil, certificate, key) == identity)
      #expect(keys.contains { $0 == (try? ImportCalls.hash(KeyCalls.form(key) ?? Data())) ?? "" })
      #expect((item["chain"] as? [SecCertificate])?.first == certificate)
      #expect(item["trust"] is SecTrust)
      #expect(item["label"] is String && (item["keyid"] as? Data)?.isEmpty == false)
    }
  }

  private static func halves(_ identity: SecIdentity) throws -> (SecCertificate, SecKey) {
    var certificate: SecCertificate?
    var key: SecKey?
    unsafe SecIdentityCopyCertificate(identity, &certificate)
    unsafe SecIdentityCopyPrivateKey(identity, &key)
    return (try #require(certificate), try #require(key))
  }

  @Test("28, 30, 31: the password and the file decide the status")
  func statuses() throws {
    let usual = Data(try PKCS12Calls.vector("openssl, as it comes").bytes("data"))
    let empty = Data(try PKCS12Calls.vector("openssl, empty password").bytes("data"))
    let legacy = Data(try PKCS12Calls.vector("openssl, no code").bytes("data"))
    let rows: [(name: String, data: Data, options: [String: Any], status: OSStatus)] = [
      ("right", usual, ["passphrase": "secret"], 0),
      ("wrong", usual, ["passphrase": "Secret"], errSecAuthFailed),
      ("missing", usual, [:], errSecAuthFailed),
      ("empty, given", empty, ["passphrase": ""], 0),
      ("empty, not given", empty, [:], 0),
      ("no code", legacy, ["passphrase": "secret"], errSecDecode),
      ("random", Data((0..<200).map { UInt8($0 ^ 0x55) }), [:], errSecDecode),
      ("nothing", Data(), [:], errSecDecode),
      ("cut", usual.dropLast(), ["passphrase": "secret"], errSecDecode),
      ("text", Data("-----BEGIN PKCS12-----\nAAAA\n".utf8), [:], errSecDecode),
      ("password as data", usual, ["passphrase": Data("secret".utf8)], errSecParam),
      ("password that is none", usual, ["passphrase": NSNull()], errSecParam),
      ("keychain that is none", usual, ["passphrase": "secret", "keychain": "k"], errSecParam),
      ("memory that is none", usual, ["passphrase": "secret", "memory": "yes"], errSecParam),
      ("other options", usual, ["passphrase": "secret", "access": "none", "x": 5], 0),
    ]
    for row in rows {
      let answer = PKCS12Calls.importing(row.data, row.options)
      #expect(answer.status == row.status, "\(row.name)")
      #expect(answer.items?.count == (row.status == 0 ? 1 : nil), "\(row.name)")
    }
  }

  @Test("in the profile ios an empty password never is the right one")
  func emptyPassword() throws {
    let empty = Data(try PKCS12Calls.vector("openssl, empty password").bytes("data"))
    try TemporaryKeychain(profile: .ios).run {
      for options in [["passphrase": ""], [:]] {
        #expect(PKCS12Calls.importing(empty, options).status == errSecAuthFailed)
      }
    }
  }

  @Test("32: the chain is in order, whatever the file's; label and identifier are the file's")
  func chain() throws {
    let answer = try PKCS12Calls.importing(try PKCS12Calls.vector("openssl, chain"))
    let items = try #require(answer.items)
    #expect(items.count == 1)
    let item = try #require(items.first)
    #expect(PKCS12Calls.names(item) == ["Leaf", "Middle", "Root"])
    let trust = try #require(item["trust"] as? SecTrust)
    var result = SecTrustResultType.invalid
    #expect(unsafe SecTrustGetTrustResult(trust, &result) == errSecSuccess && result != .invalid)
    #expect(item["label"] as? String == "Mein Schlüssel")
    let identity = try #require(item["identity"] as? SecIdentity)
    let (certificate, key) = try Self.halves(identity)
    #expect((item["chain"] as? [SecCertificate])?.first == certificate)
    let der = Array(SecCertificateCopyData(certificate) as Data)
    let digest = Data(try HashFunction.sha1.hash(der.span))
    #expect(item["keyid"] as? Data == digest)
    // Attributes that the file leaves out are derived from the certificate and the key.
    let plain = try PKCS12Calls.importing(
      try PKCS12Calls.vector("cryptography, certificate beside the key"))
    let other = try #require(plain.items?.first)
    #expect(other["label"] as? String == "Leaf")
    #expect(other["keyid"] as? Data == KeyCalls.attributes(key)["klbl"] as? Data)
    // A key from a PKCS#12 file can be exported like any other.
    #expect(ImportCalls.exporting(key, .formatOpenSSL).status == errSecSuccess)
  }

  @Test(
    "33: certificates of no identity are an item on the Mac, and nothing else where",
    arguments: [.dataProtection, .ios, .quirks] as [TemporaryKeychain.Profile])
  func others(_ profile: TemporaryKeychain.Profile) throws {
    try TemporaryKeychain(profile: profile).run {
      let alone = try PKCS12Calls.importing(try PKCS12Calls.vector("openssl, no keys"))
      #expect(alone.status == errSecSuccess)
      let items = try #require(alone.items)
      guard profile == .dataProtection else {
        #expect(items.isEmpty)
        return
      }
      #expect(items.count == 1)
      #expect(items.first?.keys.sorted() == ["chain"])
      #expect(items.first.map { PKCS12Calls.names($0) } == ["Leaf"])
    }
    try TemporaryKeychain(profile: profile).run {
      let vector = try PKCS12Calls.vector("openssl, no certificates")
      let answer = try PKCS12Calls.importing(vector)
      #expect(answer.status == errSecSuccess && answer.items?.isEmpty == true)
    }
  }

  @Test("34: key and certificate that nothing joins but the key are an identity")
  func unnamed() throws {
    for name in ["cryptography, certificate beside the key", "cryptography, no name"] {
      let answer = try PKCS12Calls.importing(try PKCS12Calls.vector(name))
      #expect(answer.items?.count { $0["identity"] != nil } == 1, "\(name)")
    }
  }

  @Test("42: what we export is imported")
  func ownExport() throws {
    let made = try MadeIdentity()
    let password = "pä 😀"
    let exported = ImportCalls.exporting(
      made.object, .formatPKCS12, ImportCalls.open(password))
    let data = try #require(exported.data)
    let answer = PKCS12Calls.importing(data, ["passphrase": password])
    #expect(answer.items?.first?["identity"] as? SecIdentity == made.object)
    #expect(PKCS12Calls.importing(data).status == errSecAuthFailed)
  }
}
