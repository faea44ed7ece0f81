// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program on a store of its own, with its calls, its messages and the files that it wrote.
final class TracedProgram {
  let folder: String
  /// The lines of standard output.
  ///
  /// Each is a call with its status.
  private(set) var calls: [String] = []
  /// All of standard error.
  private(set) var said = ""

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/latchkey-traced-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The most bytes that a file may hold if `hasLimit` is set.
  static let limit = 1 << 20

  /// Runs the calls.
  ///
  /// The program must end within five minutes.
  ///
  /// - Parameter hasLimit: limits files to `limit` bytes, without ending the program at the limit.
  func run(_ names: [String], _ environment: [String: String], hasLimit: Bool = false) throws {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Self.programs + "/StoreWorker")
    process.arguments = ["traced"] + names
    if hasLimit {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", "trap '' XFSZ; ulimit -f \(Self.limit / 512); exec \"$0\" \"$@\""]
        + [Self.programs + "/StoreWorker", "traced"] + names
    }
    process.environment = environment.merging([
      "LATCHKEY_HOME": folder + "/store", "HOME": folder, "PATH": "/usr/bin:/bin",
    ]) { first, _ in first }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let identifier = process.processIdentifier
    let guardian = DispatchWorkItem { _ = kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: guardian)
    // Read one after the other: each output is less than a pipe holds.
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guardian.cancel()
    calls = told.split(separator: "\n").map(String.init)
  }

  /// Runs `security` with arguments on the same store and returns its standard output.
  ///
  /// It must end within five minutes.
  func security(_ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Self.programs + "/security")
    process.arguments = arguments
    process.environment = [
      "LATCHKEY_HOME": folder + "/store", "HOME": folder, "PATH": "/usr/bin:/bin",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let identifier = process.processIdentifier
    let guardian = DispatchWorkItem { _ = kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: guardian)
    defer { guardian.cancel() }
    let told = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: told, as: UTF8.self)
  }

  /// Returns the bytes of a file in the folder.
  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
  }

  /// Returns the lines of a file in the folder.
  func lines(_ name: String) throws -> [String] {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8).split(separator: "\n")
      .map(String.init)
  }

  /// Returns the lines of a file in the folder as JSON objects.
  func records(_ name: String) throws -> [[String: Any]] {
    let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    return try text.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  /// The directory of the built programs.
  static let programs: String = {
    if let named = ProcessInfo.processInfo.environment["LATCHKEY_PROGRAMS"] { return named }
    let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: executable ?? "/").deletingLastPathComponent().path
  }()
}
