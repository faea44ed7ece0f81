// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import LocalAuthentication
import Security
import Wallet
import XCTest

/// The stories for a team that writes its tests with XCTest.
final class StoryXCTests: XCTestCase {
  private let app = SimulatedDevice.App(
    "TEAM1.com.example.wallet", groups: ["TEAM1.com.example.shared"])

  func testBackgroundRefreshWhileLocked() throws {
    try SimulatedDevice.phone(app: app).use { phone in
      Tokens().save("t1", accessible: kSecAttrAccessibleWhenUnlocked)
      phone.lock()
      XCTAssertEqual(Tokens().loadStatus(), errSecInteractionNotAllowed)
    }
  }

  func testFirstLaunchAfterReboot() throws {
    try SimulatedDevice.phone(app: app).use { phone in
      let session = UserSession(Tokens())
      Tokens().save("t1", accessible: kSecAttrAccessibleAfterFirstUnlock)
      phone.reboot()
      XCTAssertEqual(session.restore(), .tryLater)
      phone.unlock()
      XCTAssertEqual(session.restore(), .signedIn)
      XCTAssertEqual(phone.items.count, 1)
    }
  }

  func testNewFingerInvalidates() throws {
    try SimulatedDevice.phone(app: app).use { phone in
      XCTAssertEqual(Vault().seal("s"), errSecSuccess)
      try phone.enrol("left thumb")
      XCTAssertEqual(Vault().openStatus(), errSecItemNotFound)
      XCTAssertTrue(phone.prompts.isEmpty)
    }
  }

  func testMoveToNewPhone() throws {
    let old = SimulatedDevice.phone(app: app)
    try old.use { _ in XCTAssertEqual(Account().saveAll(), errSecSuccess) }
    try SimulatedDevice.phone(app: app, passcode: "9999", enrolled: []).use { new in
      try new.restore(old.backup(encrypted: true))
      XCTAssertEqual(Account().names(), ["roaming"])
    }
  }

  func testReinstallFindsOldItems() throws {
    try SimulatedDevice.phone(app: app).use { phone in
      Tokens().save("old")
      phone.delete(app)
      phone.install(app)
      FirstRun(Tokens()).cleanUp(hasRunBefore: false)
      XCTAssertNil(Tokens().load())
    }
  }

  func testCancelIsNotFailure() async throws {
    try await SimulatedDevice.phone(app: app).use { phone in
      phone.answer(.noMatch, .cancel)
      do {
        try await Gate().open()
        XCTFail("the gate is open")
      } catch {
        XCTAssertEqual((error as? LAError)?.code, .userCancel)
      }
      XCTAssertEqual(phone.state.biometryFailures, 1)
      XCTAssertEqual(phone.prompts.last?.reason, "open the safe")
    }
  }

  /// An answer that no prompt uses fails the test, even if its other errors are caught.
  func testUnusedAnswerIsThrown() {
    XCTAssertThrowsError(
      try SimulatedDevice.phone(app: app).use { phone in phone.answer(.cancel) }
    ) { error in
      XCTAssertEqual((error as? TestMistakes)?.mistakes.map(\.kind), [.unusedAnswer])
    }
  }
}
