// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import KeychainDiagnostics
import KeychainExplaining
import KeychainTesting
import KeychainTypes
import Security
import Testing

/// Tests of findings about the past of a store and its programs (Specification/diagnostics.md,
/// "Conformance cases", cases 53, 84, 85, 92).
@Suite("conformance: the past of a store") struct PastCaseTests {
  private static var ownDevice: CFString { kSecAttrAccessibleWhenUnlockedThisDeviceOnly }

  /// Returns a phone that was restored from another phone's backup.
  private func restored() throws -> Stage {
    let old = Stage()
    old.add(["svce": "a", "acct": "b", "pdmn": Self.ownDevice])
    old.add(["svce": "c"])
    let new = Stage(seed: 7)
    try new.phone.restore(try old.phone.backup(encrypted: true))
    return new
  }

  @Test("case 84: what may not leave its device did not come along")
  func otherDevice() throws {
    let stage = try restored()
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect((found.status, found.telling) == (errSecItemNotFound, ["K507"]))
    #expect(found.findings.first?.text.contains("1 ThisDeviceOnly item could") == true)
    #expect(stage.explain(stage.search(["svce": "c"])).status == errSecSuccess)
  }

  @Test("case 84: a keybag that is younger than the rows")
  func keybagReplaced() throws {
    let stage = try restored()
    stage.phone.replaceKeybag()
    let found = stage.explain(stage.search(["svce": "a"]))
    #expect((found.status, found.telling) == (errSecItemNotFound, ["K508"]))
    #expect(found.text.contains("younger than 1 item"), "\(found.text)")
    // An item that is found or was deleted is not explained by the new keybag.
    stage.add(["svce": "a", "acct": "b"])
    #expect(stage.explain(stage.search(["svce": "a", "acct": "B"])).telling == ["K205"])
  }

  @Test("a backup of the same device leaves nothing behind")
  func sameDevice() throws {
    let stage = Stage()
    stage.add(["svce": "a", "pdmn": Self.ownDevice])
    try stage.phone.restore(try stage.phone.backup(encrypted: true))
    #expect(stage.explain(stage.search(["svce": "a"])).status == errSecSuccess)
    #expect(stage.explain(stage.search(["svce": "x", "acct": "y"])).telling == ["K218"])
  }

  @Test("case 53: the owner may know more, whether or not there is something to know")
  func moreKnown() throws {
    let stage = Stage(groups: [])
    let before = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(before.besides.contains("K003"))
    stage.add(["svce": "a", "acct": "b"])
    try stage.phone.upgrade(stage.app, .init(prefix: "ZYXWV98765", groups: []), version: "2")
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.telling == ["K201"] && found.besides.contains("K003"))
    let told = { (report: KeychainDiagnostics.Explanation) in
      report.findings.first { $0.code.rawValue == "K003" }?.text
    }
    #expect(told(found) == told(before) && told(found) != nil)
    // No command reaches the store of a test, so the fix names the method.
    #expect(!found.findings.contains { $0.fix.contains("security explain") }, "\(found.text)")
    #expect(found.findings.contains { $0.fix.contains("explain(_:as:)") })
  }

  @Test("another group is the first: new items go there")
  func reordered() throws {
    let stage = Stage()
    let add = stage.adding(["svce": "a", "acct": "b", "pdmn": kSecAttrAccessibleWhenUnlocked])
    #expect(stage.explain(add, performs: false).telling == [])
    try stage.phone.upgrade(
      stage.app, .init(prefix: Stage.team, groups: [Stage.group("g2"), Stage.group("g1")]),
      version: "2")
    let found = stage.explain(add, performs: false)
    #expect((found.status, found.telling) == (errSecSuccess, ["K503"]))
    #expect(found.text.contains("ABCDE12345.g1, now to"), "\(found.text)")
    // A call that names its group is not affected by the new order.
    let named = stage.adding(["svce": "a", "agrp": Stage.group("g1"), "pdmn": "ak"])
    #expect(stage.explain(named, performs: false).telling == [])
    // In version 3 the order is as it was in the version before, so nothing is new.
    try stage.phone.upgrade(
      stage.app, .init(prefix: Stage.team, groups: [Stage.group("g2"), Stage.group("g1")]),
      version: "3")
    #expect(stage.explain(add, performs: false).telling == [])
  }

  @Test("case 85: items survive the removal of a program")
  func installedAgain() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    #expect(try health(stage).isEmpty)
    stage.phone.delete(stage.app)
    try stage.phone.advance(by: .seconds(60))
    stage.phone.install(stage.app)
    let findings = try health(stage)
    #expect(findings.map(\.code) == [.leftFromEarlierInstallation])
    #expect(findings.first?.found.hasPrefix("1 item is older than this installation") == true)
    // Items that are added now belong to this installation.
    _ = stage.phone.run { SecItemDelete(Stage.password([:])) }
    stage.add(["svce": "a", "acct": "c"])
    #expect(try health(stage).isEmpty)
  }

  /// Returns the findings of `doctor` about the past of the stage's program.
  private func health(_ stage: Stage) throws -> [KeychainExplaining.Finding] {
    try stage.phone.run {
      let installation = try #require(CurrentInstallation.installed)
      let service = try #require(installation.service as? any Remembering)
      var facts = HealthFacts(Wording(showsValues: false, groups: [], date: { _ in "a day" }))
      facts.caller = try #require(installation.caller)
      facts.history = try service.ownHistory()
      facts.installation = try service.olderThanInstallation()
      return HealthCheck.all(facts).filter { $0.name == "history" }.flatMap(\.findings)
    }
  }

  @Test("case 92: a program that was seen in background states the protection")
  func seenInBackground() throws {
    let stage = Stage()
    let add = stage.adding(["svce": "a", "acct": "b"])
    #expect(stage.explain(add, performs: false).besides.contains("K810"))
    stage.phone.enterBackground()
    stage.perform(stage.search(["svce": "a", "acct": "b"]), errSecItemNotFound)
    try stage.phone.enterForeground(stage.app)
    let found = stage.explain(add, performs: false)
    #expect((found.status, found.telling) == (errSecSuccess, ["K810"]))
    #expect(found.besides.isSuperset(of: ["K411", "K813"]))
  }
}
