// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// The file of a backup: whole or absent, and never in place of another.
enum BackupFile {
  /// Refuses a name that something has, before anybody is asked for a passphrase.
  static func requireFree(_ path: String) throws(KeychainError) {
    var status = stat()
    guard unsafe lstat(path, &status) != 0 else { throw refusal(EEXIST, path) }
    guard errno == ENOENT else { throw refusal(errno, path) }
  }

  /// Writes a file with mode 0600: under another name in the same directory, synced, and then given
  /// its own, which replaces nothing.
  static func write(_ content: [UInt8], to path: String) throws(KeychainError) {
    var name = Array("\(directory(of: path))/.backup.XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw refusal(errno, path) }
    let isWritten = write(content, to: descriptor) && fsync(descriptor) == 0
    let failure = isWritten ? 0 : errno
    close(descriptor)
    guard failure == 0, move(name, to: path) else {
      let code = failure == 0 ? errno : failure
      unsafe unlink(name)
      throw refusal(code, path)
    }
    try synchronize(directory(of: path), path)
  }

  /// The whole content of a regular file.
  ///
  /// - Throws: -26275 for what is too large to be a backup.
  static func read(_ path: String) throws(KeychainError) -> [UInt8] {
    // Not waiting for a pipe's other end.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw refusal(errno, path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw refusal(errno, path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw KeychainError(.parameter, "this is no regular file", context: .path(path))
    }
    guard status.st_size <= Backup.sizeLimit else {
      throw KeychainError(
        .decode, "the file is too large to be a backup", context: .path(path))
    }
    var content = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < content.count {
      let part = unsafe content.withUnsafeMutableBytes { bytes in
        Interrupted.retry {
          unsafe Glibc.read(descriptor, bytes.baseAddress?.advanced(by: count), bytes.count - count)
        }
      }
      guard part >= 0 else { throw refusal(errno, path) }
      // Shorter than it was: the backup's own size tells.
      guard part > 0 else { break }
      count += part
    }
    return Array(content.prefix(count))
  }

  private static func write(_ content: [UInt8], to descriptor: Int32) -> Bool {
    var count = 0
    while count < content.count {
      let part = unsafe content.withUnsafeBytes { bytes in
        Interrupted.retry {
          unsafe Glibc.write(
            descriptor, bytes.baseAddress?.advanced(by: count), bytes.count - count)
        }
      }
      guard part > 0 else { return false }
      count += part
    }
    return true
  }

  /// Gives a file its name unless something has it.
  ///
  /// A file system without links has the name taken first by an empty file.
  private static func move(_ name: [CChar], to path: String) -> Bool {
    if unsafe link(name, path) == 0 {
      unsafe unlink(name)
      return true
    }
    guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return false }
    let place = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard place >= 0 else { return false }
    close(place)
    return unsafe rename(name, path) == 0
  }

  private static func synchronize(_ directory: String, _ path: String) throws(KeychainError) {
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal(errno, path) }
    defer { close(descriptor) }
    // File systems that cannot sync a directory answer EINVAL.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw refusal(errno, path) }
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "" : String(path[..<slash])
  }

  private static func refusal(_ code: Int32, _ path: String) -> KeychainError {
    let context = KeychainError.Context.path(path)
    return switch code {
    case EEXIST:
      KeychainError(
        .parameter, "there is something already, and it is not replaced", context: context,
        advice: "name a file that is not there yet")
    case ENOENT, ENOTDIR:
      KeychainError(.parameter, "there is no such file or directory", context: context)
    case ENOSPC, EDQUOT, EFBIG:
      KeychainError(.diskFull, "the disk is full", context: context)
    case EROFS: KeychainError(.readOnly, "the file system is read-only", context: context)
    case EACCES, EPERM:
      KeychainError(
        .ioFailed, "the system does not permit it", context: context,
        advice: "look at owner and mode of file and directory")
    default:
      KeychainError(.ioFailed, "the system refused to read or write the file", context: context)
    }
  }
}
