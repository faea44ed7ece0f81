// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Runs the `openssl` command, which reads the files that we write.
enum OpenSSLCommand {
  /// Returns the bytes that the command prints for the data, or nil if it fails.
  static func output(_ arguments: [String], of data: Data) throws -> Data? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-openssl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try data.write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard Patience.wait(until: { !process.isRunning }) else {
      process.terminate()
      Issue.record("openssl did not end")
      return nil
    }
    return process.terminationStatus == 0 ? try Data(contentsOf: output) : nil
  }

  /// Returns the text that the command prints for the data, or nil if it fails.
  static func text(_ arguments: [String], of data: Data) throws -> String? {
    try output(arguments, of: data).map { String(decoding: $0, as: UTF8.self) }
  }
}
