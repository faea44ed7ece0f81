// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
package import SecureMemory

/// Which wrong passcode was tried last, as a keyed digest in memory: the same one again is no
/// further try (spec/access-control.md 4.3).
///
/// The key is drawn for the process, so that nothing outside it can compare the digest.
package final class LastWrongPasscode: Sendable {
  private let randomness: any RandomnessSource
  /// The key is drawn at the first wrong one.
  private let state = Lock<(key: SecretBytes, digest: SecretBytes)?>(nil)

  package init(randomness: any RandomnessSource) { self.randomness = randomness }

  /// Whether the last wrong one of this derivation was this one.
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
