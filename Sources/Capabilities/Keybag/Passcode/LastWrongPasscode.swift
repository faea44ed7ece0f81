// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
package import SecureMemory

/// Remembers the last wrong passcode, as a keyed digest in memory.
///
/// If the user enters this passcode again, the repetition is not counted as a further try
/// (Specification/access-control.md, "Throttling").
///
/// The key of the digest is random and never leaves the process. So no other program can find out
/// by the digest which passcode was entered.
package final class LastWrongPasscode: Sendable {
  private let randomness: any RandomnessSource
  /// The digest of the last wrong passcode, and the key with which it was computed.
  ///
  /// Nil if no wrong passcode is remembered. A new key is drawn for each remembered passcode.
  private let state = Lock<(key: SecretBytes, digest: SecretBytes)?>(nil)

  package init(randomness: any RandomnessSource) { self.randomness = randomness }

  /// Returns true if `passcode` is the remembered wrong passcode, and is therefore still wrong.
  ///
  /// False if the store's passcode has changed since.
  ///
  /// - Parameter derivation: the salt and cost of the store's passcode, which change with the
  ///   passcode.
  func holds(
    _ passcode: Passcode, _ derivation: PasscodeRecord.Derivation
  ) throws(KeybagError) -> Bool {
    guard let last = state.withLock({ $0 }) else { return false }
    return try Self.code(passcode, derivation, key: last.key) == last.digest
  }

  func remember(
    _ passcode: Passcode, _ derivation: PasscodeRecord.Derivation
  ) throws(KeybagError) {
    let key: SecretBytes
    do {
      key = try randomness.secret(count: 32)
    } catch {
      throw KeybagError(error)
    }
    let digest = try Self.code(passcode, derivation, key: key)
    state.withLock { $0 = (key, digest) }
  }

  func forget() { state.withLock { $0 = nil } }

  private static func code(
    _ passcode: Passcode, _ derivation: PasscodeRecord.Derivation, key: SecretBytes
  ) throws(KeybagError) -> SecretBytes {
    do {
      return try HMACSHA256(key: key).key(
        from: [SecretBytes(copying: derivation.salt), passcode.bytes])
    } catch {
      throw KeybagError(error)
    }
  }
}
