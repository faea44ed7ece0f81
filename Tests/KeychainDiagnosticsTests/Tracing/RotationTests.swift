// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests that a full trace becomes `PATH.1`, whichever of its writers notices
/// (Specification/diagnostics.md, "Tracing a running program").
@Suite("A full trace is begun anew", .timeLimit(.minutes(20)))
struct RotationTests {
  private static let limit = 1_000_000

  @Test("one program: two files, each from its first record, and not a line is missing")
  func alone() throws {
    let program = try TracedProgram()
    let told = try program.write(["a"], count: 8_000, limit: Self.limit)
    #expect(told.count == 8_000)
    let (new, full) = (try program.lines("trace"), try program.lines("trace.1"))
    for lines in [new, full] { #expect(lines.first == "{\"begin\":\"a\"}") }
    #expect(Set(Self.numbers(new + full)) == told)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: program.folder + "/trace.1")).count
    #expect(bytes <= Self.limit && bytes > Self.limit - 500)
  }

  @Test("several programs: all go on in the new file, and what they were told is written is there")
  func shared() throws {
    // No program writes for long into the full file. On a busy machine the program that renames it
    // may lose the processor just then, so one attempt in time is enough. A program that did not
    // follow would be too late in each.
    let isInTime = try Patience.wait { try fullFile() < Self.limit + 10_000 }
    #expect(isInTime)
  }

  /// Lets four programs fill a trace, and returns the number of bytes of the full file.
  private func fullFile() throws -> Int {
    let program = try TracedProgram()
    let names = ["a", "b", "c", "d"]
    // The lines fill between one and two files, so the trace is renamed once.
    let told = try program.write(names, count: 2_000, limit: Self.limit)
    #expect(told.count == 8_000)
    let (new, full) = (try program.lines("trace"), try program.lines("trace.1"))
    for lines in [new, full] { #expect(lines.first?.hasPrefix("{\"begin\":") == true) }
    let numbers = Self.numbers(new + full)
    #expect(numbers.count == 8_000 && Set(numbers) == told)
    return try Data(contentsOf: URL(fileURLWithPath: program.folder + "/trace.1")).count
  }

  @Test("where it cannot be renamed it grows on, and nothing is lost or said")
  func stuck() throws {
    let program = try TracedProgram()
    try FileManager.default.createDirectory(
      atPath: program.folder + "/trace.1/in", withIntermediateDirectories: true)
    let told = try program.write(["a", "b"], count: 3_500, limit: Self.limit)
    #expect(told.count == 7_000)
    #expect(Set(Self.numbers(try program.lines("trace"))) == told)
  }

  @Test("a file of somebody's that has the name already stays what it is")
  func occupied() throws {
    let program = try TracedProgram()
    let notes = URL(fileURLWithPath: program.folder + "/trace.1")
    try Data("Buy milk.\n".utf8).write(to: notes)
    let told = try program.write(["a"], count: 7_000, limit: Self.limit)
    #expect(try Data(contentsOf: notes) == Data("Buy milk.\n".utf8))
    #expect(Set(Self.numbers(try program.lines("trace"))) == told)
  }

  /// Returns the writer and the number of each complete line.
  private static func numbers(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let writer = object?["by"] as? String, let number = object?["seq"] as? Int else {
        return nil
      }
      return "\(writer) \(number)"
    }
  }
}

extension TracedProgram {
  /// Lets programs write lines at the same time, and returns the lines that were confirmed as
  /// written.
  fileprivate func write(_ names: [String], count: Int, limit: Int) throws -> Set<String> {
    var running: [(Process, Pipe)] = []
    for name in names {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: Self.programs + "/StoreWorker")
      process.arguments = ["rotate", folder + "/trace", "\(limit)", "\(count)", name]
      process.standardOutput = output
      try process.run()
      running.append((process, output))
    }
    var all: Set<String> = []
    // The output is less than a pipe holds, so no program waits for a reader.
    for (_, output) in running {
      let data = output.fileHandleForReading.readDataToEndOfFile()
      all.formUnion(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
    }
    for (process, _) in running {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    return all
  }
}
