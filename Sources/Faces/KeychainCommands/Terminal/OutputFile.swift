// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
package import SecureMemory
import UserFiles

/// Writes files that contain keys, with permission bits by which only their owner can read them.
package enum OutputFile {
  /// Writes a file that contains keys, with mode 0600.
  ///
  /// The file gets its name only after all bytes are written and synced. Until then, an existing
  /// file of this name stays unchanged, so that no program reads an incomplete file.
  ///
  /// Only a regular file of the user is replaced. If the path is a pipe of the user, the bytes are
  /// written to the pipe. The path may also name a file descriptor with which the program was
  /// started, such as /dev/stdout or /dev/fd/3. The bytes are then written to this file descriptor.
  ///
  /// - Parameter store: The directory of the store. No file is written into this directory.
  /// - Throws: -50 for a link, a special file, another user's file, or a path in the store's
  ///   directory. Also -50 for a name that is empty, not UTF-8 or reserved. Otherwise the status
  ///   for the error of the system.
  package static func write(
    _ content: SecretBytes, to path: [UInt8], besides store: String? = nil
  ) throws(KeychainError) {
    guard let name = String(validating: path, as: UTF8.self), !name.isEmpty else {
      throw KeychainError(
        .parameter,
        path.isEmpty ? "the name of the file is empty" : "the name of the file is not UTF-8",
        advice: "name another file")
    }
    if let number = try descriptor(named: name) { return try put(content, into: number) }
    if let store, isSame(WholeFile.directory(of: name), store) {
      throw refused("keys are not written among the files of the store", name)
    }
    guard !BackupDraft.isDraft(name.split(separator: "/").last ?? "") else {
      throw refused("this name is reserved for files that are being written", name)
    }
    var about = stat()
    guard unsafe lstat(name, &about) == 0 else {
      guard errno == ENOENT else { throw systemError(errno) }
      return try replace(name, by: content)
    }
    guard about.st_uid == geteuid() else {
      throw refused("keys are not written into a file of another user", name)
    }
    switch about.st_mode & S_IFMT {
    case S_IFREG: try replace(name, by: content)
    case S_IFIFO: try pass(content, through: name)
    case S_IFLNK: throw refused("keys are not written through a link", name)
    case S_IFDIR: throw systemError(EISDIR)
    default: throw refused("keys are not written into a special file", name)
    }
  }

  /// Returns the file descriptor that a path means, such as /dev/stdout or /dev/fd/3.
  ///
  /// Nil if the path is not the path of a file descriptor.
  ///
  /// - Throws: The error for `EBADF` if the program was not started with this file descriptor. This
  ///   refuses file descriptors that the program itself has opened: they have the close-on-exec
  ///   flag.
  private static func descriptor(named path: String) throws(KeychainError) -> Int32? {
    let names: [String: Int32] = ["/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO]
    let places = ["/dev/fd/", "/proc/self/fd/"]
    let place = places.first { path.hasPrefix($0) }
    guard let number = names[path] ?? place.flatMap({ Int32(path.dropFirst($0.count)) }) else {
      return nil
    }
    let flags = fcntl(number, F_GETFD)
    guard flags >= 0, flags & FD_CLOEXEC == 0 else { throw systemError(EBADF) }
    return number
  }

  static func isSame(_ left: String, _ right: String) -> Bool {
    var (one, other) = (stat(), stat())
    return unsafe stat(left, &one) == 0 && stat(right, &other) == 0
      && one.st_ino == other.st_ino && one.st_dev == other.st_dev
  }

  private static func replace(_ path: String, by content: SecretBytes) throws(KeychainError) {
    let failure = unsafe content.withUnsafeBytes {
      unsafe WholeFile.write($0, to: path, replacing: true)
    }
    if let failure { throw systemError(failure) }
  }

  private static func pass(_ content: SecretBytes, through path: String) throws(KeychainError) {
    // `open` waits until another process reads the pipe, as a user who names a pipe expects.
    let pipe = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard pipe >= 0 else { throw systemError(errno) }
    defer { close(pipe) }
    var about = stat()
    guard unsafe fstat(pipe, &about) == 0 else { throw systemError(errno) }
    guard about.st_mode & S_IFMT == S_IFIFO, about.st_uid == geteuid() else {
      throw refused("keys are not written into a pipe that no longer belongs to this user", path)
    }
    try put(content, into: pipe)
  }

  private static func put(_ content: SecretBytes, into descriptor: Int32) throws(KeychainError) {
    let failure = unsafe content.withUnsafeBytes { unsafe WholeFile.put($0, into: descriptor) }
    if let failure { throw systemError(failure) }
  }

  private static func refused(_ reason: StaticString, _ path: String) -> KeychainError {
    KeychainError(
      .parameter, reason, context: .path(path), advice: "name a file that does not exist yet")
  }

  private static func systemError(_ number: Int32) -> KeychainError {
    KeychainError(.init(rawValue: StatusText.errnoBase + number), "")
  }
}
