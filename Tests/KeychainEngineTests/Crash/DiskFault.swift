// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// A way in which a disk refuses acts.
enum DiskFault: CaseIterable {
  case full, quota, readOnly, system, short

  /// Returns the fault that the gate reports for an act.
  func fault(_ act: FileOperation.Act) -> FileFault {
    switch self {
    case .full: .refused(errno: ENOSPC)
    case .quota: .refused(errno: EDQUOT)
    case .readOnly: .refused(errno: EROFS)
    case .system: .refused(errno: EIO)
    case .short:
      if case .write(_, let count) = act { .torn(after: count / 2, errno: ENOSPC) } else { .full }
    }
  }

  /// Returns true if a disk refuses an act in this way.
  ///
  /// Only a failing disk refuses acts that merely read.
  func concerns(_ operation: FileOperation) -> Bool {
    switch operation.act {
    case .read, .look, .take: return self == .system || (self == .full && operation.file == .index)
    case .open(let creates): return self == .system || (creates && self != .short)
    case .write: return true
    case .sync: return self != .readOnly && self != .short
    case .truncate, .rename, .link: return self != .short
    case .delete: return self == .system || self == .readOnly
    }
  }

  /// The status that a call returns because of the fault (Specification/design.md, "Promises", 1
  /// and 4).
  var status: KeychainError.Code {
    switch self {
    case .full, .quota, .short: .diskFull
    case .readOnly: .readOnly
    case .system: .ioFailed
    }
  }
}
