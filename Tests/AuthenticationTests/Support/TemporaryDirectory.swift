// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// A directory of a test's own, removed with everything in it when the test is over.
final class TemporaryDirectory: Sendable {
  /// Where the tests' files go.
  static let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"

  let path: String

  init(forSockets: Bool = false) {
    let parent = forSockets ? PlainDirectory.path : Self.parent
    var template = Array("\(parent)/latchkey-prompt-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template).map { unsafe String(cString: $0) }
    path = made ?? AbsentPath.path
  }

  deinit {
    // Again, until it is gone: a helper that ends there removes files of its own.
    _ = Patience.wait(within: Patience.soon) {
      try? FileManager.default.removeItem(atPath: path)
      return unsafe access(path, F_OK) != 0
    }
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// The text of a file in it; empty where there is none.
  func text(_ name: String) -> String {
    (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
  }

  /// Writes a program.
  ///
  /// Another process does: what this one has open for writing, a child of a test beside has open
  /// too until it is a program of its own, and so long nobody can start the file.
  ///
  /// - Parameter path: where it goes instead of this directory.
  /// - Returns: its path.
  @discardableResult
  func writeProgram(_ text: String, to name: String, at path: String? = nil) throws -> String {
    let path = path ?? file(name)
    try write(text, to: name + ".text")
    let install = ["install", "-m", "755", file(name + ".text"), path]
    guard try SystemProgram(install, log: file(name + ".log")).status() == 0 else {
      throw PrivateBus.Failure(text: "not installed: \(name)")
    }
    return path
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: file(name), atomically: true, encoding: .utf8)
  }
}
