// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import LocalAuthentication
import Security
import Wallet
import XCTest

/// The same stories for a team that has its tests in XCTest.
final class StoryXCTests: XCTestCase {
  override func setUp() {
    // A prompt that no step answers is a failure of the test that runs.
    SimulatedDevice.failTest = { XCTFail($0) }
  }

  func testBackgroundRefreshWhileLocked() {
    let phone = SimulatedDevice.phone()
    phone.run { _ = Tokens().save("t1", accessible: kSecAttrAccessibleWhenUnlocked) }
    phone.lock()
    XCTAssertEqual(phone.run { Tokens().loadStatus() }, errSecInteractionNotAllowed)
  }

  func testFirstLaunchAfterReboot() {
    let phone = SimulatedDevice.phone()
    let session = UserSession(Tokens())
    phone.run { _ = Tokens().save("t1", accessible: kSecAttrAccessibleAfterFirstUnlock) }
    phone.reboot()
    XCTAssertEqual(phone.run { session.restore() }, .tryLater)
    phone.unlock()
    XCTAssertEqual(phone.run { session.restore() }, .signedIn)
    XCTAssertEqual(phone.items.count, 1)
  }

  func testNewFingerInvalidates() throws {
    let phone = SimulatedDevice.phone(enrolled: ["right index"])
    phone.run { XCTAssertEqual(Vault().seal("s"), errSecSuccess) }
    try phone.enrol("left thumb")
    XCTAssertEqual(phone.run { Vault().openStatus() }, errSecItemNotFound)
    XCTAssertTrue(phone.prompts.isEmpty)
  }

  func testMoveToNewPhone() throws {
    let old = SimulatedDevice.phone()
    let new = SimulatedDevice.phone(passcode: "9999", enrolled: [])
    old.run { XCTAssertEqual(Account().saveAll(), errSecSuccess) }
    try new.restore(old.backup(encrypted: true))
    XCTAssertEqual(new.run { Account().names() }, ["roaming"])
  }

  func testReinstallFindsOldItems() {
    let phone = SimulatedDevice.phone()
    phone.run { _ = Tokens().save("old") }
    phone.delete(.main)
    phone.install(.main)
    let token = phone.run {
      FirstRun(Tokens()).cleanUp(hasRunBefore: false)
      return Tokens().load()
    }
    XCTAssertNil(token)
  }

  func testCancelIsNotFailure() async throws {
    let phone = SimulatedDevice.phone()
    phone.answer(.noMatch, .cancel)
    do {
      try await phone.run { try await Gate().open() }
      XCTFail("the gate is open")
    } catch {
      XCTAssertEqual((error as? LAError)?.code, .userCancel)
    }
    XCTAssertEqual(phone.state.biometryFailures, 1)
    XCTAssertEqual(phone.prompts.last?.reason, "open the safe")
  }
}
