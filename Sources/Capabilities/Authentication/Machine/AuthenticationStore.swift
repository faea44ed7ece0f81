// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The store that a machine authenticates for: it has the passcode, the counts of what failed and
/// the generation of the fingers (spec/access-control.md 3.1, 3.5, 4.3).
///
/// Calls are short but for the verdict, which takes about half a second.
package protocol AuthenticationStore: Sendable {
  /// Passcode and lock state, as they are now.
  func storeFacts() throws(KeychainError) -> StoreFacts

  /// Reader and fingers as the store knows them, from what was found of them just now: another
  /// sight than the last has another generation.
  ///
  /// - Returns: nil where there is no reader.
  func biometry(
    _ found: Result<FingerSensor, FingerFailure>
  ) throws(KeychainError) -> AuthenticationFacts.Biometry?

  /// Verifies a passcode without unlocking anything; counted like every try at the prompt
  /// (spec/access-control.md 4.3, *two doors*).
  func verdict(on passcode: Passcode) throws(KeychainError) -> PasscodeVerdict

  /// Seconds until a passcode is looked at; 0 where it is at once.
  func secondsToWait() throws(KeychainError) -> Int

  /// Counts matches of biometry that failed, durably, up to the limit of the device.
  ///
  /// - Parameter change: 1 before a match is looked at, -1 where none came of it, nil for the
  ///   match that ends the row.
  /// - Returns: the new count.
  func countBiometry(_ change: Int?) throws(KeychainError) -> Int

  /// The 32 bytes that stand for `info` on this device, for an application
  /// (spec/access-control.md 1.5).
  func domainState(_ info: [UInt8], for caller: Caller) throws(KeychainError) -> [UInt8]

  /// Names who is told when the store is locked, by whichever process; the last one named counts.
  func whenLocked(_ body: @escaping @Sendable () -> Void)

  /// Names who is told, outside of all calls, that the store was locked or unlocked or another
  /// passcode set, by whichever process; the last one named counts.
  ///
  /// - Parameter body: nil for nobody: nothing waits for news then.
  func whenChanged(_ body: (@Sendable () -> Void)?)
}

/// What a store knows of who authenticates.
package struct StoreFacts: Hashable, Sendable {
  package let hasPasscode: Bool
  /// Another number for another passcode.
  package let passcodeVersion: UInt64
  package let isUnlocked: Bool
  /// Another number after each lock, unlocking and restart.
  package let era: UInt64
  /// Microseconds since boot.
  package let now: Int64

  package init(
    hasPasscode: Bool, passcodeVersion: UInt64, isUnlocked: Bool, era: UInt64, now: Int64
  ) {
    self.hasPasscode = hasPasscode
    self.passcodeVersion = passcodeVersion
    self.isUnlocked = isUnlocked
    self.era = era
    self.now = now
  }
}

/// What a passcode that was typed at a prompt of authentication proves.
package enum PasscodeVerdict: Hashable, Sendable {
  case right
  /// Wrong, and so many tries were by now.
  case wrong(tries: Int)
  /// Nothing was looked at, nor will be for so many seconds.
  case throttled(seconds: Int)
  /// There is no passcode any more.
  case notSet
}
