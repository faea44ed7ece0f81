// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

extension KeyRole {
  /// The role of the key that wraps the other keys in a backup.
  ///
  /// The key derives from the passphrase or, in a backup without a passphrase, from the device key.
  enum Backup {}
  /// The role of the keys that seal a backup's items: one key for each protection.
  enum BackupClass {}
}

extension Key where Role == KeyRole.Backup {
  /// Derives the key of a backup from the backup's passphrase.
  ///
  /// `cost` determines how long the derivation takes.
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

  /// Derives the key of a backup without a passphrase from the device key of `keybag`.
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

  /// Returns the key that authenticates the whole backup file.
  func authentication() throws(BackupError) -> HMACSHA256 {
    do {
      return try HMACSHA256(key: derive(KeyRole.Backup.self, info: "latchkey 1 backup code").bytes)
    } catch {
      throw BackupError(error)
    }
  }
}
