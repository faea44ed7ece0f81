// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// What follows from the device key for one store: the unlock key, and what proves the file.
struct KeybagAuthority: Sendable {
  let unlockKey: CipherKey<KeyRole.Unlock>
  /// Over the whole file; derives from the device key alone, so that a locked store can check it.
  let authentication: HMACSHA256
  let keyCheck: [UInt8]
  /// Wraps unlock keys that are held outside the process.
  let holding: CipherKey<KeyRole.Holding>

  private enum FileCode {}
  private enum Check {}

  private enum Attempts {}
  private enum Enrolment {}

  /// What proves the file of wrong tries.
  func attemptsKey() throws(KeybagError) -> HMACSHA256 {
    do {
      let key = try unlockKey.key.derive(Attempts.self, info: "latchkey 1 attempts")
      return try HMACSHA256(key: key.bytes)
    } catch {
      throw KeybagError(error)
    }
  }

  /// What proves the file of the fingers that were seen last.
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
