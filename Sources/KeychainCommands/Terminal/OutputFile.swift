// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
package import SecureMemory

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
        .parameter, "the name of the file is no text in UTF-8", advice: "name another file")
    }
    if let number = try descriptor(named: name) { return try put(content, into: number) }
    let (directory, own) = parts(name)
    if let store, isSame(directory, store) {
      throw refused("keys are not written among the files of the store", name)
    }
    guard !BackupDraft.isDraft(own) else {
      throw refused("files that are being written have such names", name)
    }
    var about = stat()
    guard unsafe lstat(name, &about) == 0 else {
      guard errno == ENOENT else { throw systemError(errno) }
      return try replace(name, in: directory, by: content)
    }
    guard about.st_uid == geteuid() else {
      throw refused("keys are not written into a file of another user", name)
    }
    switch about.st_mode & S_IFMT {
    case S_IFREG: try replace(name, in: directory, by: content)
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

  private static func parts(_ path: String) -> (directory: String, name: Substring) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
    let name = path[path.index(after: slash)...]
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    var (one, other) = (stat(), stat())
    return unsafe stat(left, &one) == 0 && stat(right, &other) == 0
      && one.st_ino == other.st_ino && one.st_dev == other.st_dev
  }

  private static func replace(
    _ path: String, in directory: String, by content: SecretBytes
  ) throws(KeychainError) {
    BackupDraft.sweep(directory)
    // A file that has no name before it is whole goes with a process that is killed.
    guard try !replace(path, in: directory, by: content, [.unnamed]) else { return }
    guard try replace(path, in: directory, by: content, [.renamed]) else {
      throw systemError(errno)
    }
  }

  /// False where another way may do.
  private static func replace(
    _ path: String, in directory: String, by content: SecretBytes, _ ways: [BackupDraft.Way]
  ) throws(KeychainError) -> Bool {
    guard let draft = BackupDraft(in: directory, ways) else { throw systemError(errno) }
    try put(content, into: draft.descriptor)
    guard fsync(draft.descriptor) == 0 else { throw systemError(errno) }
    guard draft.replace(path, in: directory) else { return false }
    let folder = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw systemError(errno) }
    defer { close(folder) }
    // File systems that cannot sync a directory answer EINVAL.
    guard fsync(folder) == 0 || errno == EINVAL else { throw systemError(errno) }
    return true
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
    let failure = unsafe content.withUnsafeBytes { unsafe write($0, to: descriptor) }
    if let failure { throw systemError(failure) }
  }

  /// The `errno` of a write that failed.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = Interrupted.retry {
        unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      guard count > 0 else { return count < 0 ? errno : EIO }
      done += count
    }
    return nil
  }

  private static func refused(_ reason: StaticString, _ path: String) -> KeychainError {
    KeychainError(
      .parameter, reason, context: .path(path), advice: "name a file that is not there yet")
  }

  private static func systemError(_ number: Int32) -> KeychainError {
    KeychainError(.init(rawValue: StatusText.errnoBase + number), "")
  }
}
