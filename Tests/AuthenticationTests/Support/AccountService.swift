// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A directory with our service file of PAM, as an administrator would install it.
struct AccountService {
  let folder = TemporaryDirectory()

  /// Makes a service of the real PAM that knows this password of the current account.
  init(password: String) throws {
    let module = try Self.module("pam_matrix")
    try folder.write("\(NSUserName()):\(password):latchkey\n", to: "passwords")
    try write(
      """
      auth required \(module) [passdb=\(folder.file("passwords"))]
      account required \(module) [passdb=\(folder.file("passwords"))]
      """)
  }

  /// Makes a service file with these lines.
  init(_ lines: String) throws {
    try write(lines)
  }

  /// The environment variables of a program that uses the directory.
  var environment: [String: String] {
    [
      "LATCHKEY_PROMPT_HELPER": FingerprintMachine.promptPath,
      "LATCHKEY_PAM_DIRECTORY": folder.path,
    ]
  }

  func write(_ lines: String) throws { try folder.write(lines, to: "latchkey") }

  func remove() throws { try FileManager.default.removeItem(atPath: folder.file("latchkey")) }

  /// Returns the path of a module of the package libpam-wrapper.
  static func module(_ name: String) throws -> String {
    let paths = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib")
      .map { "/usr/lib/\($0)/pam_wrapper/\(name).so" }
    return try #require(
      paths.first { FileManager.default.fileExists(atPath: $0) }, "apt: libpam-wrapper")
  }
}
