// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An operation that this process is about to perform on a file of a store, or on a keychain file.
package struct FileOperation: Sendable {
  /// The purpose of the file on which an operation is performed.
  package enum File: Int32, Sendable {
    case database = 1
    case log = 2
    case journal = 3
    /// The file `store.db-mark`, which says how many frames of the write-ahead log are committed
    /// and synced.
    ///
    /// Latchkey writes this file itself, without SQLite.
    case mark = 4
    /// The file `store.db-shm`: the index of the write-ahead log, which the processes share as
    /// memory.
    case index = 5
    /// A file of keys: the device key, the keybag or the copy of the keybag.
    case keys = 6
    /// A file on which processes take flock(2): the file `lock` of a store, or the lock file beside
    /// a keychain file.
    case lock = 7
    case directory = 8
    /// A keychain file, or the temporary file with its next content, which is renamed to replace
    /// the keychain file.
    case keychain = 9
  }

  /// The operation that is about to be performed on the file.
  package enum Act: Equatable, Sendable {
    case open(creates: Bool)
    case read(offset: Int64, count: Int)
    case write(offset: Int64, count: Int)
    case sync
    case truncate(to: Int64)
    case delete
    /// Renames the file to the name `to`, and replaces a file that already has this name.
    case rename(to: String)
    /// Gives the file the second name `to`; fails if a file with this name exists.
    case link(to: String)
    /// Locks the file, or maps the file as shared memory.
    case take
    /// Asks the system whether the file exists, or for the size or the owner of the file.
    case look
  }

  /// The path of the file; for `rename`, the path before the file is renamed.
  package let path: String
  package let file: File
  package let act: Act
  /// The bytes that a write writes; empty for every other operation.
  package let bytes: [UInt8]

  package init(_ path: String, _ file: File, _ act: Act, bytes: [UInt8] = []) {
    self.path = path
    self.file = file
    self.act = act
    self.bytes = bytes
  }
}

/// A function that is called before each operation on a file of the store or on a keychain file.
///
/// The function returns the fault that makes the operation fail, or nil to let the operation run.
/// Tests and simulations use file gates: a gate may count, record or refuse operations, and may
/// stop the thread.
package typealias FileGate = @Sendable (FileOperation) -> FileFault?
