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
