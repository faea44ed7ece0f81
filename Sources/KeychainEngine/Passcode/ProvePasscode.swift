// SPDX-License-Identifier: Apache-2.0
package import Authentication
import Keybag
package import KeychainTypes
import SecureMemory

extension Session {
  /// See `AuthenticationStore`.
  package func verdict(on passcode: Passcode) throws(KeychainError) -> PasscodeVerdict {
    try withAttempts { (keys, now) throws(KeybagError) in
      do throws(KeybagError) {
        _ = try keys.open(
          trying: passcode, at: .prompt, remembering: engine.lastWrong, at: now,
          randomness: engine.environment.randomness)
        return .right
      } catch .wrongPasscode {
        return .wrong(tries: Int(try keys.readAttempts(at: now).prompt.count))
      } catch .throttled(let seconds) {
        return .throttled(seconds: seconds)
      } catch .passcode(isSet: false) {
        return .notSet
      }
    }
  }

  /// See `AuthenticationStore`.
  package func secondsToWait() throws(KeychainError) -> Int {
    try withAttempts { (keys, now) throws(KeybagError) in
      try keys.keepAttempts(at: now).prompt.secondsToWait(at: now)
    }
  }

  /// See `AuthenticationStore`.
  package func countBiometry(_ change: Int?) throws(KeychainError) -> Int {
    try withAttempts { (keys, now) throws(KeybagError) in
      let count = try keys.changeBiometryFailures(at: now) { count in
        guard let change else { return 0 }
        let limit = Int(PasscodeThrottle.biometryLimit)
        return UInt32(min(max(Int(min(count, UInt32(limit))) + change, 0), limit))
      }
      return Int(count)
    }
  }

  /// Works on the file of wrong tries while nobody else does.
  private func withAttempts<R>(
    _ body: (KeybagFiles, BootMoment) throws(KeybagError) -> R
  ) throws(KeychainError) -> R {
    try changingKeybag { (keys, _, now) throws(KeychainError) in
      try Engine.keying(engine.files) { () throws(KeybagError) in try body(keys, now) }
    }
  }
}
