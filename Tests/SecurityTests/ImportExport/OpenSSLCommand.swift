// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The `openssl` command, which reads what we wrote.
enum OpenSSLCommand {
  private static let patience = DispatchTimeInterval.seconds(60)

  /// What a command prints about some data; nil where it fails.
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
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    guard ended.wait(timeout: .now() + patience) == .success else {
      process.terminate()
      Issue.record("openssl did not end")
      return nil
    }
    return process.terminationStatus == 0 ? try Data(contentsOf: output) : nil
  }

  /// The same as text.
  static func text(_ arguments: [String], of data: Data) throws -> String? {
    try output(arguments, of: data).map { String(decoding: $0, as: UTF8.self) }
  }
}
