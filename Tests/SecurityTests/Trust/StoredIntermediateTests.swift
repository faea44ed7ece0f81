// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import Security
import Testing

/// Tests that stored certificates can lead to an anchor, but are not trusted for being stored
/// (Specification/certificates.md, "The trust engine", step 0).
@Suite("SecTrust: intermediates of the store", .timeLimit(.minutes(10)))
struct StoredIntermediateTests {
  private func add(_ names: [String], _ more: [String: Any] = [:]) throws {
    for certificate in try TrustCalls.certificates(names) {
      #expect(Calls.add(["v_Ref": certificate].merging(more) { $1 }) == errSecSuccess)
    }
  }

  private func chain(_ trust: SecTrust) -> [SecCertificate]? {
    SecTrustCopyCertificateChain(trust) as? [SecCertificate]
  }

  @Test("leaf given, intermediate stored, root anchored: trusted, with three certificates")
  func stored() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let before = try TrustCalls.trust(["L"], host: "w.example.com", anchors: ["R"])
      #expect(TrustCalls.evaluate(before)?.code == -25318)
      try add(["I"])
      let trust = try TrustCalls.trust(["L"], host: "w.example.com", anchors: ["R"])
      #expect(TrustCalls.evaluate(trust) == nil)
      #expect(chain(trust) == (try TrustCalls.certificates(["L", "I", "R"])))
      #expect(SecTrustGetCertificateCount(trust) == 3)
      // The host name is still checked.
      let other = try TrustCalls.trust(["L"], host: "v.example.com", anchors: ["R"])
      #expect(TrustCalls.evaluate(other)?.code == -67602)
    }
  }

  @Test("a stored root is no anchor")
  func root() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      try add(["I", "R"])
      let trust = try TrustCalls.trust(["L"], anchors: [])
      #expect(TrustCalls.evaluate(trust)?.code == -67843)
      #expect(chain(trust) == (try TrustCalls.certificates(["L", "I", "R"])))
    }
  }

  @Test("a way over twenty certificates, every second of them given")
  func long() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let names = (0..<18).map { "long \($0)" }
      try add(names.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
      let given = names.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      let trust = try TrustCalls.trust(["long leaf"] + given, anchors: ["long 17"])
      #expect(TrustCalls.evaluate(trust) == nil)
      #expect(SecTrustGetCertificateCount(trust) == 19)
    }
  }

  @Test("an item that is locked, or no certificate, stands in no other's way")
  func obstacles() throws {
    let device = SimulatedDevice.phone()
    try device.run {
      // Another certificate with the subject of the intermediate that leads to the anchor.
      try add(["X by RA"], ["pdmn": "ak"])
      try add(["X by RB"])
      let subject = MadeCertificate.content(ofName: "X")
      #expect(
        Calls.add(["class": "cert", "subj": subject, "slnr": Data([9]), "v_Data": Data([1])])
          == errSecSuccess)
    }
    device.lock()
    try device.run {
      let trust = try TrustCalls.trust(["L of X"], anchors: ["RB"])
      #expect(TrustCalls.evaluate(trust) == nil)
      #expect(chain(trust) == (try TrustCalls.certificates(["L of X", "X by RB", "RB"])))
      let locked = try TrustCalls.trust(["L of X"], anchors: ["RA"])
      #expect(TrustCalls.evaluate(locked) != nil)
    }
  }

  @Test("a stored way without SHA-1 is better than a given one with it")
  func hashes() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let keys = try (0..<3).map { _ in
        try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      }
      func certificate(
        _ subject: String, _ key: Int, by issuer: String, _ signer: Int,
        _ change: (inout MadeCertificate) -> Void = { _ in }
      ) throws -> SecCertificate {
        var made = try MadeCertificate(keys[key])
        (made.subject, made.issuer, made.signer) = (subject, issuer, keys[signer])
        made.isAuthority = true
        change(&made)
        return try made.object()
      }
      let leaf = try certificate("leaf", 0, by: "middle", 1) { $0.isAuthority = false }
      let old = try certificate("middle", 1, by: "root", 2) { $0.hasOldHash = true }
      let new = try certificate("middle", 1, by: "root", 2) { $0.serial = 2 }
      let root = try certificate("root", 2, by: "root", 2)
      #expect(Calls.add(["v_Ref": new]) == errSecSuccess)
      var made: SecTrust?
      #expect(
        unsafe SecTrustCreateWithCertificates([leaf, old] as NSArray, nil, &made) == errSecSuccess)
      let trust = try #require(made)
      #expect(SecTrustSetAnchorCertificates(trust, [root] as NSArray) == errSecSuccess)
      #expect(TrustCalls.evaluate(trust) == nil)
      #expect(chain(trust) == [leaf, new, root])
    }
  }

  @Test("a PKCS#12 file that is only read: its chain is of the file, its trust of the store too")
  func imported() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let keys = try (0..<2).map { _ in
        try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      }
      var above = try MadeCertificate(keys[1])
      (above.subject, above.issuer, above.isAuthority) = ("above", "above", true)
      above.signer = keys[1]
      let authority = try above.object()
      let made = try MadeIdentity(for: keys[0]) { leaf in
        (leaf.issuer, leaf.signer) = ("above", keys[1])
      }
      #expect(Calls.add(["v_Ref": authority]) == errSecSuccess)
      let password = ImportCalls.open("secret")
      let file = try #require(ImportCalls.exporting(made.object, .formatPKCS12, password).data)
      let item = try #require(
        PKCS12Calls.importing(file, ["passphrase": "secret"]).items?.first)
      #expect(item["chain"] as? [SecCertificate] == [made.certificate])
      let trust = try #require(item["trust"] as? SecTrust)
      #expect(SecTrustSetAnchorCertificates(trust, [authority] as NSArray) == errSecSuccess)
      #expect(TrustCalls.evaluate(trust) == nil)
      #expect(SecTrustSetAnchorCertificates(trust, NSArray()) == errSecSuccess)
      #expect(chain(trust) == [made.certificate, authority])
    }
  }

  @Test("trust is no keychain call: without a service in reach none is missed, and none is made")
  func isolated() async {
    await #expect(processExitsWith: .success) {
      let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: home) }
      unsafe setenv("LATCHKEY_HOME", home.path, 1)
      let intermediate = try TrustCalls.certificates(["I"])[0]
      let none = try TrustCalls.trust(["L"], anchors: ["R"])
      try #require(TrustCalls.evaluate(none)?.code == -25318)
      try #require(!FileManager.default.fileExists(atPath: home.path))
      // Adding makes a store of this user.
      try #require(Calls.add(["v_Ref": intermediate]) == errSecSuccess)
      let own = try TrustCalls.trust(["L"], anchors: ["R"])
      try #require(TrustCalls.evaluate(own) == nil)
      CurrentInstallation.beginIsolation()
      let trust = try TrustCalls.trust(["L"], anchors: ["R"])
      try #require(TrustCalls.evaluate(trust)?.code == -25318)
      try #require(CurrentInstallation.refusedCalls == 0)
    }
  }
}
