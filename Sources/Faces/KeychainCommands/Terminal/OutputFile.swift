// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
package import SecureMemory
import UserFiles

/// A file that a command writes, with keys in it: for its owner alone.
package enum OutputFile {
  /// Writes a file with mode 0600, which gets its name when it is whole and synced: nobody reads
  /// half of it, and what had the name before is there until then.
  ///
  /// The file takes the place of a regular one of the user and of nothing else. A pipe of his, and
  /// what the program was started with, as /dev/stdout and /dev/fd/3, are written to as they are.
  ///
  /// - Parameter store: the directory of the store, in which no file is replaced.
  /// - Throws: -50 for a link, a special file, a file of another user or of the store; else the
  ///   status of the system's refusal.
  package static func write(
    _ content: SecretBytes, to path: [UInt8], besides store: String? = nil
  ) throws(KeychainError) {
    guard let name = String(validating: path, as: UTF8.self), !name.isEmpty else {
      throw KeychainError(
        .parameter,
        path.isEmpty ? "the name of the file is empty" : "the name of the file is no text in UTF-8",
        advice: "name another file")
    }
    if let number = try descriptor(named: name) { return try put(content, into: number) }
    if let store, isSame(WholeFile.directory(of: name), store) {
      throw refused("keys are not written among the files of the store", name)
    }
    guard !BackupDraft.isDraft(name.split(separator: "/").last ?? "") else {
      throw refused("files that are being written have such names", name)
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

  /// The number of a descriptor that a path stands for, if the program was started with it: those
  /// that it opens itself do not outlive an exec.
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
    // Waits for who reads, as whoever names a pipe expects.
    let pipe = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard pipe >= 0 else { throw systemError(errno) }
    defer { close(pipe) }
    var about = stat()
    guard unsafe fstat(pipe, &about) == 0 else { throw systemError(errno) }
    guard about.st_mode & S_IFMT == S_IFIFO, about.st_uid == geteuid() else {
      throw refused("keys are not written into what is no pipe of this user any more", path)
    }
    try put(content, into: pipe)
  }

  private static func put(_ content: SecretBytes, into descriptor: Int32) throws(KeychainError) {
    let failure = unsafe content.withUnsafeBytes { unsafe WholeFile.put($0, into: descriptor) }
    if let failure { throw systemError(failure) }
  }

  private static func refused(_ reason: StaticString, _ path: String) -> KeychainError {
    KeychainError(
      .parameter, reason, context: .path(path), advice: "name a file that is not there yet")
  }

  private static func systemError(_ number: Int32) -> KeychainError {
    KeychainError(.init(rawValue: StatusText.errnoBase + number), "")
  }
}
