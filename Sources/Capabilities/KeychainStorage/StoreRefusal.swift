// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

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
