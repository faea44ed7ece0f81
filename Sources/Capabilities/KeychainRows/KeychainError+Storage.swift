// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainStorage
package import KeychainTypes

/// Runs `body`, which uses the store, and converts a `StorageError` that it throws to a
/// `KeychainError`.
package func storing<R>(_ body: () throws(StorageError) -> R) throws(KeychainError) -> R {
  do throws(StorageError) {
    return try body()
  } catch {
    throw KeychainError(error)
  }
}

extension KeychainError: StorageErrorConvertible {
  /// Creates the error that the caller gets if the store fails (Specification/secitem.md,
  /// "Key-store errors", Specification/design.md, "Promises", 4 and 5).
  package init(_ error: StorageError) {
    switch error {
    case .refused(let refusal): self.init(refusal)
    case .busy:
      self.init(
        .notAvailable, "another process kept the store busy beyond the limit",
        advice: "try again")
    case .full:
      self.init(
        .diskFull, "the disk or the user's quota is full",
        advice: "make room; nothing was changed")
    case .readOnly:
      self.init(
        .readOnly, "the store takes no writes",
        advice: "look at the rights of the store directory and at how it is mounted")
    case .inputOutput:
      self.init(
        .ioFailed, "the system failed to read or write the store",
        advice: "look at the system's log for the disk")
    case .damaged(let damage):
      self.init(
        .decode, "a part of the store is damaged",
        context: .part("\(damage.place)", of: damage.path),
        advice: "security check lists the damage; security check --repair keeps all intact items")
    case .outOfMemory: self.init(.outOfMemory, "there is no memory left")
    case .duplicate(.slot):
      self.init(.duplicateItem, "an item with this primary key exists")
    case .duplicate:
      // The other unique values are random, or are counted by the store. So the conflict is not
      // with an item of a caller.
      self.init(
        .decode, "the store would give an internal name a second time",
        advice: "run security check; if it finds nothing, bring the store back from a backup")
    case .rekeyed:
      self.init(
        .notAvailable, "the store's keys were renewed too often during the call",
        context: .renewedKeys, advice: "try again")
    case .interrupted: self.init(.notAvailable, "the call was interrupted")
    case .forked:
      self.init(.notAvailable, "the store was opened before a fork, by the parent process")
    case .unexpected:
      self.init(.internalError, "the store behaved in a way that should be impossible")
    }
  }

  /// Returns the error for a store file that the disk fails to read.
  ///
  /// A repair ends with this error and changes nothing, because the unreadable file may contain the
  /// last changes of the store (Documentation/Decisions/repair-refusals.md).
  private static func failedRead(_ path: Context) -> KeychainError {
    KeychainError(
      .ioFailed, "the system failed to read a file of the store", context: path,
      advice: "look at the system's log for the disk")
  }

  private init(_ refusal: StoreRefusal) {
    let path = Context.path(refusal.path)
    switch refusal.reason {
    case .missing:
      self.init(
        .notAvailable, "the store's database is missing, though its keys are there",
        context: path, advice: "bring the file back from a backup")
    case .replaced:
      self.init(
        .notAvailable, "the store's database was moved, removed or replaced under the program",
        context: path, advice: "try again, or restart the program")
    case .exists: self.init(.notAvailable, "a file has the name of the new store", context: path)
    case .empty:
      self.init(
        .notAvailable, "the store's database is an empty file", context: path,
        advice: "bring the file back from a backup, or move it away to start with an empty store")
    case .truncated:
      self.init(
        .notAvailable, "the store's database is cut short", context: path,
        advice: "bring the file back from a backup")
    case .notAStore:
      self.init(
        .notAvailable, "the file is damaged at its beginning, or it is not a Latchkey store",
        context: path,
        advice: "security check tells which; if it is another program's file, move it away")
    case .otherStore:
      self.init(
        .notAvailable, "the keybag and the database belong to two different stores", context: path,
        advice: "bring back the files that belong together")
    case .noPlainFile:
      self.init(
        .notAvailable, "a file of the store is a link, or otherwise not a plain file",
        context: path,
        advice: "put the file itself there, or set LATCHKEY_HOME to the directory that it is in")
    case .strayRepair:
      self.init(
        .notAvailable, "this has the name of a repaired store, but belongs to other keys",
        context: path, advice: "move the file away; the store beside it is unchanged")
    case .newerVersion:
      self.init(
        .notAvailable, "a newer version of Latchkey wrote the store", context: path,
        advice: "install that version or a later one")
    case .unreadable(errno: EMFILE), .unreadable(errno: ENFILE):
      self = .noDescriptor(path)
    case .unreadable(errno: EIO):
      self = .failedRead(path)
    case .unreadable:
      self.init(
        .notAvailable, "the system does not let the store be opened", context: path,
        advice: "look at the rights of the file and its directory")
    case .foreignOwner:
      self.init(
        .notAvailable, "the store belongs to another user", context: path,
        advice: "run without sudo, or set LATCHKEY_HOME to a directory of this user")
    case .networkFileSystem:
      self.init(
        .notAvailable, "the store is on a network file system, where locks cannot be trusted",
        context: path, advice: "move it to a local disk, or set LATCHKEY_ALLOW_NETWORK_FS=1")
    }
  }
}
