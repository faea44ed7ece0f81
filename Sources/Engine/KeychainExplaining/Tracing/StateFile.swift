// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition

/// A small file in the user's directory of states, one writer at a time: never somebody else's, and
/// never reached through a link.
struct StateFile: ~Copyable {
  private let descriptor: Int32

  /// Opens the file, or makes it, and keeps other writers out; nil where that is not to be had.
  ///
  /// - Parameter tries: how often, each time for 5 ms, another writer is waited for.
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

  /// What it holds; nothing where that is more.
  borrowing func content(upTo most: Int) -> String { Self.read(descriptor, most) ?? "" }

  /// Puts something else in the place of what it holds; the new end comes last.
  borrowing func replace(with text: String) {
    let bytes = Array(text.utf8)
    guard unsafe pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    _ = ftruncate(descriptor, bytes.count)
  }

  /// What a file holds; nil where it cannot be read, or holds more.
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

  /// Makes the user's directory of states, for the user alone, with what is missing between it and
  /// the home directory, which is there.
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
