// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The keys of one store that are derived from its device key alone.
///
/// One is the unlock key, which unwraps all class keys of a store without a passcode. Another wraps
/// unlock keys before an `UnlockKeyHolder` keeps them. The other keys authenticate the store's
/// files.
struct KeybagAuthority: Sendable {
  let unlockKey: CipherKey<KeyRole.Unlock>
  /// The key that authenticates the whole keybag file.
  ///
  /// The key derives from the device key alone, so that the keybag can be checked while the store
  /// is locked.
  let authentication: HMACSHA256
  let keyCheck: [UInt8]
  /// The key that wraps an unlock key before an `UnlockKeyHolder` keeps it, for example in the
  /// kernel.
  let holding: CipherKey<KeyRole.Holding>

  private enum FileCode {}
  private enum Check {}

  private enum Attempts {}
  private enum Enrolment {}

  /// Returns the key that authenticates the file `attempts`, which counts wrong passcodes.
  func attemptsKey() throws(KeybagError) -> HMACSHA256 {
    do {
      let key = try unlockKey.key.derive(Attempts.self, info: "latchkey 1 attempts")
      return try HMACSHA256(key: key.bytes)
    } catch {
      throw KeybagError(error)
    }
  }

  /// Returns the key that authenticates the file `enrolment`.
  ///
  /// The file records the fingerprint reader and the fingers that were seen last.
  func enrolmentKey() throws(KeybagError) -> HMACSHA256 {
    do {
      let key = try unlockKey.key.derive(Enrolment.self, info: "latchkey 1 enrolment")
      return try HMACSHA256(key: key.bytes)
    } catch {
      throw KeybagError(error)
    }
  }

  init(deviceKey: Key<KeyRole.Device>, store: Identifier16) throws(KeybagError) {
    do {
      let unlock = try deviceKey.derive(
        KeyRole.Unlock.self, salt: store.bytes, info: "latchkey 1 unlock key")
      let code = try unlock.derive(FileCode.self, info: "latchkey 1 keybag code")
      let check = try unlock.derive(Check.self, info: "latchkey 1 key check")
      unlockKey = try CipherKey(unlock)
      authentication = try HMACSHA256(key: code.bytes)
      holding = try CipherKey(
        unlock.derive(KeyRole.Holding.self, info: "latchkey 1 holding key"))
      keyCheck = check.bytes.withBytes { bytes in
        (0..<KeybagImage.keyCheckSize).map { bytes[$0] }
      }
    } catch {
      throw KeybagError(error)
    }
  }
}
