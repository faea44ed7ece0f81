// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program run to its end.
struct Command {
  let status: Int32
  let output: String
  let errors: String

  /// Runs a program found on the path, with an empty standard input and, on top of this process's
  /// environment, the given variables.
  static func run(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> Command {
    try run(words, environment: environment)
  }

  /// The same with the words as a list.
  static func run(_ words: [String], environment: [String: String] = [:]) throws -> Command {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: nothing blocks however much is written.
    let outputFile = folder.appending(path: "output")
    let errorFile = folder.appending(path: "errors")
    _ = FileManager.default.createFile(atPath: outputFile.path, contents: nil)
    _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    process.waitUntilExit()
    return Command(
      status: process.terminationStatus,
      output: try String(contentsOf: outputFile, encoding: .utf8),
      errors: try String(contentsOf: errorFile, encoding: .utf8))
  }

  /// Whether a program of this name is on the path.
  static func exists(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/" + name)
    }
  }
}
