// SPDX-License-Identifier: Apache-2.0
internal import KeychainEngine
internal import KeychainTypes

/// Backups of the store, by the same calls that `security backup` and `security restore` make.
extension DeviceKeychain {
  /// What the person chose when the first encrypted backup was made.
  private static let passphrase = "a simulated passphrase"

  /// - Throws: -25308 while the device is locked (spec/access-control.md 2.3).
  func backUp(isEncrypted: Bool) throws(KeychainError) -> [UInt8] {
    let owner = try owner()
    // Where a locked item is met, the engine says so itself.
    let backup = try owner.backup(under: try Self.wrapping(isEncrypted))
    guard try owner.lockStatus().state == .unlocked else {
      throw KeychainError(.interactionNotAllowed, "a locked device makes no backup")
    }
    return backup.content
  }

  /// - Throws: -26275 for one that only another device opens; -25308 while this one is locked.
  func restore(_ backup: DeviceBackup) throws(KeychainError) {
    _ = try owner().restore(backup.content, under: try Self.wrapping(backup.isEncrypted))
  }

  private static func wrapping(_ isEncrypted: Bool) throws(KeychainError) -> BackupWrapping {
    isEncrypted ? .passphrase(try Passcode(text: passphrase)) : .device
  }
}
