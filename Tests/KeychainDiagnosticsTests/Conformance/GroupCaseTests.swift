// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests of Specification/diagnostics.md, "Conformance cases", cases 44 to 50, as far as they need
/// no signature.
@Suite("diagnosis: groups")
struct GroupCaseTests {
  @Test("case 44: a group that is not held")
  func notHeld() {
    let stage = Stage()
    let found = stage.explain(stage.adding(["svce": "a", "agrp": Stage.group("x")]))
    #expect(found.status == errSecMissingEntitlement)
    #expect(found.telling == ["K401"])
    #expect(found.findings[0].fix.contains("<string>ABCDE12345.x</string>"))
  }

  @Test("case 45: the team prefix is missing")
  func prefix() {
    let stage = Stage()
    #expect(stage.explain(stage.search(["svce": "a", "agrp": "g1"])).telling == ["K402"])
  }

  @Test(
    "case 46: nearly the name of a group, and a pattern",
    arguments: [("G1", "K403"), ("com.exmple.a", "K403"), ("*", "K409")])
  func spelling(name: String, code: String) {
    let stage = Stage()
    let found = stage.explain(stage.search(["svce": "a", "agrp": Stage.group(name)]))
    #expect(found.telling == [code])
  }

  @Test("case 48: a program without groups")
  func none() throws {
    let keychain = try TemporaryKeychain(as: .unentitled)
    let found = keychain.explain(.copyMatching(Stage.password(["svce": "a"])))
    #expect(found.status == errSecMissingEntitlement)
    #expect(found.telling == ["K404"])
  }

  @Test("case 50: the group of tokens is never written")
  func token() throws {
    let keychain = try TemporaryKeychain(as: .withGroups(exactly: ["com.apple.token"]))
    let found = keychain.explain(.add(Stage.password(["svce": "a"])))
    #expect(found.status == errSecMissingEntitlement)
    #expect(found.telling == ["K407"])
    let search = keychain.explain(.copyMatching(Stage.password(["svce": "a"])))
    #expect(search.status == errSecItemNotFound && search.telling == ["K201"])
    #expect(search.besides.contains("K413"))
  }

  @Test("case 82: an attribute that needs a private entitlement")
  func restricted() {
    let stage = Stage()
    let found = stage.explain(stage.adding(["svce": "a", "sysb": 1]))
    #expect(found.status == errSecMissingEntitlement)
    #expect(found.telling == ["K412"])
  }
}
