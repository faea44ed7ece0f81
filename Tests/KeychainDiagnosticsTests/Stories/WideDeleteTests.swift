// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Story 9: signing out of one app deletes items that its sister shares
/// (Specification/diagnostics.md, "Stories on the simulated device").
@Suite("story 9: a delete was wider than meant")
struct WideDeleteTests {
  private let sister = SimulatedDevice.App(
    "com.example.b", entitlements: .init(prefix: Stage.team, groups: [Stage.group("g1")]))

  @Test("the dry run counts four, the sister app learns that another program did it")
  func signOut() {
    let stage = Stage()
    stage.phone.install(sister)
    for account in ["ann", "bob", "cid"] { stage.add(["svce": "a", "acct": account]) }
    stage.add(["svce": "a", "acct": "dee"], as: sister)
    let signOut = KeychainCall.delete(Stage.password(["svce": "a"]))
    let rehearsed = stage.explain(signOut, performs: false)
    #expect(rehearsed.telling == ["K801"] && rehearsed.text.contains("4 items"))
    #expect(stage.count(["svce": "a"]) == 4)
    stage.perform(signOut, errSecSuccess)
    let search = KeychainCall.copyMatching(Stage.password(["svce": "a", "acct": "dee"]))
    let missed = stage.phone.explain(search, as: sister)
    #expect(missed.status == errSecItemNotFound && missed.telling == ["K217"])
    #expect(missed.text.contains("Another program") && missed.text.contains("4 items"))
    #expect(!missed.text.contains("com.example.a"))
  }
}
