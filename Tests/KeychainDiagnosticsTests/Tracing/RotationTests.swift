// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// A trace that is full becomes `PATH.1`, whoever of those that write it finds that
/// (spec/diagnostics.md 1.4).
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
    // No program goes on for long in the full file. On a busy machine the program that renames it
    // may lose the processor just then, so one attempt in time is enough: a program that did not
    // follow would be too late in each.
    let isInTime = try Patience.wait { try fullFile() < Self.limit + 10_000 }
    #expect(isInTime)
  }

  /// Has four programs fill a trace, and returns the bytes of the full file.
  private func fullFile() throws -> Int {
    let program = try TracedProgram()
    let names = ["a", "b", "c", "d"]
    // Between one file and two of them: it is renamed once.
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

  /// The writer and the number of each line that is whole.
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
  /// Has programs write lines at once; what each was told is there.
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
    // Less than a pipe holds: nobody waits to be read.
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
