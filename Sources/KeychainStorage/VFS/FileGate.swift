// SPDX-License-Identifier: Apache-2.0

/// What the store is about to do to one of its files.
package struct FileOperation: Sendable {
  /// The file, by its part in the store.
  package enum File: Int32, Sendable {
    case database = 1
    case log = 2
    case journal = 3
    /// The mark of the log; written outside SQLite.
    case mark = 4
  }

  /// What is done to it.
  package enum Act: Equatable, Sendable {
    case write(offset: Int64, count: Int)
    case sync
    case truncate(to: Int64)
  }

  package let file: File
  package let act: Act
}

/// What a gate makes of an operation instead of letting it pass.
package enum FileFault: Sendable {
  /// The disk is full; nothing is written.
  case full
  /// The system fails; nothing is done.
  case failure
  /// Only so many bytes of a write arrive, then the system fails.
  case torn(after: Int)
  /// The operation answers success and does nothing: a disk that lies, for tests of detection.
  case lost
}

/// Asked before each write, sync and truncation; nil lets it pass.
///
/// For tests and simulation.
package typealias FileGate = @Sendable (FileOperation) -> FileFault?

/// What a connection and its open files tell each other.
///
/// Used by one thread at a time, as its connection is; the files hold it unretained and are closed
/// before it goes.
final class FileWatch: @unchecked Sendable {
  let gate: FileGate?
  /// The first eight bytes of the store's identity, for a file that is being created.
  let creationSalt: UInt64
  /// The place that last failed its checksum, until somebody takes it.
  private var damage: Damage.Place?
  /// The mark beside the database; nil before the path is known.
  var mark: LogMarkFile?

  init(gate: FileGate?, creationSalt: UInt64) {
    self.gate = gate
    self.creationSalt = creationSalt
  }

  func record(_ place: Damage.Place) {
    damage = place
  }

  /// The recorded damage, once.
  func takeDamage() -> Damage.Place? {
    defer { damage = nil }
    return damage
  }
}
