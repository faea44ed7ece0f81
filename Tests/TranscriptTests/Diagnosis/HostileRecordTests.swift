// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of records that no program of ours wrote, and of files without records.
///
/// Specification/diagnostics.md, "security explain", "Tracing a running program", "Security rules
/// and non-goals".
@Suite("Records of others") struct HostileRecordTests {
  @Test("what is no plain file is not waited for, and said to be none")
  func noFiles() throws {
    let home = try TemporaryFolder()
    var program = Program(home: home.path)
    let pipe = home.path + "/pipe"
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    for path in [pipe, "/dev/zero", "/dev/full", home.path] {
      for words in [["trace"], ["trace", "--follow"], ["explain", "--call"]] {
        let result = try program.run(words + [path])
        #expect(result.status == 3 && result.output.isEmpty, "\(words) \(path)")
        let sentence = "\(words[0]): \(path) cannot be read: it is not a plain file\n"
        #expect(result.error.hasSuffix(sentence), "\(words) \(path): \(result.error)")
      }
      program.environment["LATCHKEY_TRACE"] = path
      #expect(try program.run(["explain", "--last"]).status == 3, "\(path)")
      #expect(try program.run(["doctor"]).status < 128, "\(path)")
      _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
      let found = try program.run(["explain", "svce=s,acct=a", "--limit", "one"])
      #expect(found.status == 0, "\(path)")
      program.environment["LATCHKEY_TRACE"] = nil
    }
    let missing = try program.run(["trace", home.path + "/nowhere"])
    #expect(missing.status == 3 && missing.error.contains("cannot be read: No such file"))
  }

  @Test("failures that are kept in a pipe are none, and nothing waits for them")
  func keptInPipe() throws {
    let home = try TemporaryFolder()
    var program = Program(home: home.path)
    program.environment["XDG_STATE_HOME"] = home.path + "/state"
    program.environment["XDG_CONFIG_HOME"] = home.path + "/config"
    for folder in ["/state/latchkey", "/config/latchkey"] {
      try FileManager.default.createDirectory(
        atPath: home.path + folder, withIntermediateDirectories: true)
    }
    try Files.write(
      Array("last-failures = on\n".utf8), to: home.path + "/config/latchkey/latchkey.conf")
    let pipe = home.path + "/state/latchkey/last-failures.jsonl"
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    let last = try program.run(["explain", "--last"])
    #expect(last.status == 3 && last.error.contains("it is not a plain file"))
    #expect(try program.run(["doctor"]).status < 128)
  }

  /// Returns a record with these additional members and pairs.
  private static func record(_ members: String = "", pairs: String = "") -> String {
    #"{"schema":1,"seq":1,"time":"2024-03-04T13:02:11.482Z","pid":7,"caller":"T.a","#
      + #""verb":"copyMatching","lock":"unlocked","findings":["K204"],"pairs":[\#(pairs)]"#
      + (members.isEmpty ? "" : "," + members) + "}"
  }

  @Test("a number that is no status, or no number, is no record")
  func numbers() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let wrong = ["4294942000", "-2147483649", "1e300", "1.5", "\"0\"", "null", "[]", "1e999"]
    for status in wrong {
      let line = Self.record("\"status\":\(status)")
      let result = try program.run(["explain", "--call", "-"], input: Array(line.utf8))
      #expect(result.status == 3 && result.output.isEmpty, "\(status)")
      #expect(result.error.contains("- has no call; 1 line is not a record"), "\(status)")
    }
    for member in ["seq", "pid", "thread", "change"] {
      for number in ["1e300", "-9223372036854775809", "18446744073709551615", "0.5"] {
        let line = Self.record("\"status\":0,\"\(member)\":\(number)")
        let result = try program.run(["explain", "--call", "-"], input: Array(line.utf8))
        #expect([1, 3].contains(result.status), "\(member) \(number)")
      }
    }
  }

  @Test("a time in a trace that no clock tells ends nothing")
  func times() throws {
    let home = try TemporaryFolder()
    let trace = home.path + "/trace"
    var program = Program(home: home.path)
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "other", "-w", "geheim"])
    program.environment["LATCHKEY_TRACE"] = trace
    let now = Date.now.timeIntervalSince1970
    for seconds in [-9.3e9, 9.223_372_036e9 + 5, 9.223_372_036e9 - 5, 2.4e11, -6.2e10] {
      let date = Date(timeIntervalSince1970: now + seconds)
      let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date)
      let line = Self.record("\"status\":-25300").replacing("2024-03-04T13:02:11.482Z", with: time)
        .replacing("T.a", with: "com.apple.security")
      try line.write(toFile: trace, atomically: false, encoding: .utf8)
      #expect(try program.run(["explain", "svce=a"]).status == 44, "\(time)")
    }
  }

  @Test(
    "what is nested deeply in a field that nobody knows is passed over", arguments: [9, 100_000])
  func nested(depth: Int) throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    for (open, close) in [("[", "]"), ("{\"]\\\"x\":", "}")] {
      let deep =
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      let line = Self.record("\"unknown\":\(deep),\"status\":-25300")
      let result = try program.run(["explain", "--call", "-"], input: Array(line.utf8))
      #expect(result.status == 44 && result.error.isEmpty)
      #expect(result.output.contains("K204 error"))
    }
  }

  @Test("kinds and digests that are none, and names of statuses, are not believed")
  func hygiene() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let pairs =
      #"{"key":"gena","kind":"hunter2","length":7,"digest":"hunter3","effect":"filter"},"#
      + ##"{"key":"acct","kind":"text","length":3,"digest":"#0011aaff","effect":"filter"}"##
    let line = Self.record(#""status":-25300,"statusName":"errSecSuccess""#, pairs: pairs)
    let text = try program.run(["explain", "--call", "-"], input: Array(line.utf8)).output
    #expect(text.contains("call: gena <other 7>, acct <text 3 #0011aaff>"), "\(text)")
    #expect(text.contains("-25300 errSecItemNotFound") && !text.contains("errSecSuccess"))
    let json = try program.run(["explain", "--json", "--call", "-"], input: Array(line.utf8)).output
    for hidden in ["hunter", "errSecSuccess"] { #expect(!json.contains(hidden)) }
    // The status of some calls is a number with two names.
    for (name, shown) in [
      ("LAError.userCancel", "LAError.userCancel"), ("otto", "LAError.userCancel"),
    ] {
      let sign =
        #"{"schema":1,"seq":1,"pid":7,"verb":"createSignature","status":-2,"#
        + #""statusName":"\#(name)"}"#
      let told = try program.run(["explain", "--call", "-"], input: Array(sign.utf8)).output
      #expect(told.contains("answered -2 \(shown)\n"), "\(told)")
    }
  }

  @Test("program text of others is shown as it is, without what moves the cursor")
  func programs() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let told =
      #""told":[{"code":"K204","severity":"otto","text":"It is.","do":["Write:",7,"Or:"],"#
      + #""programs":[["let a = 1\u001b[2J","  \u202eb"],7,["c\nd"]]}]"#
    let line = Self.record("\"status\":-25300,\(told)")
    let text = try program.run(["explain", "--call", "-"], input: Array(line.utf8)).output
    #expect(text.contains("K204 error  It is.\n  do        Write:\n"), "\(text)")
    for part in ["              let a = 1", "Or:\n              c\n              d"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
  }

  @Test("secrets are never told, whoever wrote them down; values to people, or who asks for them")
  func values() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let path = home.path + "/trace"
    let secrets = ["v_Data", "v_PersistentRef", "u_CredRef", "gena", "icmt", "atag", "binx"]
    let pairs =
      secrets.map { #"{"key":"\#($0)","kind":"constant","value":"canary","effect":"filter"}"# } + [
        #"{"key":"v_Data","kind":"text","length":654321,"value":"canary","effect":"filter"}"#,
        #"{"key":"acct","kind":"text","length":3,"value":"otto","effect":"filter"}"#,
        #"{"key":"acct","kind":"constant","value":"otto","effect":"filter"}"#,
        #"{"key":"class","kind":"constant","value":"genp","effect":"filter"}"#,
        #"{"key":"r_Data","kind":"boolean","value":true,"effect":"return"}"#,
      ]
    let told = #""told":[{"code":"K204","severity":"error","text":"acct otto is it.","do":[]}]"#
    let line = Self.record("\"status\":-25300,\(told)", pairs: pairs.joined(separator: ","))
    try Files.write(Array((line + "\n").utf8), to: path)
    var tracing = program
    tracing.environment["LATCHKEY_TRACE"] = path
    let commands = [
      (["explain", "--call", path], 44), (["explain", "--last"], 44),
      (["trace", path, "--call", "1"], 0),
    ]
    for (words, status) in commands {
      for (option, isShown) in [([], false), (["--names"], false), (["--values"], true)] {
        let result = try tracing.run(words + option)
        #expect(result.status == status, "\(words)")
        #expect(result.output.contains("otto") == isShown, "\(words) \(option)")
        #expect(result.output.contains("acct otto is it.") == isShown, "\(words) \(option)")
        #expect(result.output.contains("class genp") && result.output.contains("r_Data true"))
        for hidden in ["canary", "654321"] { #expect(!result.output.contains(hidden), "\(words)") }
      }
      for (option, isShown) in [([], true), (["--names"], false)] {
        let terminal = try PseudoTerminal()
        let process = try terminal.start(tracing, words + option)
        #expect(try terminal.readToEnd(of: process) == status)
        #expect(terminal.screen.contains("otto") == isShown, "\(words) \(option)")
        #expect(!terminal.screen.contains("canary"), "\(words) \(option)")
      }
    }
    let query = try tracing.run(["explain", "svce=s,acct=a", "--values"])
    #expect(!query.output.contains("canary"))
  }
}
