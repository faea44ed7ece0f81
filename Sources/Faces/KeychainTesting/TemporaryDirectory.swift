// SPDX-License-Identifier: Apache-2.0
import Foundation
internal import SecureMemory

/// A directory that only this user reaches, removed with the value, or with the process that made
/// it where something still holds the value then.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws(TemporaryKeychainError) {
    // Foundation believes TMPDIR in every program.
    let parent =
      ProcessVariable.areBelieved
      ? FileManager.default.temporaryDirectory : URL(fileURLWithPath: "/tmp")
    let directory = parent.appendingPathComponent("latchkey-keychain-" + UUID().uuidString)
    // Before it is there, so that it is known from its first moment on.
    LeftDirectories.add(directory.path)
    do {
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      LeftDirectories.forget(directory.path)
      throw TemporaryKeychainError("there is no temporary directory to be had")
    }
    path = directory.path
  }

  deinit {
    LeftDirectories.delete(path)
  }
}

/// Why there is no temporary keychain.
public struct TemporaryKeychainError: Error, CustomStringConvertible {
  /// What was wrong, in words.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The temporary directories that live in this process, to be removed when it exits: a static
/// keychain, or one that a thread holds, never lets go of its own.
///
/// Only in the process that made them: a forked child that exits must not remove what its parent
/// works with.
private enum LeftDirectories {
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
    if isFirst { atexit { LeftDirectories.deleteAll() } }
  }

  /// Forgets a directory that did not come to be.
  static func forget(_ path: String) {
    state.withLock { _ = $0.makers.removeValue(forKey: path) }
  }

  /// Deletes a directory, unless another process made it: a forked child lets go of its parent's
  /// values too.
  ///
  /// It is forgotten when it is gone and not before: the process can exit in the middle, or a
  /// thread that still works there can make a file after the last one was deleted.
  static func delete(_ path: String) {
    guard state.withLock({ $0.makers[path] }) == getpid() else { return }
    if isDeleted(path) { forget(path) }
  }

  private static func isDeleted(_ path: String) -> Bool {
    try? FileManager.default.removeItem(atPath: path)
    return !FileManager.default.fileExists(atPath: path)
  }

  private static func deleteAll() {
    var left = own()
    for _ in 0..<200 {
      left.removeAll(where: isDeleted)
      guard !left.isEmpty else { return }
      usleep(1_000)
    }
  }

  /// The directories that this process has made.
  private static func own() -> [String] {
    for _ in 0..<100 {
      let own = state.withLockIfFree { (state: inout State) -> [String] in
        state.makers.filter { $0.value == getpid() }.map(\.key)
      }
      if let own { return own }
      // For ever, in a child that was forked while another thread of its parent held the lock.
      usleep(1_000)
    }
    return []
  }
}
