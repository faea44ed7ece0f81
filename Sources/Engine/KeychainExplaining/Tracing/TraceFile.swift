// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import SecureMemory

/// A file that lines are added to, one write each: what several processes write stays whole.
///
/// It never belongs to somebody else, is never reached through a link, and holds nothing else
/// (`TracePlace`). When it is full it becomes `PATH.1`, and a new one is begun: by one of those who
/// write, and the others follow. Each begins with its own first line wherever it comes.
package final class TraceFile: Sendable {
  /// Beyond this it becomes `PATH.1`, and a new one is begun.
  package static let mostBytes = 64 << 20

  private struct State: Sendable {
    var descriptor: Int32
    var hasFailed = false
    /// Whether the last line was written in part, so that the next one begins with its end.
    var isCut = false
  }

  private let place: TracePlace
  private let beginning: String?
  private let mostBytes: Int
  private let state: Lock<State>
  /// Two files of one process do not exclude each other by the system's lock.
  private static let rotation = Lock(())

  /// Opens the file; says on standard error why it cannot, and is nil then.
  package init?(
    _ path: String, beginningWith beginning: String?, mostBytes: Int = TraceFile.mostBytes
  ) {
    let place = TracePlace(path: path, isTrace: beginning != nil)
    do throws(TracePlace.Refusal) {
      state = Lock(State(descriptor: try place.open()))
    } catch {
      ProgramNotice.tell("latchkey: \(path) cannot be written: \(error.reason)")
      return nil
    }
    self.place = place
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
      ProgramNotice.tell(
        "latchkey: \(place.path) cannot be written: \(TracePlace.Refusal(error).reason)")
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
    guard let about = TracePlace.about(state.descriptor) else { return false }
    return about.st_size > 0 && Int(about.st_size) + count > mostBytes
  }

  /// Goes on in the file that the path names now, where that is another: who shares it has begun a
  /// new one, or somebody has taken it away.
  private func follow(_ state: inout State) {
    guard !names(state.descriptor), let new = try? place.open() else { return }
    // With any of its files a process gives back its lock.
    Self.rotation.withLock { _ in _ = close(state.descriptor) }
    state.descriptor = new
    state.isCut = false
    if let beginning { _ = Self.add(beginning, &state) }
  }

  /// Whether the path is that of an open file.
  private func names(_ descriptor: Int32) -> Bool {
    var there = stat()
    guard let own = TracePlace.about(descriptor), unsafe lstat(place.path, &there) == 0 else {
      return false
    }
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
      let full = place.path + ".1"
      if names(state.descriptor), place.mayReplace(full) {
        _ = unsafe rename(place.path, full)
      }
      lock.l_type = Int16(F_UNLCK)
      _ = unsafe fcntl(state.descriptor, F_SETLK, &lock)
    }
    follow(&state)
  }
}
