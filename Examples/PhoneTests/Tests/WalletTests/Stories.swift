// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import LocalAuthentication
import Security
import Testing
import Wallet

/// Stories about the app's code, told on a simulated phone.
///
/// The code under test is a parameter, so that `BugTests` can tell the stories with code that has a
/// bug.
struct Stories {
  var tokens = TokenCode(Tokens())
  var restore: @Sendable (Tokens) -> UserSession.Start = { UserSession($0).restore() }
  var seal: @Sendable (Vault) -> OSStatus = { $0.seal("s") }
  var saveAll: @Sendable (Account) -> OSStatus = { $0.saveAll() }
  var firstRun: @Sendable (Tokens) -> Void = { FirstRun($0).cleanUp(hasRunBefore: false) }
  var openGate: @Sendable () async throws -> Void = { try await Gate().open() }

  /// The calls of `Tokens` that may have a bug.
  struct TokenCode: Sendable {
    var loadStatus: @Sendable () -> OSStatus

    init(_ tokens: Tokens) { loadStatus = { tokens.loadStatus() } }
  }

  /// The app, as its entitlements file describes it.
  static let app = SimulatedDevice.App(
    "TEAM1.com.example.wallet", groups: ["TEAM1.com.example.shared"])

  func backgroundRefreshWhileLocked() throws {
    try SimulatedDevice.phone(app: Self.app).use { phone in
      Tokens().save("t1", accessible: kSecAttrAccessibleWhenUnlocked)
      phone.lock()
      // The status is not errSecItemNotFound: the user must not be asked to sign in.
      #expect(tokens.loadStatus() == errSecInteractionNotAllowed)
    }
  }

  func firstLaunchAfterReboot() throws {
    try SimulatedDevice.phone(app: Self.app).use { phone in
      Tokens().save("t1", accessible: kSecAttrAccessibleAfterFirstUnlock)
      phone.reboot()
      #expect(restore(Tokens()) == .tryLater)
      phone.unlock()
      #expect(restore(Tokens()) == .signedIn)
      #expect(phone.items.count == 1)
    }
  }

  func newFingerInvalidates() throws {
    try SimulatedDevice.phone(app: Self.app).use { phone in
      #expect(seal(Vault()) == errSecSuccess)
      try phone.enrol("left thumb")
      #expect(Vault().openStatus() == errSecItemNotFound)
      // No prompt comes that could not succeed.
      #expect(phone.prompts.isEmpty)
    }
  }

  func moveToNewPhone() throws {
    let old = SimulatedDevice.phone(app: Self.app)
    try old.use { _ in #expect(saveAll(Account()) == errSecSuccess) }
    try SimulatedDevice.phone(app: Self.app, passcode: "9999", enrolled: []).use { new in
      try new.restore(old.backup(encrypted: true))
      #expect(Account().names() == ["roaming"])
    }
    try old.use { _ in #expect(Account().names() == ["phone", "roaming"]) }
  }

  func reinstallFindsOldItems() throws {
    try SimulatedDevice.phone(app: Self.app).use { phone in
      Tokens().save("old")
      phone.delete(Self.app)
      phone.install(Self.app)
      firstRun(Tokens())
      #expect(Tokens().load() == nil)
    }
  }

  func cancelIsNotFailure() async throws {
    try await SimulatedDevice.phone(app: Self.app).use { phone in
      phone.answer(.noMatch, .cancel)
      let error = await #expect(throws: LAError.self) { try await openGate() }
      // LAError.userCancel is the code, not the error.
      #expect(error?.code == .userCancel)
      #expect(phone.state.biometryFailures == 1)
      #expect(phone.prompts.last?.reason == "open the safe")
    }
  }
}
