// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The reason why a keychain file cannot be read or written.
package enum FileFailure: Error, Equatable, Sendable {
  case missing
  /// A file with the path of the new keychain exists already.
  case exists
  /// The path leads to something that is no ordinary file, for example a directory or a FIFO.
  case notOrdinary
  /// The file system or the file's owner forbids the operation.
  case denied(errno: Int32)
  /// The mode of the file does not let the owner write, so the file stays as it is.
  case readOnly
  /// The name of the file, or of a directory of its path, is longer than the system permits.
  case nameTooLong
  /// The disk is full, or the user's quota is used up.
  case full
  /// Another program held the lock of the file for longer than the deadline of 30 seconds.
  case busy
  /// The file is larger than a keychain file may be.
  case tooLarge
  /// Other programs changed the file at each attempt to read or write it.
  case unsteady
  case failed(errno: Int32)
  case damaged(FileDamage)
  /// The new content could not be made, for the given reason; the file is unchanged.
  case refused(EditFailure)

  /// Creates the failure that stands for an error number (`errno`) of a system call.
  init(errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing
    case EEXIST: self = .exists
    case EACCES, EPERM, EROFS: self = .denied(errno: code)
    case ENOSPC, EDQUOT: self = .full
    case EFBIG, EOVERFLOW: self = .tooLarge
    case ELOOP, EISDIR, ENXIO: self = .notOrdinary
    case ENAMETOOLONG: self = .nameTooLong
    default: self = .failed(errno: code)
    }
  }
}
