// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests of Specification/diagnostics.md, "Conformance cases", cases 31 to 43.
@Suite("diagnosis: locked")
struct LockCaseTests {
  @Test("case 31: a locked item")
  func locked() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    stage.phone.lock()
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.telling == ["K301", "K310"])
    #expect(found.besides.contains("K311"))
  }

  @Test("case 32: before the first unlock")
  func firstUnlock() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "pdmn": kSecAttrAccessibleAfterFirstUnlock])
    stage.phone.reboot()
    #expect(stage.explain(stage.search(["svce": "a", "acct": "b"])).telling == ["K302", "K310"])
  }

  @Test("case 33: one locked item fails the whole search")
  func some() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "1"])
    stage.add(["svce": "a", "acct": "2", "pdmn": kSecAttrAccessibleAfterFirstUnlock])
    stage.add(["svce": "a", "acct": "3", "pdmn": "dk"])
    stage.phone.lock()
    let found = stage.explain(stage.search(["svce": "a", "limit": kSecMatchLimitAll]))
    #expect(found.telling == ["K303", "K301", "K310"])
  }

  @Test("case 34: an add needs the class key")
  func add() {
    let stage = Stage()
    stage.phone.lock()
    #expect(stage.explain(stage.adding(["svce": "a", "acct": "b"])).telling == ["K304"])
  }

  @Test("case 35: the place is held by a locked item")
  func slot() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    stage.phone.lock()
    let found = stage.explain(
      stage.adding(["svce": "a", "acct": "b", "pdmn": kSecAttrAccessibleAfterFirstUnlock]))
    #expect(found.telling == ["K305"])
  }

  @Test("case 36: an update needs old and new key")
  func update() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    stage.phone.lock()
    let query = Stage.password(["svce": "a", "acct": "b"])
    let changes: [NSDictionary] = [
      [kSecAttrLabel: "L"], [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock],
    ]
    for changes in changes {
      #expect(stage.explain(.update(query, setting: changes)).telling == ["K306", "K310"])
    }
  }

  @Test("case 38: the call forbids asking")
  func forbidden() throws {
    let stage = Stage()
    stage.add(["svce": "a", "accc": try control(.userPresence)])
    let fail = stage.explain(stage.search(["svce": "a", "ui": kSecUseAuthenticationUIFail]))
    #expect(fail.telling == ["K307"])
    let context = LAContext()
    context.interactionNotAllowed = true
    let quiet = stage.explain(stage.search(["svce": "a", "context": context]))
    #expect(quiet.telling == ["K307"])
  }

  @Test("case 39: in the background, and with nobody to ask")
  func background() throws {
    let stage = Stage()
    stage.add(["svce": "a", "accc": try control(.biometryCurrentSet)])
    stage.phone.enterBackground()
    #expect(stage.explain(stage.search(["svce": "a"])).telling == ["K309"])
  }

  @Test("case 42: a protection that needs a passcode")
  func passcode() {
    let stage = Stage(passcode: nil)
    let found = stage.explain(
      stage.adding(["svce": "a", "pdmn": kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]))
    #expect(found.status == errSecNotAvailable)
    #expect(found.telling == ["K314"])
  }

  @Test("case 43: a device that never locks")
  func untested() {
    let stage = Stage(passcode: nil)
    stage.add(["svce": "a"])
    let found = stage.explain(stage.search(["svce": "a"]))
    #expect(found.status == errSecSuccess)
    #expect(found.besides.contains("K315"))
  }

  @Test("an explanation asks nobody, and says what would be asked")
  func asksNobody() throws {
    let stage = Stage()
    stage.add(["svce": "a", "accc": try control(.userPresence)])
    let before = stage.phone.journal
    let found = stage.phone.explain(stage.search(["svce": "a", "r_Data": true]))
    #expect(found.status == errSecSuccess)
    #expect(found.text.contains("after asking for userPresence"))
    #expect(stage.phone.prompts.isEmpty)
    #expect(stage.phone.journal == before)
  }
}
