// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Python's package `cryptography`, which verifies and decrypts our output
/// (Tests/Vectors/seckey/oracle.py).
enum OtherImplementation {
  /// A key, an algorithm, the input, and our output.
  typealias Made = (key: String, algorithm: String, input: [UInt8], output: [UInt8])

  /// Returns the names of wrong outputs, or the number of right ones.
  static func check(_ made: [Made]) throws -> String {
    let blocks = made.map { made in
      "key: \(made.key)\nalgorithm: algid:\(made.algorithm)\n"
        + "input: \(hex(made.input))\noutput: \(hex(made.output))\n"
    }
    return try answer(of: "seckey/oracle.py", to: blocks.joined(separator: "\n"))
  }

  /// Returns the answer of a script below Tests/Vectors to a list.
  static func answer(of name: String, to content: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-oracle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = folder.appending(path: "made.txt")
    try content.write(to: list, atomically: false, encoding: .utf8)
    let answer = folder.appending(path: "answer.txt")
    _ = FileManager.default.createFile(atPath: answer.path, contents: nil)

    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Vectors/\(name)").standardized
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-B", script.path, "check", list.path]
    let output = try FileHandle(forWritingTo: answer)
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    if !Patience.wait(until: { !process.isRunning }) {
      process.terminate()
      Issue.record("the other implementation did not answer")
    }
    return try String(contentsOf: answer, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }
}
