// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A fault that a file gate (`FileGate`) returns in order to simulate a failing file operation.
package enum FileFault: Equatable, Sendable {
  /// The operation changes nothing and fails with this `errno`.
  case refused(errno: Int32)
  /// A write stores only its first `after` bytes, and then fails with this `errno`.
  ///
  /// Any operation other than a write changes nothing and fails.
  case torn(after: Int, errno: Int32 = EIO)
  /// The operation reports success, but changes nothing.
  ///
  /// Simulates a disk that reports lost writes as done, for tests of the code that detects lost
  /// writes.
  case lost

  /// The fault of a full disk (`ENOSPC`): the operation fails and does nothing.
  package static let full = FileFault.refused(errno: ENOSPC)
  /// The fault of an input or output error (`EIO`): the operation fails and does nothing.
  package static let failure = FileFault.refused(errno: EIO)

  /// The `errno` with which the operation fails; 0 for `lost`, which reports success.
  package var errno: Int32 {
    switch self {
    case .refused(let errno), .torn(_, let errno): errno
    case .lost: 0
    }
  }
}
