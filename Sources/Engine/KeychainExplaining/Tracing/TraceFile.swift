// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import SecureMemory

/// A text file to which several processes can add lines at once.
///
/// Each line is added with one write, so that the lines of several processes are not mixed. A file
/// of another user, a link, and a file with other contents are refused (`TracePlace`). A file that
/// has reached its size limit (a full file) is renamed to `PATH.1`, and a new file is begun. One of
/// the writing processes renames the file, and the other processes switch to the new file. In a
/// trace, each process writes a first line about itself to every file.
package final class TraceFile: Sendable {
  /// The greatest size of the file in bytes.
  ///
  /// A full file is renamed to `PATH.1`, and a new file is begun.
  package static let mostBytes = 64 << 20

  private struct State: Sendable {
    var descriptor: Int32
    var hasFailed = false
    /// True if the last write added only a part of its line to the file.
    ///
    /// The next write then begins with a line break.
    var isCut = false
  }

  private let place: TracePlace
  private let beginning: String?
  private let mostBytes: Int
  private let state: Lock<State>
  /// The lock that lets one thread of this process at a time rename a full file.
  ///
  /// The system's file lock is not enough, because it does not separate two open files of one
  /// process.
  private static let rotation = Lock(())

  /// Opens the file for adding lines.
  ///
  /// On failure, prints the reason on standard error and returns nil.
  ///
  /// - Parameters:
  ///   - beginning: the first line that this process writes to each file of a trace. Nil for a file
  ///     with reports.
  ///   - mostBytes: the size in bytes at which the file is full. Tests pass a smaller size.
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

  /// Adds a line to the file.
  ///
  /// The first failure is reported on standard error, later failures are not.
  ///
  /// - Returns: true if the line was written whole.
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

  /// Writes a line to the open file.
  ///
  /// - Returns: the error number (`errno`) if the line was not written whole, otherwise nil.
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

  /// Opens the file that is now at the path, if it is not the file that is open already.
  ///
  /// Another file is at the path if another process has begun a new file. If the file was removed,
  /// a new file is created.
  private func follow(_ state: inout State) {
    guard !names(state.descriptor), let new = try? place.open() else { return }
    // Closing any descriptor of a file releases the lock of the process, so no rotation may run
    // now.
    Self.rotation.withLock { _ in _ = close(state.descriptor) }
    state.descriptor = new
    state.isCut = false
    if let beginning { _ = Self.add(beginning, &state) }
  }

  /// Returns true if the path of this trace file leads to the open file with the given descriptor.
  private func names(_ descriptor: Int32) -> Bool {
    var there = stat()
    guard let own = TracePlace.about(descriptor), unsafe lstat(place.path, &there) == 0 else {
      return false
    }
    return there.st_ino == own.st_ino && there.st_dev == own.st_dev
  }

  /// Renames the full file to `PATH.1`, and begins a new file.
  ///
  /// A file that cannot be renamed keeps growing.
  ///
  /// Only one of the writing processes renames the file, because a second renaming would replace
  /// the full file with the new file. If another process holds the lock for renaming, this process
  /// continues to write.
  private func rotate(_ state: inout State) {
    Self.rotation.withLock { _ in
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      guard unsafe fcntl(state.descriptor, F_SETLK, &lock) == 0 else { return }
      // The lock is released below, or when the file is closed.
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
