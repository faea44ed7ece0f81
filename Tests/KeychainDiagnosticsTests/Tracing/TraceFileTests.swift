// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of files that a trace may be written to, and of files that are refused
/// (Specification/diagnostics.md, "Tracing a running program").
@Suite("The file of a trace")
struct TraceFileTests {
  @Test("no link, no pipe, no folder that everybody may change; the calls answer as ever")
  func refused() throws {
    let program = try TracedProgram()
    let files = FileManager.default
    let open = program.folder + "/open"
    try files.createDirectory(
      atPath: open, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
    try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
    let link = program.folder + "/link"
    try files.createSymbolicLink(atPath: link, withDestinationPath: program.folder + "/aim")
    let pipe = program.folder + "/pipe"
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    for path in [
      "/dev/full", open + "/trace", link, pipe, program.folder, program.folder + "/gone/trace",
    ] {
      try program.run(["miss"], ["LATCHKEY_TRACE": path])
      #expect(program.calls == ["miss -25300"], "\(path)")
      let lines = program.said.split(separator: "\n")
      #expect(lines.count == 1 && program.said.contains("\(path) cannot be written: "))
    }
    #expect(!files.fileExists(atPath: program.folder + "/aim"))
    #expect(!files.fileExists(atPath: open + "/trace"))
  }

  @Test("nothing of the store, and nothing where it is going to be")
  func store() throws {
    let program = try TracedProgram()
    let store = program.folder + "/store"
    for path in [store, store + "/trace"] {
      for name in ["LATCHKEY_TRACE", "LATCHKEY_EXPLAIN"] {
        try program.run(["miss"], [name: path])
        #expect(program.calls == ["miss -25300"], "\(path)")
        #expect(program.said.split(separator: "\n").count == 1, "\(path)")
        #expect(program.said.contains("\(path) cannot be written: "), "\(path)")
      }
    }
    try program.run(["add"], [:])
    try FileManager.default.createDirectory(
      atPath: store + "/below", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: program.folder + "/alias", withDestinationPath: store)
    let names = try FileManager.default.contentsOfDirectory(atPath: store).sorted()
    #expect(names.contains("device.key") && names.contains("keybag") && names.contains("store.db"))
    let before = try ["device.key", "keybag"].map { try program.bytes("store/" + $0) }
    for name in names + ["new", "below/new"] {
      for path in [store + "/" + name, program.folder + "/alias/" + name] {
        for variable in ["LATCHKEY_TRACE", "LATCHKEY_EXPLAIN"] {
          try program.run(["read", "miss"], [variable: path])
          #expect(program.calls == ["read 0", "miss -25300"], "\(path)")
          #expect(program.said.split(separator: "\n").count == 1, "\(path)")
          #expect(program.said.contains("\(path) cannot be written: "), "\(path)")
        }
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: store).sorted() == names)
    #expect(try ["device.key", "keybag"].map { try program.bytes("store/" + $0) } == before)
  }

  @Test("nothing that holds something else, and no file of two names")
  func foreign() throws {
    let program = try TracedProgram()
    let notes = program.folder + "/notes"
    let twice = program.folder + "/twice"
    try Data("Buy milk.\n".utf8).write(to: URL(fileURLWithPath: notes))
    try Data().write(to: URL(fileURLWithPath: twice))
    try FileManager.default.linkItem(atPath: twice, toPath: program.folder + "/other name")
    for (path, content) in [(notes, "Buy milk.\n"), (twice, "")] {
      for name in ["LATCHKEY_TRACE", "LATCHKEY_EXPLAIN"] {
        try program.run(["miss"], [name: path])
        #expect(program.calls == ["miss -25300"])
        #expect(program.said.split(separator: "\n").count == 1)
        #expect(program.said.contains("\(path) cannot be written: it "))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
      }
    }
    // A file of reports is refused as a trace, and a trace as a file of reports.
    let reports = program.folder + "/reports"
    for _ in 0..<2 { try program.run(["miss"], ["LATCHKEY_EXPLAIN": reports]) }
    #expect(program.said.isEmpty)
    let told = try program.bytes("reports")
    try program.run(["miss"], ["LATCHKEY_TRACE": reports])
    #expect(program.said.contains("cannot be written: it does not hold a trace"))
    #expect(try program.bytes("reports") == told)
  }

  @Test("a file that others may read becomes the user's alone")
  func shared() throws {
    let program = try TracedProgram()
    let path = program.folder + "/trace"
    try Data().write(to: URL(fileURLWithPath: path))
    for mode in [0o666, 0o640] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      try program.run(
        ["miss"], ["LATCHKEY_TRACE": path, "LATCHKEY_TRACE_VALUES": "attributes"])
      let now = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(now as? Int == 0o600)
    }
    #expect(try program.records("trace").count == 4)
  }

  @Test("a file that cannot grow is told once, and the calls answer as ever")
  func full() throws {
    let program = try TracedProgram()
    try program.run(["add"], [:])
    let path = program.folder + "/trace"
    // The file is filled up to the limit, with room for the first lines only.
    let begun = Data("{\"begin\":\"2024-03-04T13:02:11.482Z\",\"schema\":1}".utf8)
    let filling = Data(
      repeating: UInt8(ascii: "\n"), count: TracedProgram.limit - 300 - begun.count)
    try (begun + filling).write(to: URL(fileURLWithPath: path))
    try program.run(["read", "miss", "read"], ["LATCHKEY_TRACE": path], hasLimit: true)
    #expect(program.calls == ["read 0", "miss -25300", "read 0"])
    let lines = program.said.split(separator: "\n")
    #expect(lines.count == 1 && program.said.contains("\(path) cannot be written: "))
  }

  @Test("what is written is added to what is there")
  func adds() throws {
    let program = try TracedProgram()
    for _ in 0..<2 { try program.run(["miss"], ["LATCHKEY_TRACE": program.folder + "/trace"]) }
    let records = try program.records("trace")
    #expect(records.count == 4)
    #expect(records.filter { $0["begin"] != nil }.count == 2)
  }

  @Test("what the variables do not know is told, and nothing is traced")
  func misspelled() throws {
    let program = try TracedProgram()
    let wrong = [
      ("LATCHKEY_EXPLAIN", "yes"), ("LATCHKEY_TRACE", "trace"),
      ("LATCHKEY_TRACE_VALUES", "secrets"), ("LATCHKEY_EXPLAIN_LEVEL", "all"),
    ]
    for (name, value) in wrong {
      try program.run(["miss"], [name: value])
      #expect(program.calls == ["miss -25300"])
      #expect(program.said.hasPrefix("latchkey: \(name)=\(value): not understood; use "))
    }
    for name in ["LATCHKEY_EXPLAIN", "LATCHKEY_TRACE"] {
      try program.run(["miss"], [name: name == "LATCHKEY_EXPLAIN" ? "off" : ""])
      #expect(program.said.isEmpty)
    }
  }

  @Test("a value of 64 MB costs a trace no more than the call itself", .timeLimit(.minutes(10)))
  func huge() throws {
    let program = try TracedProgram()
    let plain = try Stopwatch.duration { try program.run(["huge"], [:]) }
    let traced = try Stopwatch.duration {
      try program.run(["huge"], ["LATCHKEY_TRACE": program.folder + "/trace"])
    }
    #expect(program.calls.count == 1)
    // A trace that read the value would cost hundreds of times as much.
    #expect(traced < plain * 10, "\(plain) without a trace, \(traced) with one")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: program.folder + "/trace")).count
    #expect(bytes < 4_096)
  }
}
