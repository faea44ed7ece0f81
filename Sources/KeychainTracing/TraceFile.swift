// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import SecureMemory

/// A file that lines are added to, one write each: what several processes write stays whole.
///
/// It never belongs to somebody else, and it is never reached through a link: a program may run
/// where others can write.
final class TraceFile: Sendable {
  /// Beyond this it becomes `PATH.1`, and a new one is begun.
  static let mostBytes = 64 << 20

  private struct State: Sendable {
    var descriptor: Int32
    var size: Int
    var hasFailed = false
  }

  private let path: String
  private let beginning: String?
  private let state: Lock<State>

  /// Opens the file; says on standard error why it cannot, and is nil then.
  init?(_ path: String, beginningWith beginning: String?) {
    do {
      let (descriptor, size) = try Self.open(path)
      state = Lock(State(descriptor: descriptor, size: size))
    } catch {
      ProgramNotice.tell("latchkey: \(path) cannot be written: \(error.reason)")
      return nil
    }
    self.path = path
    self.beginning = beginning
    if let beginning { write(beginning) }
  }

  deinit { state.withLock { _ = close($0.descriptor) } }

  /// Adds a line; where that fails it is said once, and never again.
  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    let error: Int32? = state.withLock { state in
      if state.size + bytes.count > Self.mostBytes { rotate(&state) }
      let count = unsafe Glibc.write(state.descriptor, bytes, bytes.count)
      if count == bytes.count {
        state.size += count
        return nil
      }
      defer { state.hasFailed = true }
      return state.hasFailed ? nil : (count < 0 ? errno : ENOSPC)
    }
    guard let error else { return }
    ProgramNotice.tell("latchkey: \(path) cannot be written: \(Refusal(error).reason)")
  }

  private func rotate(_ state: inout State) {
    guard unsafe rename(path, path + ".1") == 0, let (new, size) = try? Self.open(path) else {
      return
    }
    close(state.descriptor)
    state.descriptor = new
    state.size = size
    guard let beginning else { return }
    let bytes = Array((beginning + "\n").utf8)
    state.size += max(0, unsafe Glibc.write(new, bytes, bytes.count))
  }

  struct Refusal: Error {
    let reason: String

    init(_ error: Int32) { reason = unsafe String(cString: strerror(error)) }
    init(reason: String) { self.reason = reason }
  }

  private static func open(_ path: String) throws(Refusal) -> (Int32, Int) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    var about = stat()
    guard unsafe stat(folder.isEmpty ? "/" : folder, &about) == 0 else { throw Refusal(errno) }
    guard about.st_mode & S_IWOTH == 0 || about.st_mode & S_ISVTX != 0 else {
      throw Refusal(reason: "everybody may replace files in its folder")
    }
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = unsafe Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else { throw Refusal(errno) }
    guard unsafe fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG,
      about.st_uid == geteuid()
    else {
      close(descriptor)
      throw Refusal(reason: "it belongs to somebody else, or is no file")
    }
    return (descriptor, Int(about.st_size))
  }
}
