// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests of Specification/diagnostics.md, "Conformance cases", cases 1 to 12.
@Suite("diagnosis: duplicates")
struct DuplicateCaseTests {
  @Test("case 1: an attribute that does not make an item unique")
  func nonunique() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "gena": Data("x".utf8)])
    let found = stage.explain(
      stage.adding(["svce": "a", "acct": "b", "gena": Data("y".utf8)]))
    #expect(found.status == errSecDuplicateItem)
    #expect(found.telling == ["K101", "K804"])
  }

  @Test("case 2: the same item")
  func identical() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    #expect(stage.explain(stage.adding(["svce": "a", "acct": "b"])).telling == ["K102"])
  }

  @Test("case 3: a second user without an account")
  func withoutAccount() {
    let stage = Stage()
    stage.add(["svce": "a"])
    #expect(stage.explain(stage.adding(["svce": "a"])).telling == ["K103"])
  }

  @Test("case 4: text and data of the same bytes")
  func otherKind() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let found = stage.explain(stage.adding(["svce": "a", "acct": Data("b".utf8)]))
    #expect(found.telling == ["K104"])
  }

  @Test("case 7: the same name in another group is not the reason")
  func otherGroup() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    stage.add(["svce": "a", "acct": "b", "agrp": Stage.group("g2")])
    let found = stage.explain(
      stage.adding(["svce": "a", "acct": "b", "agrp": Stage.group("g2")]))
    #expect(found.telling == ["K102"])
    #expect(found.besides.contains("K110"))
    #expect(found.json.contains("never collides"))
    let alone = Stage()
    alone.add(["svce": "a", "acct": "b"])
    #expect(!alone.explain(alone.adding(["svce": "a", "acct": "b"])).besides.contains("K110"))
  }

  @Test("case 8: an update that would make a duplicate")
  func update() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    stage.add(["svce": "a", "acct": "c"])
    let found = stage.explain(
      .update(
        Stage.password(["svce": "a", "acct": "c"]), setting: [kSecAttrAccount: "b"] as NSDictionary)
    )
    #expect(found.status == errSecDuplicateItem)
    #expect(found.telling == ["K107"])
  }

  @Test("case 9: certificates of which nothing was read")
  func raw() {
    let stage = Stage()
    let raw: [NSString: Any] = [
      kSecClass: kSecClassCertificate, kSecValueData: Data("no certificate".utf8),
    ]
    #expect(stage.phone.run { SecItemAdd(raw as NSDictionary, nil) } == errSecSuccess)
    let other: [NSString: Any] = [
      kSecClass: kSecClassCertificate, kSecValueData: Data("none either".utf8),
    ]
    #expect(stage.explain(.add(other as NSDictionary)).telling == ["K108"])
  }

  @Test("case 11: a deleted synchronizable item leaves its place free")
  func tombstone() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "sync": true])
    let deleted = stage.phone.run {
      SecItemDelete(Stage.password(["svce": "a", "acct": "b", "sync": true]))
    }
    #expect(deleted == errSecSuccess)
    let found = stage.explain(stage.adding(["svce": "a", "acct": "b", "sync": true]))
    #expect(found.status == errSecSuccess)
    #expect(!found.contains(.duplicateDiffersOnlyInNonuniqueAttribute))
  }
}
