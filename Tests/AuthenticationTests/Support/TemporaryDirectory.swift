// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// A directory of a test, removed with everything in it after the test.
final class TemporaryDirectory: Sendable {
  /// The directory for the tests' files.
  static let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"

  let path: String

  init(forSockets: Bool = false) {
    let parent = forSockets ? PlainDirectory.path : Self.parent
    var template = Array("\(parent)/latchkey-prompt-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template).map { unsafe String(cString: $0) }
    path = made ?? AbsentPath.path
  }

  deinit {
    // Repeated until it is gone: a helper that ends there removes files at the same time.
    _ = Patience.wait(within: Patience.soon) {
      try? FileManager.default.removeItem(atPath: path)
      return unsafe access(path, F_OK) != 0
    }
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// Returns the text of a file in the directory, or an empty text if there is no file.
  func text(_ name: String) -> String {
    (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
  }

  /// Writes a program.
  ///
  /// Another process writes it. A child that another test starts would inherit our open file, and a
  /// file that is open for writing cannot be started.
  ///
  /// - Parameter path: the path of the program, if not in this directory.
  /// - Returns: the path of the program.
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
