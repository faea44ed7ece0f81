// SPDX-License-Identifier: Apache-2.0

/// The choice of the key that encrypts a backup: a passphrase, or a key of this device.
package enum BackupWrapping: Sendable {
  /// A passphrase encrypts the backup; items that may leave this device can then be restored on any
  /// device.
  case passphrase(Passcode)
  /// A key of this device encrypts the backup, so the backup can be restored on this device only
  /// (Specification/access-control.md, "Effects on items").
  case device
}

/// A backup of a store, with the number of items in the backup and the numbers of items that were
/// left out.
package struct Backup: Sendable {
  /// The reason why an item of the store was left out of the backup (Specification/secitem.md,
  /// "Exporting a backup").
  package enum Omission: Hashable, Sendable, CaseIterable {
    /// The item has the protection `akpu` (only with a passcode, this device only), whose class key
    /// is never part of a backup.
    case needsPasscode
    /// The item has an access control that requires a proof by the user.
    case constrained
    /// The item is a key or certificate on a token.
    case token
    /// The item belongs to a sharing group, or its attribute `sysb` or its access group binds it to
    /// the system.
    case system
    /// The item is damaged and cannot be decrypted.
    case damaged
  }

  /// The maximum size of a backup in bytes: 512 MiB, which is about a million items.
  ///
  /// There is a maximum because a backup file is read into memory as a whole.
  package static let sizeLimit = 512 << 20

  /// The bytes of the backup file.
  package let content: [UInt8]
  /// The number of items in the backup.
  package var count = 0
  package var omitted: [Omission: Int] = [:]

  package init(content: [UInt8], count: Int, omitted: [Omission: Int]) {
    self.content = content
    self.count = count
    self.omitted = omitted
  }
}
