// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import LocalAuthentication
import Security
import Testing
import Wallet

/// What a team wants to know of its code, told on a phone that nobody has to hold.
///
/// The code under test is a parameter, so that `BugTests` can tell the same of code with a bug.
struct Stories {
  var tokens = TokenCode(Tokens())
  var restore: @Sendable (Tokens) -> UserSession.Start = { UserSession($0).restore() }
  var seal: @Sendable (Vault) -> OSStatus = { $0.seal("s") }
  var saveAll: @Sendable (Account) -> OSStatus = { $0.saveAll() }
  var firstRun: @Sendable (Tokens) -> Void = { FirstRun($0).cleanUp(hasRunBefore: false) }
  var openGate: @Sendable () async throws -> Void = { try await Gate().open() }

  /// The calls of `Tokens` that a bug may have.
  struct TokenCode: Sendable {
    var loadStatus: @Sendable () -> OSStatus

    init(_ tokens: Tokens) { loadStatus = { tokens.loadStatus() } }
  }

  init() {
    // A prompt that no step answers is a failure of the test that runs.
    SimulatedDevice.failTest = { Issue.record("\($0)") }
  }

  func backgroundRefreshWhileLocked() {
    let phone = SimulatedDevice.phone()
    phone.run { _ = Tokens().save("t1", accessible: kSecAttrAccessibleWhenUnlocked) }
    phone.lock()
    // Not errSecItemNotFound: the user must not be asked to sign in.
    #expect(phone.run { tokens.loadStatus() } == errSecInteractionNotAllowed)
  }

  func firstLaunchAfterReboot() {
    let phone = SimulatedDevice.phone()
    phone.run { _ = Tokens().save("t1", accessible: kSecAttrAccessibleAfterFirstUnlock) }
    phone.reboot()
    #expect(phone.run { restore(Tokens()) } == .tryLater)
    phone.unlock()
    #expect(phone.run { restore(Tokens()) } == .signedIn)
    #expect(phone.items.count == 1)
  }

  func newFingerInvalidates() throws {
    let phone = SimulatedDevice.phone(enrolled: ["right index"])
    phone.run { #expect(seal(Vault()) == errSecSuccess) }
    try phone.enrol("left thumb")
    #expect(phone.run { Vault().openStatus() } == errSecItemNotFound)
    // Nobody is asked in vain.
    #expect(phone.prompts.isEmpty)
  }

  func moveToNewPhone() throws {
    let old = SimulatedDevice.phone()
    let new = SimulatedDevice.phone(passcode: "9999", enrolled: [])
    old.run { #expect(saveAll(Account()) == errSecSuccess) }
    try new.restore(old.backup(encrypted: true))
    #expect(new.run { Account().names() } == ["roaming"])
    #expect(old.run { Account().names() } == ["phone", "roaming"])
  }

  func reinstallFindsOldItems() {
    let phone = SimulatedDevice.phone()
    phone.run { _ = Tokens().save("old") }
    phone.delete(.main)
    phone.install(.main)
    let token = phone.run {
      firstRun(Tokens())
      return Tokens().load()
    }
    #expect(token == nil)
  }

  func cancelIsNotFailure() async {
    let phone = SimulatedDevice.phone()
    phone.answer(.noMatch, .cancel)
    let error = await #expect(throws: LAError.self) { try await phone.run { try await openGate() } }
    // LAError.userCancel is a code, no error.
    #expect(error?.code == .userCancel)
    #expect(phone.state.biometryFailures == 1)
    #expect(phone.prompts.last?.reason == "open the safe")
  }
}
