// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests of Specification/diagnostics.md, "Conformance cases", case 27: halves of identities.
@Suite("diagnosis: identities")
struct IdentityCaseTests {
  private let identities = KeychainCall.copyMatching([kSecClass: kSecClassIdentity] as NSDictionary)
  private let hash = Data("hash of a key".utf8)

  private func add(_ pairs: [NSString: Any], to stage: Stage) {
    #expect(stage.phone.run { SecItemAdd(pairs as NSDictionary, nil) } == errSecSuccess)
  }

  private func addKey(to stage: Stage, isPrivate: Bool) {
    add(
      [
        kSecClass: kSecClassKey, kSecAttrApplicationLabel: hash, kSecValueData: Data("k".utf8),
        kSecAttrKeyClass: isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
        "priv": isPrivate,
      ], to: stage)
  }

  private func addCertificate(to stage: Stage) {
    add(
      [
        kSecClass: kSecClassCertificate, kSecAttrPublicKeyHash: hash,
        kSecValueData: Data("no certificate".utf8),
      ], to: stage)
  }

  @Test("nothing of either half")
  func none() {
    #expect(Stage().explain(identities).telling == ["K201"])
  }

  @Test("a certificate without a key, then with one that is not private")
  func certificate() {
    let stage = Stage()
    addCertificate(to: stage)
    let alone = stage.explain(identities)
    #expect(alone.status == errSecItemNotFound && alone.telling == ["K214"])
    #expect(alone.text.contains("The certificate has no key"))
    addKey(to: stage, isPrivate: false)
    let other = stage.explain(identities)
    #expect(other.telling == ["K214"] && other.text.contains("not marked private"))
  }

  @Test("a private key without a certificate")
  func key() {
    let stage = Stage()
    addKey(to: stage, isPrivate: true)
    let found = stage.explain(identities)
    #expect(found.status == errSecItemNotFound)
    #expect(found.telling == ["K214"] && found.text.contains("The key has no certificate"))
  }
}
