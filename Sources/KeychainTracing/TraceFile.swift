// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import SecureMemory

/// A file that lines are added to, one write each: what several processes write stays whole.
///
/// It never belongs to somebody else, and it is never reached through a link: a program may run
/// where others can write. When it is full it becomes `PATH.1`, and a new one is begun: by one of
/// those who write, and the others follow. Each begins with its own first line wherever it comes.
package final class TraceFile: Sendable {
  /// Beyond this it becomes `PATH.1`, and a new one is begun.
  package static let mostBytes = 64 << 20

  private struct State: Sendable {
    var descriptor: Int32
    var hasFailed = false
    /// Whether the last line was written in part, so that the next one begins with its end.
    var isCut = false
  }

  private let path: String
  private let beginning: String?
  private let mostBytes: Int
  private let state: Lock<State>
  /// Two files of one process do not exclude each other by the system's lock.
  private static let rotation = Lock(())

  /// Opens the file; says on standard error why it cannot, and is nil then.
  package init?(
    _ path: String, beginningWith beginning: String?, mostBytes: Int = TraceFile.mostBytes
  ) {
    do {
      state = Lock(State(descriptor: try Self.open(path)))
    } catch {
      ProgramNotice.tell("latchkey: \(path) cannot be written: \(error.reason)")
      return nil
    }
    self.path = path
    self.beginning = beginning
    self.mostBytes = mostBytes
    if let beginning { write(beginning) }
  }

  deinit { state.withLock { _ = close($0.descriptor) } }

  /// Adds a line; where that fails it is said once, and never again.
  ///
  /// - Returns: whether the line is there.
  @discardableResult
  package func write(_ line: String) -> Bool {
    let error: Int32? = state.withLock { state in
      follow(&state)
      if isFull(state, for: line.utf8.count + 1) { rotate(&state) }
      return Self.add(line, &state)
    }
    guard let error else { return true }
    let isFirst = state.withLock { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    if isFirst {
      ProgramNotice.tell("latchkey: \(path) cannot be written: \(Refusal(error).reason)")
    }
    return false
  }

  /// - Returns: what keeps the line from being written whole.
  private static func add(_ line: String, _ state: inout State) -> Int32? {
    let bytes = Array(((state.isCut ? "\n" : "") + line + "\n").utf8)
    let count = unsafe Glibc.write(state.descriptor, bytes, bytes.count)
    if count == bytes.count {
      state.isCut = false
      return nil
    }
    if count > 0 { state.isCut = true }
    return count < 0 ? errno : ENOSPC
  }

  private func isFull(_ state: State, for count: Int) -> Bool {
    guard let about = Self.about(state.descriptor) else { return false }
    return about.st_size > 0 && Int(about.st_size) + count > mostBytes
  }

  /// Goes on in the file that the path names now, where that is another: who shares it has begun a
  /// new one, or somebody has taken it away.
  private func follow(_ state: inout State) {
    guard !names(state.descriptor), let new = try? Self.open(path) else { return }
    // With any of its files a process gives back its lock.
    Self.rotation.withLock { _ in _ = close(state.descriptor) }
    state.descriptor = new
    state.isCut = false
    if let beginning { _ = Self.add(beginning, &state) }
  }

  /// Whether the path is that of an open file.
  private func names(_ descriptor: Int32) -> Bool {
    var there = stat()
    guard let own = Self.about(descriptor), unsafe lstat(path, &there) == 0 else { return false }
    return there.st_ino == own.st_ino && there.st_dev == own.st_dev
  }

  /// Makes the file `PATH.1`; one that cannot be renamed grows on.
  ///
  /// Only one of those who share it does so: a second renaming would put the new file in the place
  /// of the full one. Who finds that it is being done writes on meanwhile.
  private func rotate(_ state: inout State) {
    Self.rotation.withLock { _ in
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      guard unsafe fcntl(state.descriptor, F_SETLK, &lock) == 0 else { return }
      // Given back with the file, or here.
      if names(state.descriptor) { _ = unsafe rename(path, path + ".1") }
      lock.l_type = Int16(F_UNLCK)
      _ = unsafe fcntl(state.descriptor, F_SETLK, &lock)
    }
    follow(&state)
  }

  package struct Refusal: Error {
    let reason: String

    init(_ error: Int32) { reason = unsafe String(cString: strerror(error)) }
    init(reason: String) { self.reason = reason }
  }

  private static func about(_ descriptor: Int32) -> stat? {
    var about = stat()
    return unsafe fstat(descriptor, &about) == 0 ? about : nil
  }

  private static func open(_ path: String) throws(Refusal) -> Int32 {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    var above = stat()
    guard unsafe stat(folder.isEmpty ? "/" : folder, &above) == 0 else { throw Refusal(errno) }
    guard above.st_mode & S_IWOTH == 0 || above.st_mode & S_ISVTX != 0 else {
      throw Refusal(reason: "everybody may replace files in its folder")
    }
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = unsafe Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else { throw Refusal(errno) }
    guard let own = about(descriptor), own.st_mode & S_IFMT == S_IFREG, own.st_uid == geteuid()
    else {
      close(descriptor)
      throw Refusal(reason: "it belongs to somebody else, or is no file")
    }
    return descriptor
  }
}
