// SPDX-License-Identifier: Apache-2.0
import Foundation
internal import SecureMemory

/// A directory that only this user can access, and that is removed when this object is released.
///
/// If the object still exists when the process that made it exits, the directory is removed at the
/// exit.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws(TemporaryKeychainError) {
    // Foundation trusts the variable TMPDIR even if the program has more rights than its user.
    let parent =
      ProcessVariable.areBelieved
      ? FileManager.default.temporaryDirectory : URL(fileURLWithPath: "/tmp")
    let directory = parent.appendingPathComponent("latchkey-keychain-" + UUID().uuidString)
    // Register the path before the directory exists, so that it is never missed.
    LeftDirectories.add(directory.path)
    do {
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      LeftDirectories.forget(directory.path)
      throw TemporaryKeychainError("a temporary directory cannot be made")
    }
    path = directory.path
  }

  deinit {
    LeftDirectories.delete(path)
  }
}

/// The reason why a temporary keychain could not be made.
public struct TemporaryKeychainError: Error, CustomStringConvertible {
  /// The reason in words.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The temporary directories of this process that are not removed yet.
///
/// The directories are removed when the process exits. A keychain in a static variable, or one that
/// a running thread uses, is not released before the exit. Only the process that made a directory
/// removes it: a forked child that exits must not remove directories that its parent uses.
private enum LeftDirectories {
  private struct State: Sendable {
    /// The process that made each directory, by the path of the directory.
    var makers: [String: pid_t] = [:]
    var isRegistered = false
  }

  private static let state = Lock(State())

  /// Registers a directory, so that it is removed when this process exits.
  static func add(_ path: String) {
    let isFirst = state.withLock { (state: inout State) -> Bool in
      state.makers[path] = getpid()
      defer { state.isRegistered = true }
      return !state.isRegistered
    }
    // A forked child inherits the registration.
    if isFirst { atexit { LeftDirectories.deleteAll() } }
  }

  /// Removes the registration of a directory that could not be made.
  static func forget(_ path: String) {
    state.withLock { _ = $0.makers.removeValue(forKey: path) }
  }

  /// Deletes a directory, unless another process made it.
  ///
  /// A forked child also releases objects that it inherited from its parent, and their directories
  /// must stay.
  ///
  /// The directory stays registered until it is gone. If the process exits before that, or if
  /// another thread makes a file in the directory, the exit deletes the directory.
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

  /// Returns the directories that this process has made and not removed yet.
  private static func own() -> [String] {
    for _ in 0..<100 {
      let own = state.withLockIfFree { (state: inout State) -> [String] in
        state.makers.filter { $0.value == getpid() }.map(\.key)
      }
      if let own { return own }
      // The number of tries is limited. In a forked child the lock stays locked forever if a thread
      // of the parent held it at the fork.
      usleep(1_000)
    }
    return []
  }
}
