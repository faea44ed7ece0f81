// SPDX-License-Identifier: Apache-2.0
package import Authentication
import Keybag
import KeychainRows
package import KeychainTypes
import SecureMemory

extension Session: AuthenticationStore {
  /// Returns whether the store has a passcode and is unlocked, the version of the passcode, and the
  /// time.
  ///
  /// See `AuthenticationStore`.
  package func storeFacts() throws(KeychainError) -> StoreFacts {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let keys = try engine.currentKeys()
    let moment = engine.environment.clock.bootMoment
    let boot = moment.boot.high &* 257 &+ moment.boot.low
    return StoreFacts(
      hasPasscode: keys.hasPasscode, passcodeVersion: keys.passcodeVersion,
      isUnlocked: keys.lockState == .unlocked, era: boot &+ UInt64(keys.generation),
      now: moment.microseconds)
  }

  /// Returns the facts about the fingerprint reader and its enrolled fingers, or nil if the reader
  /// is absent, disconnected or broken.
  ///
  /// If the reader refuses access or is busy, the facts say that it is not usable.
  ///
  /// See `AuthenticationStore`.
  package func biometry(
    _ found: Result<FingerSensor, FingerFailure>
  ) throws(KeychainError) -> AuthenticationFacts.Biometry? {
    switch found {
    case .success(let sensor):
      let texts = [sensor.name, sensor.scanType] + sensor.fingers
      return try biometry(sensor.fingers, generation(seeing: texts))
    case .failure(.noneEnrolled):
      return try biometry([], generation(seeing: []))
    case .failure(.refused), .failure(.busy):
      var biometry = try biometry([], knownGeneration() ?? .zero)
      biometry.isUsable = false
      return biometry
    case .failure(.absent), .failure(.disconnected), .failure(.broken):
      return nil
    }
  }

  /// Sets the closure that runs when any process locks the store.
  ///
  /// See `AuthenticationStore`.
  package func whenLocked(_ body: @escaping @Sendable () -> Void) { engine.whenLocked(body) }

  /// Sets the closure that runs after every lock, unlock or change of passcode.
  ///
  /// See `AuthenticationStore`.
  package func whenChanged(_ body: (@Sendable () -> Void)?) { engine.whenChanged(body) }

  private func biometry(
    _ fingers: [String], _ generation: Identifier16
  ) throws(KeychainError) -> AuthenticationFacts.Biometry {
    var biometry = AuthenticationFacts.Biometry(
      .touch, generation: generation, enrolments: fingers)
    biometry.isLockedOut = try readingKeys { (keys) throws(KeybagError) in
      let attempts = try keys.readAttempts(at: engine.environment.clock.bootMoment)
      return attempts.biometryFailures >= PasscodeThrottle.biometryLimit
    }
    return biometry
  }

  /// Returns the enrolment generation: a random marker that is replaced if the enrolled fingers
  /// change.
  ///
  /// If the fingers have changed since the last call, draws a new marker and stores it.
  ///
  /// - Parameter texts: the name and the scan type of the fingerprint reader, and the names of the
  ///   enrolled fingers. Empty if no finger is enrolled.
  private func generation(seeing texts: [String]) throws(KeychainError) -> Identifier16 {
    let known = try readingKeys { (keys) throws(KeybagError) in
      try keys.enrolmentGeneration(seeing: texts)
    }
    if let known { return known }
    return try changingKeybag { (keys, _, _) throws(KeychainError) in
      try Engine.keying(engine.files) { () throws(KeybagError) in
        try keys.renewEnrolmentGeneration(
          seeing: texts, randomness: engine.environment.randomness)
      }
    }
  }

  /// Replaces the marker of the enrolled fingers, as if no finger were enrolled.
  ///
  /// Called when a finger was enrolled. The next call of `biometry` that finds fingers draws
  /// another marker.
  package func renewFingers() throws(KeychainError) { _ = try generation(seeing: []) }

  private func knownGeneration() throws(KeychainError) -> Identifier16? {
    try readingKeys { (keys) throws(KeybagError) in try keys.enrolmentGeneration(seeing: nil) }
  }

  /// Returns the bytes of a domain state of `LAContext`, which change when the enrolled fingers or
  /// paired devices change.
  ///
  /// The bytes are derived from `info` and the device key, and are different for each application.
  /// `info` contains the enrolled fingers or the paired devices.
  ///
  /// See `AuthenticationStore`.
  package func domainState(_ info: [UInt8], for caller: Caller) throws(KeychainError) -> [UInt8] {
    try readingKeys { (keys) throws(KeybagError) in
      try keys.domainState(salt: Array(caller.identifier.utf8), info: info)
    }
  }

  /// Passes the store's keybag files to a body that reads the device key, the keybag or the counts
  /// of wrong passcodes.
  ///
  /// An error of the keybag becomes a `KeychainError`. The process cannot fork while the body runs.
  private func readingKeys<R>(
    _ body: (KeybagFiles) throws(KeybagError) -> R
  ) throws(KeychainError) -> R {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try Engine.keying(engine.files) { () throws(KeybagError) in
      try body(engine.environment.keys(in: engine.files.directory))
    }
  }
}

extension Session {
  /// Verifies a passcode without unlocking anything, and counts a wrong passcode.
  ///
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

  /// Returns the seconds until a passcode is accepted: 0 if a passcode is accepted now.
  ///
  /// See `AuthenticationStore`.
  package func secondsToWait() throws(KeychainError) -> Int {
    try withAttempts { (keys, now) throws(KeybagError) in
      try keys.keepAttempts(at: now).prompt.secondsToWait(at: now)
    }
  }

  /// Changes the count of failed biometric matches, and returns the new count.
  ///
  /// See `AuthenticationStore`.
  ///
  /// - Parameter change: the number to add, or nil to reset the count to zero. The new count is at
  ///   least zero and at most `PasscodeThrottle.biometryLimit`.
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

  /// Runs a body that uses the file with the counts of wrong passcodes and failed finger matches.
  ///
  /// No other process changes this file meanwhile.
  private func withAttempts<R>(
    _ body: (KeybagFiles, BootMoment) throws(KeybagError) -> R
  ) throws(KeychainError) -> R {
    try changingKeybag { (keys, _, now) throws(KeychainError) in
      try Engine.keying(engine.files) { () throws(KeybagError) in try body(keys, now) }
    }
  }
}
