// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Story 4: an app that takes a failed read for damage signs all users out
/// (Specification/diagnostics.md, "Stories on the simulated device").
@Suite("story 4: factory reset on a read error")
struct FactoryResetTests {
  private let mine: [NSString: Any] = ["svce": "session", "acct": "ann"]

  private func stage() -> Stage {
    let stage = Stage()
    for account in ["ann", "bob", "cid"] { stage.add(["svce": "session", "acct": account]) }
    stage.phone.lock()
    return stage
  }

  @Test("woken in the background it deletes what was only locked")
  func wrong() throws {
    let stage = stage()
    let calls = stage.record {
      stage.perform(stage.search(mine), errSecInteractionNotAllowed)
      stage.perform(.delete(Stage.password([:])), errSecSuccess)
    }
    #expect(calls.first?.telling.contains("K310") == true)
    #expect(Set(calls.last?.telling ?? []) == ["K801", "K802"])
    #expect(try stage.phone.unlock(passcode: "1234"))
    // The harm: all sessions are deleted.
    #expect(stage.count(["svce": "session"]) == 0)
  }

  @Test("with -25308 handled, the items are there after the unlock")
  func right() throws {
    let stage = stage()
    stage.perform(stage.search(mine), errSecInteractionNotAllowed)
    #expect(try stage.phone.unlock(passcode: "1234"))
    #expect(stage.count(["svce": "session"]) == 3)
  }
}
