// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What this process is about to do to one of the files of a store.
package struct FileOperation: Sendable {
  /// The file, by its part in the store.
  package enum File: Int32, Sendable {
    case database = 1
    case log = 2
    case journal = 3
    /// The mark of the log; written outside SQLite.
    case mark = 4
    /// The memory that processes share beside the log, `-shm`.
    case index = 5
    /// Device key, keybag and its copy.
    case keys = 6
    /// The file that creation and changes of the keybag lock.
    case lock = 7
    case directory = 8
  }

  /// What is done to it.
  package enum Act: Equatable, Sendable {
    case open(creates: Bool)
    case read(offset: Int64, count: Int)
    case write(offset: Int64, count: Int)
    case sync
    case truncate(to: Int64)
    case delete
    /// The file's name becomes another, in place of what has that.
    case rename(to: String)
    /// The file gets a second name, which nothing has.
    case link(to: String)
    /// Shared memory, or a lock, is taken.
    case take
    /// The system is asked for size, owner or presence.
    case look
  }

  /// The file's name at this moment.
  package let path: String
  package let file: File
  package let act: Act
  /// What a write writes; empty for every other act.
  package let bytes: [UInt8]

  package init(_ path: String, _ file: File, _ act: Act, bytes: [UInt8] = []) {
    self.path = path
    self.file = file
    self.act = act
    self.bytes = bytes
  }
}

/// What a gate makes of an operation instead of letting it pass.
package enum FileFault: Equatable, Sendable {
  /// The system refuses with this `errno`; nothing is done.
  case refused(errno: Int32)
  /// Only so many bytes of a write arrive, then the system refuses the rest.
  ///
  /// Any other act is refused.
  case torn(after: Int, errno: Int32 = EIO)
  /// The operation answers success and does nothing: a disk that lies, for tests of detection.
  case lost

  /// The disk is full; nothing is done.
  package static let full = FileFault.refused(errno: ENOSPC)
  /// The system fails; nothing is done.
  package static let failure = FileFault.refused(errno: EIO)

  /// The `errno` that the system would leave; 0 for `lost`.
  package var errno: Int32 {
    switch self {
    case .refused(let errno), .torn(_, let errno): errno
    case .lost: 0
    }
  }
}

/// Asked before each act on a file of the store; nil lets it pass.
///
/// For tests and simulation: it may count, record, refuse, and stop the thread.
package typealias FileGate = @Sendable (FileOperation) -> FileFault?
