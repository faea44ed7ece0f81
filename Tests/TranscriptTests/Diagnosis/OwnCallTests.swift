// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that LATCHKEY_EXPLAIN and LATCHKEY_TRACE work for `security` as for any program
/// (Specification/diagnostics.md, "Tracing a running program").
@Suite("what security tells of its own calls") struct OwnCallTests {
  private static let canary = "Kanarienvogel-8472"

  private let home: TemporaryFolder
  private let away: TemporaryFolder
  private var trace: String { away.path + "/trace.jsonl" }

  init() throws {
    home = try TemporaryFolder()
    away = try TemporaryFolder()
  }

  /// Runs `security` with these environment variables.
  private func run(
    _ words: [String], _ variables: [String: String] = [:],
    descriptors: [Int32: [UInt8]] = [:]
  ) throws -> Program.Result {
    var program = Program(home: home.path)
    program.environment.merge(variables) { $1 }
    return try program.run(words, descriptors: descriptors)
  }

  private func add(
    _ account: String, _ variables: [String: String] = [:], options: [String] = []
  ) throws -> Program.Result {
    try run(
      ["add-generic-password", "-a", account, "-s", "svc"] + options + ["-w", Self.canary],
      variables)
  }

  /// Returns the calls in the trace: function or verb, and status.
  private func traced() throws -> [[String]] {
    let text = String(decoding: try Files.read(trace), as: UTF8.self)
    return try text.split(separator: "\n").compactMap { line in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let verb = object["verb"] as? String, let status = object["status"] as? Int else {
        return nil
      }
      #expect(object["caller"] as? String == "com.apple.security")
      return [verb, "\(status)"]
    }
  }

  @Test("a call that fails is explained, after what the command itself says of nothing")
  func explained() throws {
    #expect(try add("me").status == 0)
    let words = ["find-generic-password", "-a", "rumpelstilz", "-s", "svc", "-w"]
    let silent = try run(words)
    let told = try run(words, ["LATCHKEY_EXPLAIN": "1"])
    #expect(told.status == silent.status && told.output == silent.output)
    #expect(told.error.hasPrefix("security["), "\(told.error)")
    #expect(told.error.contains("]: SecItemCopyMatching answered -25300 errSecItemNotFound\n"))
    #expect(told.error.contains("\nas com.apple.security, unlocked, profile dataProtection\n"))
    #expect(told.error.contains("call: class genp, acct <text 11 #"), "\(told.error)")
    #expect(told.error.hasSuffix(silent.error))
    #expect(!told.error.contains("rumpelstilz") && !told.error.contains(Self.canary))
    let duplicate = try add("me", ["LATCHKEY_EXPLAIN": "stderr"])
    #expect(duplicate.status == 45)
    #expect(duplicate.error.contains("SecItemAdd answered -25299 errSecDuplicateItem"))
    #expect(duplicate.error.contains("\nK102 error  "), "\(duplicate.error)")
    #expect(!duplicate.error.contains(Self.canary))
    let shown = try run(words, ["LATCHKEY_EXPLAIN": "1", "LATCHKEY_TRACE_VALUES": "attributes"])
    #expect(shown.error.contains("rumpelstilz"))
  }

  @Test("values of the variable: a file, off, and one that means nothing")
  func switches() throws {
    #expect(try add("me").status == 0)
    let words = ["find-generic-password", "-s", "none"]
    let silent = try run(words)
    for value in ["off", ""] {
      #expect(try run(words, ["LATCHKEY_EXPLAIN": value]) == silent, "\(value)")
    }
    let file = away.path + "/reports"
    #expect(try run(words, ["LATCHKEY_EXPLAIN": file]) == silent)
    let report = String(decoding: try Files.read(file), as: UTF8.self)
    #expect(report.contains("SecItemCopyMatching answered -25300"), "\(report)")
    let wrong = try run(words, ["LATCHKEY_EXPLAIN": "yes"])
    let sentence = "latchkey: LATCHKEY_EXPLAIN=yes: not understood; use 1, stderr, off or an "
    #expect(wrong.error.hasPrefix(sentence) && wrong.error.hasSuffix(silent.error))
    // A call that succeeds is not reported.
    let found = ["find-generic-password", "-s", "svc", "-w"]
    #expect(try run(found, ["LATCHKEY_EXPLAIN": "1"]) == run(found))
  }

  @Test("each call is traced, and no secret is in the trace")
  func tracing() throws {
    let variables = ["LATCHKEY_TRACE": trace]
    #expect(try add("me", variables) == Program.Result(status: 0, output: "", error: ""))
    let found = try run(["find-generic-password", "-s", "svc", "-w"], variables)
    #expect(found.output == Self.canary + "\n" && found.error.isEmpty)
    #expect(try add("me", variables, options: ["-U", "-j", "Bemerkung-17"]).status == 0)
    #expect(try add("you", variables, options: ["-U"]).status == 0)
    #expect(try add("you", variables).status == 45)
    #expect(try run(["create-keypair", "-a", "ec"], variables).status == 0)
    #expect(try run(["delete-generic-password", "-a", "you"], variables).status == 0)
    let calls = try traced()
    let expected = [
      ["add", "0"], ["copyMatching", "0"], ["copyMatching", "0"], ["update", "0"],
      ["copyMatching", "-25300"], ["add", "0"], ["add", "-25299"], ["add", "0"], ["add", "0"],
      ["copyMatching", "0"], ["delete", "0"],
    ]
    #expect(calls == expected, "\(calls)")
    let text = String(decoding: try Files.read(trace), as: UTF8.self)
    #expect(!text.contains(Self.canary) && !text.contains("Bemerkung"))
    let listed = try run(["trace", trace, "--failed"])
    #expect(listed.status == 0 && listed.output.contains("-25299  K1"))
    let last = try run(["explain", "--last"], variables)
    #expect(last.status == 45 && last.output.contains("SecItemAdd answered -25299"))
  }

  @Test("values of attributes on request, secrets never")
  func values() throws {
    let variables = ["LATCHKEY_TRACE": trace, "LATCHKEY_TRACE_VALUES": "attributes"]
    let added = try add("me-and-you", variables)
    #expect(added.status == 0 && added.error.contains("the trace holds values of attributes"))
    _ = try add("me-and-you", variables, options: ["-U"])
    _ = try run(["dump-keychain", "-d"], variables)
    let text = String(decoding: try Files.read(trace), as: UTF8.self)
    #expect(text.contains("me-and-you") && !text.contains(Self.canary), "\(text)")
  }

  @Test("what a command goes on from is traced, and no failure to be told of")
  func expected() throws {
    let variables = ["LATCHKEY_EXPLAIN": "1", "LATCHKEY_TRACE": trace]
    let added = try add("me", variables, options: ["-U"])
    #expect(added == Program.Result(status: 0, output: "", error: ""))
    #expect(try add("you", variables, options: ["-U"]).error.isEmpty)
    let dumped = try run(["dump-keychain"], variables)
    #expect(dumped.status == 0 && dumped.error.isEmpty, "\(dumped.error)")
    #expect(try traced().filter { $0[1] == "-25300" }.count == 5)
  }

  @Test("a report comes after what was printed before the call")
  func order() throws {
    #expect(try add("me").status == 0)
    var program = Program(home: home.path)
    program.executable = "/bin/sh"
    program.environment["LATCHKEY_EXPLAIN"] = "1"
    let script = "exec '\(Program.path)' -i 2>&1"
    let lines = "find-generic-password -s svc\nfind-generic-password -s none\n"
    let said = try program.run(["-c", script], input: Array(lines.utf8)).output
    let item = try #require(said.range(of: "\"acct\"<blob>=\"me\""))
    let report = try #require(said.range(of: "SecItemCopyMatching answered"))
    #expect(item.upperBound < report.lowerBound, "\(said)")
  }

  @Test("what cannot be read while locked is told, and who could unlock it")
  func locked() throws {
    let passcode: [Int32: [UInt8]] = [3: Array("correct horse\n".utf8)]
    #expect(try add("me").status == 0)
    #expect(try run(["set-passcode", "--passcode-fd", "3"], descriptors: passcode).status == 0)
    // Removes the store's keys from the kernel's keyring, where they would outlive the store.
    defer { _ = try? run(["lock-store", "--all"]) }
    #expect(try run(["lock-store"]).status == 0)
    let read = try run(
      ["find-generic-password", "-s", "svc", "-w"], ["LATCHKEY_EXPLAIN": "1"])
    #expect(read.status == 36, "\(read)")
    #expect(read.error.contains("answered -25308"), "\(read.error)")
    #expect(read.error.contains("\nK301 error  "), "\(read.error)")
  }

  @Test("a search in an empty home makes no store, and has nothing to tell")
  func empty() throws {
    let variables = ["LATCHKEY_EXPLAIN": "1", "LATCHKEY_TRACE": trace]
    #expect(try run(["find-generic-password", "-s", "a"], variables).status == 44)
    #expect(Files.names(in: home.path) == [])
  }
}
