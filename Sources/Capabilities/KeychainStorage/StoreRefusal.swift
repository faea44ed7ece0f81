// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

/// The reason why a store cannot be opened, and the path of the file concerned.
///
/// A store that cannot be opened is never replaced, emptied or overwritten.
package struct StoreRefusal: Equatable, Sendable {
  /// The reasons why a store cannot be opened.
  ///
  /// The programs for users, such as `security`, have a sentence for each reason.
  package enum Reason: Equatable, Sendable {
    /// There is no file at the path of the store.
    case missing
    /// The opened database file was removed, or its path now names another file.
    case replaced
    /// A new store cannot be created, because a file with its name exists.
    case exists
    /// The database file is empty: either it was truncated, or it never was a store.
    case empty
    /// The database file has fewer pages than its header says.
    case truncated
    /// The file at the path of the store is not a database of Latchkey.
    ///
    /// Examples are a directory, a file that SQLite cannot read, and a database of another
    /// application.
    case notAStore
    /// The database and the keybag belong to different stores.
    case otherStore
    /// The database file is a symbolic link, or a file beside the database (the log or its mark
    /// file) is not a regular file.
    case noPlainFile
    /// The file `<path>.repaired` exists but is not a database of this store.
    ///
    /// A repair gives this name to the new database before it replaces the old database.
    case strayRepair
    /// A newer version of Latchkey wrote the store, in the format `found`.
    ///
    /// This version of Latchkey reads formats up to `supported`.
    case newerVersion(found: Int, supported: Int)
    /// The system refuses to open a file of the store, with this `errno`.
    case unreadable(errno: Int32)
    /// The database file belongs to another user, whose user ID is given.
    case foreignOwner(UInt32)
    /// The store is on a network file system, which does not guarantee locks and shared memory.
    case networkFileSystem
  }

  package let reason: Reason
  package let path: String

  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }
}
