// SPDX-License-Identifier: Apache-2.0
package import KeychainPages
package import KeychainTypes

/// What the store can fail with; converted to a status in one place of the engine.
package enum StorageError: Error, Equatable, Sendable {
  /// The store cannot be opened as it lies there; nothing was changed.
  case refused(StoreRefusal)
  /// Another writer held the store longer than the busy limit.
  case busy
  /// The disk, or the user's share of it, is full; the transaction is undone.
  case full
  /// The file, its directory or its file system takes no writes.
  case readOnly
  /// The system failed to read, write or sync; the number is SQLite's extended code.
  case inputOutput(Int32)
  /// Bytes that are not what was written, by name.
  case damaged(Damage)
  case outOfMemory
  /// A row would be the second with this name.
  case duplicate(UniqueName)
  /// The call was ended by `interrupt`.
  case interrupted
  /// The digests of the question are of other generations of keys than the store's rows.
  case rekeyed
  /// The handles belong to the parent process; open a store of your own.
  case forked
  /// A mistake of ours: SQLite's extended code.
  case unexpected(Int32)
}

/// Why a store is not opened.
///
/// Nothing is replaced, emptied or created over it.
package struct StoreRefusal: Equatable, Sendable {
  /// The reasons, each with a sentence of its own in the faces.
  package enum Reason: Equatable, Sendable {
    /// No file of this name.
    case missing
    /// The file of this name is no longer the one that was opened, or there is none any more.
    case replaced
    /// Creation was asked for, but the name is taken.
    case exists
    /// A file of no bytes: a store cut off, or never one.
    case empty
    /// Fewer pages than its header says.
    case truncated
    /// Not an SQLite file, or an SQLite file of something else.
    case notAStore
    /// The store of another keybag.
    case otherStore
    /// A symbolic link, directory or pipe has the name of a file of the store.
    case noPlainFile
    /// It has the name of a store that a repair has finished, and is not one of this keybag.
    case strayRepair
    /// Written by a later version; this one knows formats up to the second number.
    case newerVersion(found: Int, supported: Int)
    /// The system refuses to open it; its `errno`.
    case unreadable(errno: Int32)
    /// It belongs to another user, by number.
    case foreignOwner(UInt32)
    /// Locks and shared memory cannot be trusted there.
    case networkFileSystem
  }

  package let reason: Reason
  package let path: String

  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }
}
