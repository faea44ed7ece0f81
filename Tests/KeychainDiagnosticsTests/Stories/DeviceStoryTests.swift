// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Stories of one phone (Specification/diagnostics.md, "Stories on the simulated device"): stories
/// 5, 6, 7 and 10.
@Suite("stories 5, 6, 7, 10: what a device does")
struct DeviceStoryTests {
  @Test("5: a call comes in before the first unlock")
  func firstUnlock() throws {
    let stage = Stage()
    let credentials: [NSString: Any] = ["svce": "voip", "acct": "ann"]
    stage.add(credentials.merging(["pdmn": kSecAttrAccessibleAfterFirstUnlock]) { $1 })
    stage.phone.reboot()
    let found = stage.explain(stage.search(credentials))
    #expect(found.status == errSecInteractionNotAllowed && found.telling.first == "K302")
    // Signing in anew does not help: the add would need the locked class key.
    #expect(stage.explain(stage.adding(credentials)).status == errSecInteractionNotAllowed)
    #expect(try stage.phone.unlock(passcode: "1234"))
    #expect(stage.count(credentials) == 1)
  }

  @Test("6: two users and no account")
  func noAccount() {
    let stage = Stage()
    stage.add(["svce": "app", "data": Data("ann".utf8)])
    let second = stage.explain(stage.adding(["svce": "app", "data": Data("bob".utf8)]))
    #expect(second.telling == ["K103"])
    #expect(stage.secret(["svce": "app"]) == "ann")
    stage.add(["svce": "app", "acct": "bob", "data": Data("bob".utf8)])
    #expect(stage.count(["svce": "app"]) == 2)
  }

  @Test("7: the simulator said yes")
  func simulator() {
    let without = Stage(passcode: nil)
    without.add(["svce": "a"])
    without.phone.lock()
    let yes = without.explain(without.search(["svce": "a"]))
    #expect(yes.status == errSecSuccess && yes.besides.contains("K315"))
    let phone = Stage()
    phone.add(["svce": "a"])
    phone.phone.lock()
    #expect(phone.explain(phone.search(["svce": "a"])).telling.first == "K301")
  }

  @Test("10: a new finger ends what was bound to the old ones, and nobody is asked")
  func newFinger() throws {
    let stage = Stage()
    stage.add(["svce": "vault", "accc": try control(.biometryCurrentSet)])
    try stage.phone.enrol("left index")
    let found = stage.explain(stage.search(["svce": "vault", "r_Data": true]))
    #expect(found.status == errSecItemNotFound && found.telling == ["K219"])
    #expect(found.text.contains("enrolled fingers changed"))
  }
}
