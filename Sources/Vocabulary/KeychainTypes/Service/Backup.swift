// SPDX-License-Identifier: Apache-2.0

/// What the keys of a backup are wrapped by.
package enum BackupWrapping: Sendable {
  /// A passphrase of its own: what is not of this device only opens on any device.
  case passphrase(Passcode)
  /// A key of the device: of no use elsewhere (spec/access-control.md 2.4).
  case device
}

/// A backup with what is in it and what is not.
package struct Backup: Sendable {
  /// Why an item of the store is not in the backup (spec/secitem.md 14.1).
  package enum Omission: Hashable, Sendable, CaseIterable {
    /// `akpu`: its key is in no backup.
    case needsPasscode
    /// Its access control needs somebody to be there.
    case constrained
    /// An object of a token.
    case token
    /// Bound to the system, or of a sharing group.
    case system
    /// It does not open.
    case damaged
  }

  /// A file is read into memory as a whole, so it has a limit: 512 MiB, about a million items.
  package static let sizeLimit = 512 << 20

  /// The bytes of the file.
  package let content: [UInt8]
  /// How many items are in it.
  package var count = 0
  package var omitted: [Omission: Int] = [:]

  package init(content: [UInt8], count: Int, omitted: [Omission: Int]) {
    self.content = content
    self.count = count
    self.omitted = omitted
  }
}

/// The terms of a restore.
package struct RestoreTerms: Hashable, Sendable {
  /// Whether the store's items stay, and the backup's items come to them where they are later.
  package var isMerging = false
  /// Whether the restore changes nothing, and the report says what it would have done.
  package var isRehearsal = false
  /// Whether a copy of the store as it is now is kept, for `undoRestore`.
  package var keepsCopy = false
  /// The most items that may be gone or set back, if somebody has agreed to a number.
  package var mostLost: Int?

  package init() {}
}
