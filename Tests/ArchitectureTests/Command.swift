// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program that has run to its end.
struct Command {
  let status: Int32
  let output: String
  let errors: String

  /// Runs a program from the path, with an empty standard input.
  ///
  /// The given variables are added to this process's environment.
  static func run(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> Command {
    try run(words, environment: environment)
  }

  /// Runs a program whose words are a list.
  static func run(_ words: [String], environment: [String: String] = [:]) throws -> Command {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The output goes to files, because a full pipe would block the program.
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

  /// True if a program of this name is on the path.
  static func exists(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/" + name)
    }
  }
}
