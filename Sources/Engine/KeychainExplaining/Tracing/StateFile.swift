// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition

/// A small file in the user's directory for state files, which only one process can write at a
/// time.
///
/// A file of another user is refused, and so is a link.
struct StateFile: ~Copyable {
  private let descriptor: Int32

  /// Opens or creates the file, and locks it against other writers.
  ///
  /// Nil if the file cannot be opened or locked, or if it belongs to another user.
  ///
  /// - Parameter tries: the number of attempts to lock the file, 5 ms apart.
  init?(_ path: String, tries: Int) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
    var about = stat()
    guard unsafe fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG,
      about.st_uid == geteuid()
    else { return nil }
    var left = tries
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      left -= 1
      guard errno == EWOULDBLOCK, left > 0 else { return nil }
      usleep(5_000)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the text of the file.
  ///
  /// Empty if the file cannot be read, or if it is longer than `most` bytes.
  borrowing func content(upTo most: Int) -> String { Self.read(descriptor, most) ?? "" }

  /// Replaces the contents of the file.
  ///
  /// The file is cut to its new length only after the new contents are written.
  borrowing func replace(with text: String) {
    let bytes = Array(text.utf8)
    guard unsafe pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    _ = ftruncate(descriptor, bytes.count)
  }

  /// Returns the contents of the file at a path.
  ///
  /// Nil if the file cannot be read, or if it is longer than `most` bytes.
  static func content(of path: String, upTo most: Int) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return read(descriptor, most)
  }

  private static func read(_ descriptor: Int32, _ most: Int) -> String? {
    var about = stat()
    guard unsafe fstat(descriptor, &about) == 0, about.st_size <= most else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(about.st_size))
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Creates the user's directory for state files, which only the user can read.
  ///
  /// Missing parent directories are created, except the home directory.
  ///
  /// - Returns: the path, or nil if the directory cannot be created.
  static func makeDirectory() -> String? {
    guard let path = UserDirectory.state.path, let home = UserDirectory.state.home,
      unsafe access(home, F_OK) == 0, makeDirectory(path)
    else { return nil }
    return path
  }

  private static func makeDirectory(_ path: String) -> Bool {
    var about = stat()
    if unsafe stat(path, &about) == 0 { return about.st_mode & S_IFMT == S_IFDIR }
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex,
      makeDirectory(String(path[..<slash]))
    else { return false }
    return unsafe mkdir(path, 0o700) == 0 || errno == EEXIST
  }
}
