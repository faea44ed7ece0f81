// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A directory that only this user reaches, removed with the value.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws(TemporaryKeychainError) {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("latchkey-keychain-" + UUID().uuidString)
    do {
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw TemporaryKeychainError("there is no temporary directory to be had")
    }
    path = directory.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
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
