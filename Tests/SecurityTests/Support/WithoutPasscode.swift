// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A service of tests that are not about passcodes: it refuses all that is asked about one.
protocol WithoutPasscode: Administration {}

extension WithoutPasscode {
  private var refusal: KeychainError { .parameter("this service knows no passcode") }

  func lockStatus() throws(KeychainError) -> LockStatus { throw refusal }
  func setPasscode(_ passcode: Passcode, for limit: UnlockLimit) throws(KeychainError) {
    throw refusal
  }
  func changePasscode(
    from old: Passcode, to new: Passcode, for limit: UnlockLimit
  ) throws(KeychainError) { throw refusal }
  func removePasscode(_ passcode: Passcode) throws(KeychainError) { throw refusal }
  func unlockStore(
    _ passcode: Passcode, at door: PasscodeDoor, for limit: UnlockLimit
  ) throws(KeychainError) { throw refusal }
  func lockStore(all: Bool) throws(KeychainError) { throw refusal }
}
