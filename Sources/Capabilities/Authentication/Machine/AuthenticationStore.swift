// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The keychain store whose passcode and failure counts `MachineAuthenticator` uses.
///
/// The store also records the enrolled fingers (Specification/access-control.md, "The passcode on
/// Linux", "Domain state and biometryCurrentSet", "Throttling").
///
/// Calls are short, except `verdict(on:)`, which takes about half a second.
package protocol AuthenticationStore: Sendable {
  /// Returns the present facts about the store's passcode and lock state.
  func storeFacts() throws(KeychainError) -> StoreFacts

  /// Returns the state of fingerprint authentication, for the reader that was just found.
  ///
  /// If the reader or its fingers differ from those that the store has recorded, the store records
  /// them with a new random identifier (generation).
  ///
  /// - Parameter found: the reader, or the reason why no finger can be verified.
  /// - Returns: nil if there is no reader.
  func biometry(
    _ found: Result<FingerSensor, FingerFailure>
  ) throws(KeychainError) -> AuthenticationFacts.Biometry?

  /// Verifies a passcode of the store without unlocking the store.
  ///
  /// A wrong passcode is counted like each wrong passcode at a prompt
  /// (Specification/access-control.md, "Throttling", row "two doors").
  func verdict(on passcode: Passcode) throws(KeychainError) -> PasscodeVerdict

  /// Returns the seconds until a passcode is accepted again after wrong passcodes.
  ///
  /// 0 if a passcode is accepted now.
  func secondsToWait() throws(KeychainError) -> Int

  /// Changes the durable count of failed attempts with a finger, but not beyond its upper limit.
  ///
  /// - Parameter change: 1 before an attempt, -1 if no attempt was made after all, 0 to read the
  ///   count. Nil sets the count to zero after a finger was recognised.
  /// - Returns: the new count.
  func countBiometry(_ change: Int?) throws(KeychainError) -> Int

  /// Derives the 32 bytes of a domain state of `LAContext`, which a program compares to notice that
  /// the enrolled fingers changed (Specification/access-control.md, "Domain state").
  ///
  /// The bytes are derived from the device key, the caller's application and `info`. Another
  /// device, another application or another `info` has different bytes.
  func domainState(_ info: [UInt8], for caller: Caller) throws(KeychainError) -> [UInt8]

  /// Sets the closure that runs when this process or another process locks the store.
  ///
  /// The new closure replaces the closure that was set before.
  func whenLocked(_ body: @escaping @Sendable () -> Void)

  /// Sets the closure that runs when any process locks or unlocks the store, or changes its
  /// passcode.
  ///
  /// The closure never runs during a call of the store. The new closure replaces the closure that
  /// was set before.
  ///
  /// - Parameter body: the closure. Nil to remove it.
  func whenChanged(_ body: (@Sendable () -> Void)?)
}

/// The outcome of verifying a passcode that was typed at an authentication prompt.
package enum PasscodeVerdict: Hashable, Sendable {
  case right
  /// The passcode is wrong.
  ///
  /// `tries` is the number of wrong passcodes since the last right passcode, including this one.
  case wrong(tries: Int)
  /// No passcode is accepted for this many seconds, and the given passcode was not verified.
  case throttled(seconds: Int)
  /// The store has no passcode any more: it was removed while the prompt was shown.
  case notSet
}
