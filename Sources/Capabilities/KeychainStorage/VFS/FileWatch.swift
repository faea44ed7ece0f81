// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The object that a connection shares with the files that SQLite opens for it: settings for the
/// files, and the errors that occurred in them.
///
/// The object may be used only on the thread that uses the connection. The open files refer to
/// the object without retaining it, and are closed before it is released.
final class FileWatch: @unchecked Sendable {
  let gate: FileGate?
  /// The path of the database file.
  let path: String
  /// The salt for the page checksums of a new file: the first eight bytes of the store's identity.
  let creationSalt: UInt64
  /// The page size of a new file in bytes.
  ///
  /// Zero to take the size from the first page, which must then be written before all other pages.
  let creationPageSize: Int32
  /// The page or frame that last failed its checksum, or nil if `takeDamage` was called since then.
  private var damage: Damage.Place?
  /// The mark file of the log, which says how many frames of the log are needed.
  ///
  /// Nil until the path of the database is known.
  var mark: LogMarkFile?
  /// The bytes that SQLite has written to the log but that are not yet in the file.
  let gathering = LogGathering()
  /// True if the checksums of pages and frames are checked when they are read.
  let checksSums: Bool
  /// True if closing the last connection must not copy the log into the database and remove the
  /// log.
  var keepsLog = false
  /// The index of the log in private memory, used if no file can be created beside the database.
  ///
  /// Nil if the index is in shared memory.
  private(set) var loneIndex: LoneIndex?
  /// True if the log does not exist and cannot be created.
  ///
  /// SQLite then gets an empty file instead of the log.
  var hasNoLog = false
  /// The `errno` of the last failed file operation, or nil if `takeFailure` was called since then.
  private var failure: Int32?

  init(_ path: String, _ opening: Connection.Opening) {
    self.path = path
    gate = opening.gate
    creationSalt = opening.salt
    creationPageSize = opening.pageSize
    checksSums = opening.checksSums
  }

  /// True if the connection cannot notice changes by other connections.
  ///
  /// The connection may then be used for only one read.
  var isAlone: Bool { loneIndex != nil || hasNoLog }

  func makeLoneIndex() -> LoneIndex {
    let index = loneIndex ?? LoneIndex()
    loneIndex = index
    return index
  }

  func record(_ place: Damage.Place) {
    damage = place
  }

  /// Records the `errno` of a failed file operation for `takeFailure`.
  ///
  /// SQLite reports the failure only after further operations, which may change `errno`.
  func record(errno: Int32) {
    failure = errno
  }

  /// Returns the recorded damage and clears it, or returns nil if no damage was recorded.
  func takeDamage() -> Damage.Place? {
    defer { damage = nil }
    return damage
  }

  /// Returns the recorded `errno` and clears it, or returns nil if no failure was recorded.
  func takeFailure() -> Int32? {
    defer { failure = nil }
    return failure
  }

  /// Asks the `gate` of a test whether an operation on a file of the store must fail, and returns
  /// the fault that the test wants.
  ///
  /// Nil if the operation is to run normally, as it always is without a gate.
  func fault(
    _ file: FileOperation.File, _ act: FileOperation.Act,
    _ bytes: @autoclosure () -> [UInt8] = []
  ) -> FileFault? {
    guard let gate else { return nil }
    return gate(FileOperation(path + file.suffix, file, act, bytes: bytes()))
  }
}

extension FileOperation.File {
  /// The text that is appended to the path of the database to form the path of this file.
  fileprivate var suffix: String {
    switch self {
    case .log: "-wal"
    case .journal: "-journal"
    case .index: "-shm"
    case .mark: "-mark"
    case .database, .keys, .lock, .directory, .keychain: ""
    }
  }
}
