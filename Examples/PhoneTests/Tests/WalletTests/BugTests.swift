// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import LocalAuthentication
import Security
import Testing
import Wallet

/// Tells the stories with code that has a common bug.
///
/// Each story must fail.
@Suite("Stories find the bug they are about") struct BugTests {
  @Test("every error is taken for a missing token")
  func anyErrorIsNotFound() {
    var stories = Stories()
    stories.tokens.loadStatus = {
      Tokens().load() == nil ? errSecItemNotFound : errSecSuccess
    }
    withKnownIssue { try stories.backgroundRefreshWhileLocked() }
  }

  @Test("a token that cannot be read yet signs the user out")
  func signedOutTooEarly() {
    var stories = Stories()
    stories.restore = { $0.load() == nil ? .signedOut : .signedIn }
    withKnownIssue { try stories.firstLaunchAfterReboot() }
  }

  @Test("a token that cannot be read is replaced")
  func replaced() {
    var stories = Stories()
    stories.restore = { tokens in
      if tokens.load() == nil { tokens.remove() }
      return UserSession(tokens).restore()
    }
    withKnownIssue { try stories.firstLaunchAfterReboot() }
  }

  @Test("the vault takes any finger")
  func anyFinger() {
    var stories = Stories()
    stories.seal = { $0.seal("s", flags: .biometryAny) }
    withKnownIssue { try stories.newFingerInvalidates() }
  }

  @Test("the key of the phone follows to the next one")
  func roamingKey() {
    var stories = Stories()
    stories.saveAll = { $0.saveAll(phoneKey: kSecAttrAccessibleWhenUnlocked) }
    withKnownIssue { try stories.moveToNewPhone() }
  }

  @Test("the first run leaves old items")
  func noCleaning() {
    var stories = Stories()
    stories.firstRun = { _ in }
    withKnownIssue { try stories.reinstallFindsOldItems() }
  }

  @Test("every outcome but success is a failure")
  func cancelIsFailure() async {
    var stories = Stories()
    stories.openGate = {
      do { try await Gate().open() } catch { throw LAError(.authenticationFailed) }
    }
    let told = stories
    await withKnownIssue { try await told.cancelIsNotFailure() }
  }

  @Test("an answer that no prompt uses is thrown at the end")
  func unusedAnswer() {
    let error = #expect(throws: TestMistakes.self) {
      try SimulatedDevice.phone(app: Stories.app).use { phone in phone.answer(.cancel) }
    }
    #expect(error?.mistakes.map(\.kind) == [.unusedAnswer])
  }
}
