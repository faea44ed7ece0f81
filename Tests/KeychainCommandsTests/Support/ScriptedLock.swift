// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The passcode and the lock of a scripted store.
struct ScriptedLock: Sendable {
  var passcode: SecretBytes?
  var state = LockState.unlocked
  var limit: UnlockLimit?
  /// The number of seconds that a try at the prompt must wait, or nil for no wait.
  var wait: Int?
  /// The doors through which passcodes came, in order.
  var doors: [PasscodeDoor] = []
  var countsAreLost = false
  var programTries: [LockStatus.ProgramTries] = []
  /// True if the kernel holds the keys.
  var isShared = true

  var status: LockStatus {
    LockStatus(
      state: state, hasPasscode: passcode != nil, countsAreLost: countsAreLost,
      secondsToWait: wait ?? 0, programTries: programTries,
      secondsToLock: state == .unlocked ? limit?.seconds : nil, isShared: isShared)
  }

  mutating func set(_ new: Passcode, _ limit: UnlockLimit) throws(KeychainError) {
    guard passcode == nil else { throw .parameter("the store has a passcode already") }
    passcode = new.bytes
    self.limit = limit
  }

  mutating func require(_ given: Passcode, at door: PasscodeDoor) throws(KeychainError) {
    doors.append(door)
    guard let passcode else { throw .parameter("the store has no passcode") }
    if let wait, door == .prompt {
      throw KeychainError(
        .authorizationFailed, "no passcode is accepted for some time", context: .seconds(wait))
    }
    guard passcode == given.bytes else {
      throw KeychainError(.authorizationFailed, "the passcode is wrong")
    }
  }
}
