// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// A `StoreWorker` that has done its work and waits, so that its memory can be searched.
final class DumpedWorker {
  struct Failure: Error {
    let text: String
  }

  /// The numbers of the printed line, by name.
  let report: [String: Int]
  let directory: String
  private let process = Process()
  private let input = Pipe()

  /// Starts a task with these arguments on a store of its own, and waits for its line.
  init(
    _ arguments: [String], task: String = "memory", environment: [String: String] = [:]
  ) throws {
    directory = FileManager.default.temporaryDirectory.path + "/latchkey-dump-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Worker.programs + "/StoreWorker")
    process.arguments = [task] + arguments
    process.environment = environment.merging([
      "LATCHKEY_HOME": directory + "/store", "HOME": directory, "PATH": "/usr/bin:/bin",
    ]) { first, _ in first }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    var report: [String: Int] = [:]
    for word in line.split(whereSeparator: \.isWhitespace) {
      let sides = word.split(separator: "=")
      if sides.count == 2 { report[String(sides[0])] = Int(sides[1]) }
    }
    self.report = report
    guard !report.isEmpty else { throw Failure(text: "the worker said nothing: \(line)") }
  }

  /// Lets the worker end, and returns its exit status.
  func finish() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    removeFolder(directory)
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  var store: String { directory + "/store" }

  /// Searches the core that a debugger writes of the worker.
  func searchCore(_ search: MemorySearch) throws -> MemorySearch.Found {
    try memory.searchCore(search)
  }

  /// Searches all writable memory of the worker, both the dumped part and the part that cores leave
  /// out.
  func searchMemory(
    _ search: MemorySearch
  ) throws -> (dumped: MemorySearch.Found, hidden: MemorySearch.Found) {
    try memory.searchAll(search)
  }

  private var memory: ProcessMemory {
    ProcessMemory(process: process.processIdentifier, directory: directory)
  }
}
