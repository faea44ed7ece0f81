// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// A `StoreWorker` that has done its work and waits; its memory can be looked at.
final class DumpedWorker {
  struct Failure: Error {
    let text: String
  }

  /// The words of the line that it printed.
  let report: [String: Int]
  let directory: String
  private let process = Process()
  private let input = Pipe()

  /// Starts `memory` with these arguments on a store of its own and waits for its line.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    directory = FileManager.default.temporaryDirectory.path + "/latchkey-dump-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let output = Pipe()
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: executable).deletingLastPathComponent()
      .appendingPathComponent("StoreWorker")
    process.arguments = ["memory"] + arguments
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

  /// Lets it end; its exit status.
  func finish() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: directory)
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  var store: String { directory + "/store" }

  /// What a debugger writes as a core of it.
  func searchCore(_ search: MemorySearch) throws -> MemorySearch.Found {
    let dumper = Process()
    dumper.executableURL = URL(fileURLWithPath: "/usr/bin/gcore")
    dumper.arguments = ["-o", directory + "/core", "\(process.processIdentifier)"]
    dumper.standardInput = FileHandle.nullDevice
    dumper.standardOutput = FileHandle.nullDevice
    dumper.standardError = FileHandle.nullDevice
    try dumper.run()
    dumper.waitUntilExit()
    let path = directory + "/core.\(process.processIdentifier)"
    guard dumper.terminationStatus == 0, FileManager.default.fileExists(atPath: path) else {
      throw Failure(text: "gcore wrote no core")
    }
    defer { unsafe unlink(path) }
    let core = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    return unsafe core.withUnsafeBytes { unsafe search.search($0) }
  }

  /// What stands in its writable memory, all of it: where cores look, and where they do not.
  func searchMemory(
    _ search: MemorySearch
  ) throws -> (dumped: MemorySearch.Found, hidden: MemorySearch.Found) {
    var dumped = MemorySearch.Found()
    var hidden = MemorySearch.Found()
    let memory = unsafe open("/proc/\(process.processIdentifier)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw Failure(text: "its memory cannot be read") }
    defer { close(memory) }
    for mapping in try Mapping.all(of: process.processIdentifier) where mapping.isWritable {
      var bytes = [UInt8](repeating: 0, count: mapping.range.count)
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(memory, buffer.baseAddress, buffer.count, mapping.range.lowerBound)
      }
      guard count == bytes.count else { throw Failure(text: "\(mapping.range) cannot be read") }
      let found = unsafe bytes.withUnsafeBytes { unsafe search.search($0) }
      if mapping.isHidden { hidden.add(found) } else { dumped.add(found) }
    }
    return (dumped, hidden)
  }
}
