// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
package import KeychainTypes

/// The errors that the store throws.
///
/// An initializer of `KeychainError` converts these errors to the status that a caller gets.
package enum StorageError: Error, Equatable, Sendable {
  /// The store cannot be opened, for the given reason.
  ///
  /// Nothing was changed.
  case refused(StoreRefusal)
  /// Another process or thread kept the store locked longer than this call may wait (the busy
  /// limit).
  case busy
  /// The disk or the user's quota is full.
  ///
  /// The transaction is undone.
  case full
  /// A file of the store, its directory or its file system is read-only.
  case readOnly
  /// The system failed to read, write or sync a file of the store.
  ///
  /// The number is SQLite's extended result code.
  case inputOutput(Int32)
  /// Bytes of the store are missing or have changed since they were written.
  ///
  /// The associated value says which file and which part of the file.
  case damaged(Damage)
  case outOfMemory
  /// The row cannot be stored, because another row already has the same value in a unique column.
  ///
  /// The associated value names the column.
  case duplicate(UniqueName)
  /// Another thread ended the call with `Connection.interrupt`.
  case interrupted
  /// The store changed during the call, so the caller must repeat the call.
  ///
  /// Normally the digests of the query were made with keys that are no longer the current keys of
  /// the store. The repeated call must use the current keys.
  case rekeyed
  /// The store was opened before a fork, by the parent of this process.
  ///
  /// The child process must open the store itself.
  case forked
  /// SQLite reported an error that only a mistake in this library can cause.
  ///
  /// The number is SQLite's extended result code.
  case unexpected(Int32)
}

extension StorageError {
  /// Returns the error for an SQLite call that has failed with the extended result code `code`.
  ///
  /// - Parameter damage: The page or frame whose wrong checksum made the call fail, or nil if no
  ///   wrong checksum was recorded.
  static func make(
    code: Int32, errno: Int32, message: String, damage: Damage.Place?, path: String
  ) -> StorageError {
    switch code & 0xFF {
    // SQLITE_PROTOCOL: another process creates the shared memory and does not finish.
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .busy
    case SQLITE_FULL: return .full
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly
    case SQLITE_NOMEM: return .outOfMemory
    case SQLITE_INTERRUPT: return .interrupted
    case SQLITE_CONSTRAINT: return duplicate(code: code, message: message)
    case SQLITE_CORRUPT:
      return .damaged(Damage(database: path, place: damage ?? .structure))
    case SQLITE_NOTADB: return .refused(StoreRefusal(.notAStore, path: path))
    case SQLITE_CANTOPEN: return opening(code: code, errno: errno, path: path)
    case SQLITE_IOERR: return inputOutput(code: code, errno: errno, damage: damage, path: path)
    default: return .unexpected(code)
    }
  }

  /// Returns the error for a file that SQLite could not open.
  ///
  /// `errno` says why the system refused to open the file.
  static func opening(code: Int32, errno: Int32, path: String) -> StorageError {
    switch errno {
    case ENOENT: .refused(StoreRefusal(.missing, path: path))
    default: code & 0xFF == SQLITE_NOMEM ? .outOfMemory : system(errno, path)
    }
  }

  /// Returns the error for a failed system call on a file of the store.
  static func system(_ errno: Int32, _ path: String) -> StorageError {
    switch errno {
    case EROFS: .readOnly
    // A limit on the size of files counts as a full disk.
    case ENOSPC, EDQUOT, EFBIG: .full
    case EIO: .inputOutput(SQLITE_IOERR)
    case ENOMEM: .outOfMemory
    default: .refused(StoreRefusal(.unreadable(errno: errno), path: path))
    }
  }

  private static func inputOutput(
    code: Int32, errno: Int32, damage: Damage.Place?, path: String
  ) -> StorageError {
    if code == PageFileSystem.damageCode, let damage {
      return .damaged(Damage(database: path, place: damage))
    }
    if code == SQLITE_IOERR | (12 << 8) { return .outOfMemory }
    // After a failed sync, the change is complete or absent, whatever the cause. The error is never
    // `full`, which says that the change was undone, because the change may be in the file.
    if code == PageGate.Code.sync { return .inputOutput(code) }
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: return .full
    case EROFS: return .readOnly
    // A log or mark exists but cannot be opened.
    case EMFILE, ENFILE: return system(errno, path)
    default: return .inputOutput(code)
    }
  }

  /// Returns the error for a duplicate value, with the column that SQLite's message names.
  ///
  /// An example of the message is "UNIQUE constraint failed: genp.slot".
  private static func duplicate(code: Int32, message: String) -> StorageError {
    let isUnique = [6, 8, 10].contains(code >> 8)
    guard isUnique else { return .unexpected(code) }
    let column = message.split(separator: ".").last.map(String.init) ?? ""
    return .duplicate(UniqueName(rawValue: column) ?? .number)
  }
}
