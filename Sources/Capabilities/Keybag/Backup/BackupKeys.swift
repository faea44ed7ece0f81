// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

extension KeyRole {
  /// From the passphrase of a backup, or from the device key; unwraps its class keys.
  enum Backup {}
  /// One for each protection in a backup; opens its items.
  enum BackupClass {}
}

extension Key where Role == KeyRole.Backup {
  /// The key of a passphrase; takes as long as the header's cost says.
  static func derive(
    from passphrase: Passcode, _ cost: PasscodeCost, _ header: BackupHeader
  ) throws(BackupError) -> Key {
    do {
      let stretched = try KeyDerivation.scrypt(
        passcode: passphrase.bytes, salt: header.salt, cost: cost.parameters(), count: 64)
      let bytes = try KeyDerivation.hkdf(
        key: stretched, salt: [], info: Array("latchkey 1 backup".utf8) + header.store.bytes,
        count: size)
      guard let key = Key(bytes: bytes) else { throw CryptoError.wrongLength }
      return key
    } catch {
      throw BackupError(error)
    }
  }

  /// The key that this device alone has.
  static func derive(
    of keybag: UnlockedKeybag, _ header: BackupHeader
  ) throws(BackupError) -> Key {
    do {
      return try keybag.authority.unlockKey.key.derive(
        KeyRole.Backup.self, salt: header.salt, info: "latchkey 1 device backup")
    } catch {
      throw BackupError(error)
    }
  }

  /// What proves the whole file.
  func authentication() throws(BackupError) -> HMACSHA256 {
    do {
      return try HMACSHA256(key: derive(KeyRole.Backup.self, info: "latchkey 1 backup code").bytes)
    } catch {
      throw BackupError(error)
    }
  }
}
