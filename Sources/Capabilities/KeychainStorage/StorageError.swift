// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
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

extension StorageError {
  /// The error behind one of SQLite's extended codes.
  static func make(
    code: Int32, errno: Int32, message: String, damage: Damage.Place?, path: String
  ) -> StorageError {
    switch code & 0xFF {
    // The last: somebody makes the shared memory and does not come to an end.
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

  /// The error of a file that could not be opened.
  static func opening(code: Int32, errno: Int32, path: String) -> StorageError {
    switch errno {
    case ENOENT: .refused(StoreRefusal(.missing, path: path))
    default: code & 0xFF == SQLITE_NOMEM ? .outOfMemory : system(errno, path)
    }
  }

  /// The error behind an `errno`, where the system refused an act on a file.
  static func system(_ errno: Int32, _ path: String) -> StorageError {
    switch errno {
    case EROFS: .readOnly
    // A limit on the size of files is a share of the disk too.
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
    // Whatever kept it from being synced: the change is whole or absent, and may be there.
    if code == PageGate.Code.sync { return .inputOutput(code) }
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: return .full
    case EROFS: return .readOnly
    // A log or mark that is there and not to be had.
    case EMFILE, ENFILE: return system(errno, path)
    default: return .inputOutput(code)
    }
  }

  /// SQLite names the column: "UNIQUE constraint failed: genp.slot".
  private static func duplicate(code: Int32, message: String) -> StorageError {
    let isUnique = [6, 8, 10].contains(code >> 8)
    guard isUnique else { return .unexpected(code) }
    let column = message.split(separator: ".").last.map(String.init) ?? ""
    return .duplicate(UniqueName(rawValue: column) ?? .number)
  }
}
