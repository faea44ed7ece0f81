// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A directory with PAM's service file of ours, as an administrator would have put it into place.
struct AccountService {
  let folder = TemporaryDirectory()

  /// The real PAM, with a module that knows this password of the account that runs the tests.
  init(password: String) throws {
    let module = try Self.module("pam_matrix")
    try folder.write("\(NSUserName()):\(password):latchkey\n", to: "passwords")
    try write(
      """
      auth required \(module) [passdb=\(folder.file("passwords"))]
      account required \(module) [passdb=\(folder.file("passwords"))]
      """)
  }

  /// One of the lines of its file.
  init(_ lines: String) throws {
    try write(lines)
  }

  /// The variables of a program that finds it there.
  var environment: [String: String] {
    [
      "LATCHKEY_PROMPT_HELPER": FingerprintMachine.promptPath,
      "LATCHKEY_PAM_DIRECTORY": folder.path,
    ]
  }

  func write(_ lines: String) throws { try folder.write(lines, to: "latchkey") }

  func remove() throws { try FileManager.default.removeItem(atPath: folder.file("latchkey")) }

  /// A module of the package libpam-wrapper.
  static func module(_ name: String) throws -> String {
    let paths = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
      .map { "/usr/lib/\($0)/pam_wrapper/\(name).so" }
    return try #require(
      paths.first { FileManager.default.fileExists(atPath: $0) }, "apt: libpam-wrapper")
  }
}
