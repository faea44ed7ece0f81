// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The passcode and the lock of a scripted store.
struct ScriptedLock: Sendable {
  var passcode: SecretBytes?
  var state = LockState.unlocked
  var limit: UnlockLimit?
  /// Seconds that tries have to wait.
  var wait: Int?

  var status: LockStatus {
    LockStatus(
      state: state, hasPasscode: passcode != nil, secondsToWait: wait ?? 0,
      secondsToLock: state == .unlocked ? limit?.seconds : nil)
  }

  mutating func set(_ new: Passcode, _ limit: UnlockLimit) throws(KeychainError) {
    guard passcode == nil else { throw .parameter("the store has a passcode already") }
    passcode = new.bytes
    self.limit = limit
  }

  func require(_ given: Passcode) throws(KeychainError) {
    guard let passcode else { throw .parameter("the store has no passcode") }
    if let wait {
      throw KeychainError(
        .authorizationFailed, "no try is looked at for some time", context: .seconds(wait))
    }
    guard passcode == given.bytes else {
      throw KeychainError(.authorizationFailed, "the passcode is wrong")
    }
  }
}
