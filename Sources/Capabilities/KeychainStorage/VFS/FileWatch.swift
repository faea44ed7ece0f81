// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What a connection and its open files tell each other.
///
/// Used by one thread at a time, as its connection is; the files hold it unretained and are closed
/// before it goes.
final class FileWatch: @unchecked Sendable {
  let gate: FileGate?
  /// The database file.
  let path: String
  /// The first eight bytes of the store's identity, for a file that is being created.
  let creationSalt: UInt64
  /// Bytes of a page of a file that is being created; 0: its first page tells, and comes first.
  let creationPageSize: Int32
  /// The place that last failed its checksum, until somebody takes it.
  private var damage: Damage.Place?
  /// The mark beside the database; nil before the path is known.
  var mark: LogMarkFile?
  /// Frames of the log on their way.
  let gathering = LogGathering()
  /// Whether what is read is compared with its sum.
  let checksSums: Bool
  /// Set for a close that must not empty the log into the database.
  var keepsLog = false
  /// The index of the log where nothing can be made beside the database; nil elsewhere.
  private(set) var loneIndex: LoneIndex?
  /// Whether there is no log, and none can be made: nothing stands in for it.
  var hasNoLog = false
  /// The `errno` of the act that failed last, until somebody takes it.
  private var failure: Int32?

  init(_ path: String, _ opening: Connection.Opening) {
    self.path = path
    gate = opening.gate
    creationSalt = opening.salt
    creationPageSize = opening.pageSize
    checksSums = opening.checksSums
  }

  /// Whether the connection knows of nobody else, and so must not be used twice.
  var isAlone: Bool { loneIndex != nil || hasNoLog }

  func makeLoneIndex() -> LoneIndex {
    let index = loneIndex ?? LoneIndex()
    loneIndex = index
    return index
  }

  func record(_ place: Damage.Place) {
    damage = place
  }

  /// SQLite itself asks the system for its `errno` only after it has cleaned up.
  func record(errno: Int32) {
    failure = errno
  }

  /// The recorded damage, once.
  func takeDamage() -> Damage.Place? {
    defer { damage = nil }
    return damage
  }

  /// The recorded `errno`, once.
  func takeFailure() -> Int32? {
    defer { failure = nil }
    return failure
  }

  /// What the gate makes of an act on one of the files.
  func fault(
    _ file: FileOperation.File, _ act: FileOperation.Act,
    _ bytes: @autoclosure () -> [UInt8] = []
  ) -> FileFault? {
    guard let gate else { return nil }
    return gate(FileOperation(path + file.suffix, file, act, bytes: bytes()))
  }
}

extension FileOperation.File {
  /// What SQLite puts behind the database's name for this file.
  fileprivate var suffix: String {
    switch self {
    case .log: "-wal"
    case .journal: "-journal"
    case .index: "-shm"
    case .mark: "-mark"
    case .database, .keys, .lock, .directory: ""
    }
  }
}
