// SPDX-License-Identifier: Apache-2.0
import Glibc

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
