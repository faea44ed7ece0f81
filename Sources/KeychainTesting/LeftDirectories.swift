// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import SecureMemory

/// The temporary directories that live in this process, to be removed when it exits: a static
/// keychain, or one that a thread holds, never lets go of its own.
///
/// Only in the process that made them: a forked child that exits must not remove what its parent
/// works with.
enum LeftDirectories {
  private struct State: Sendable {
    /// By path, the process that made it.
    var makers: [String: pid_t] = [:]
    var isRegistered = false
  }

  private static let state = Lock(State())

  /// Has a directory removed at the exit of this process.
  static func add(_ path: String) {
    let isFirst = state.withLock { (state: inout State) -> Bool in
      state.makers[path] = getpid()
      defer { state.isRegistered = true }
      return !state.isRegistered
    }
    // A forked child inherits the registration.
    if isFirst { atexit { LeftDirectories.removeAll() } }
  }

  /// Forgets a directory, which is removed by who calls, or is not there.
  ///
  /// - Returns: whether this process is the one that made it.
  @discardableResult
  static func remove(_ path: String) -> Bool {
    state.withLock { $0.makers.removeValue(forKey: path) } == getpid()
  }

  private static func removeAll() {
    for path in takeOwn() {
      // A thread that works on goes on making files while others are removed.
      for _ in 0..<100 where FileManager.default.fileExists(atPath: path) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  /// The directories that this process has made; nobody else removes them any more.
  private static func takeOwn() -> [String] {
    for _ in 0..<100 {
      let own = state.withLockIfFree { (state: inout State) -> [String] in
        defer { state.makers = [:] }
        return state.makers.filter { $0.value == getpid() }.map(\.key)
      }
      if let own { return own }
      // For ever, in a child that was forked while another thread of its parent held the lock.
      usleep(1_000)
    }
    return []
  }
}
