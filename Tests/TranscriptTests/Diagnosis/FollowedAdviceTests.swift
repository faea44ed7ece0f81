// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that each command that a report prints works in a shell, as it stands
/// (Specification/diagnostics.md, "Principles of diagnosis", 4).
@Suite("commands of reports, pasted into a shell") struct FollowedAdviceTests {
  private let shell: AdviceBench
  private var bench: KeyBench { shell.bench }
  /// A path that a shell divides unless it is quoted.
  private let far: String

  init() throws {
    shell = try AdviceBench()
    let bench = shell.bench
    try FileManager.default.createDirectory(
      atPath: bench.path("a b"), withIntermediateDirectories: true)
    far = bench.path("a b/it's.keychain")
  }

  private static let found = ["find-generic-password", "-s", "s", "-a", "a", "-w"]

  private func make(_ name: String, _ more: String...) throws {
    try bench.security("create-keychain", "-p", "pw", name)
    _ = try bench.run(
      ["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"] + more + [name])
  }

  private func list(_ names: String...) throws {
    _ = try bench.run(["list-keychains", "-d", "user", "-s"] + names)
  }

  private func commands(_ report: String) -> [String] { shell.commands(report) }

  private func paste(_ command: String) throws -> Program.Result { try shell.paste(command) }

  private func follow(_ report: String, _ words: [String: String] = [:]) throws {
    try shell.follow(report, words)
  }

  private func secretFile() throws -> String { try shell.file(with: "geheim") }

  private func explain(_ more: String..., call: [String] = Self.found) throws -> String {
    try bench.run(["explain"] + more + call).output
  }

  @Test("a locked keychain with blanks and a quote in its path: explain, doctor and check")
  func locked() throws {
    try make(far)
    try list(far, "login.keychain")
    for words in [["explain"] + Self.found, ["doctor"], ["check"], ["check", far]] {
      try bench.security("lock-keychain", far)
      let report = try bench.run(words).output
      try follow(report)
      #expect(try bench.run(Self.found).output == "geheim\n", "\(report)")
    }
  }

  @Test("K610 takes out the missing keychains alone") func missing() throws {
    try make("build.keychain")
    let folder = bench.path("store/keychains")
    try FileManager.default.createDirectory(
      atPath: folder + "/dir.keychain-db", withIntermediateDirectories: true)
    #expect(unsafe mkfifo(folder + "/pipe.keychain-db", 0o600) == 0)
    for words in [["explain", "find-generic-password", "-s", "none"], ["doctor"]] {
      try list("gone.keychain", "dir.keychain", "lost.keychain", "pipe.keychain", "build.keychain")
      let report = try bench.run(words).output
      #expect(report.contains("K610"))
      // Moving the directory and the pipe aside is advice of its own.
      for command in Set(commands(report)) where command.contains("list-keychains -d") {
        let result = try paste(command)
        #expect(result.status == 0)
      }
      let listed = try bench.security("list-keychains", "-d", "user").output
      for name in ["dir", "pipe", "build"] { #expect(listed.contains(name + ".keychain")) }
      for name in ["gone", "lost"] { #expect(!listed.contains(name + ".keychain"), "\(report)") }
    }
  }

  @Test("K610 of a list with missing keychains alone is a whole command") func allMissing() throws {
    for words in [["explain", "find-generic-password", "-s", "none"], ["doctor"]] {
      try list("gone.keychain")
      let report = try bench.run(words).output
      #expect(!report.contains("The 0 keychains"), "\(report)")
      try follow(report)
      let listed = try bench.security("list-keychains", "-d", "user").output
      #expect(listed.contains("store.db") && !listed.contains("gone"), "\(report)")
    }
  }

  @Test("one command for K608 and K610 adds the unlisted keychains and takes out the missing ones")
  func unlisted() throws {
    for name in ["build.keychain", "other.keychain"] { try make(name) }
    for names in [["gone.keychain", "login.keychain"], ["gone.keychain"]] {
      try list(names[0], names.last ?? "")
      let report = try explain()
      #expect(report.contains("K608") && report.contains("K610"))
      #expect(Set(commands(report)).count == 1, "\(report)")
      try follow(report)
      let listed = try bench.security("list-keychains", "-d", "user").output
      for name in ["build.", "other."] { #expect(listed.contains(name), "\(listed)") }
      #expect(!listed.contains("gone") && listed.contains("store.db") == (names.count == 2))
      #expect(try bench.run(Self.found).output == "geheim\n")
    }
  }

  @Test("K609 names one item by service and account, and takes the secret from no argument")
  func closed() throws {
    try make("build.keychain", "-T", "")
    try bench.security(
      "add-generic-password", "-a", "b", "-s", "s", "-w", "other", "build.keychain")
    try list("build.keychain", "login.keychain")
    let hidden = try explain(call: ["find-generic-password", "-s", "s", "-w"])
    #expect(hidden.contains("K609") && !hidden.contains("SECRET"), "\(hidden)")
    try follow(hidden, ["SERVICE": "s", "ACCOUNT": "a", "FILE": secretFile()])
    #expect(try bench.run(Self.found).output == "geheim\n")
    #expect(
      try bench.security("find-generic-password", "-s", "s", "-a", "b", "-w").output == "other\n")
    #expect(try explain().contains("K001"))
  }

  @Test("K609 with values, and of a partition list") func partition() throws {
    try make("build.keychain", "-T", "")
    try list("build.keychain", "login.keychain")
    try follow(explain("--values"), ["FILE": secretFile()])
    #expect(try bench.run(Self.found).output == "geheim\n")
    try bench.security(
      "set-generic-password-partition-list", "-S", "teamid:ABC", "-s", "s", "-k", "pw",
      "build.keychain")
    try follow(explain("--names"), ["SERVICE": "s", "ACCOUNT": "a"])
    #expect(try bench.run(Self.found).output == "geheim\n")
  }

  @Test("K609 of a locked keychain says to unlock first, and no command deletes") func both() throws
  {
    try make("build.keychain", "-T", "")
    try list("build.keychain", "login.keychain")
    for words in [["explain"] + Self.found, ["doctor"]] {
      try bench.security("lock-keychain", "build.keychain")
      let report = try bench.run(words).output
      #expect(report.contains("K609") && report.contains("K604"), "\(report)")
      let advised = commands(report)
      #expect(!advised.contains { $0.contains("delete-") }, "\(report)")
      for command in advised where !command.contains("dump-items") {
        let result = try paste(command)
        #expect(result.status == 0)
      }
      let listed = try bench.security("dump-items", "build.keychain")
      #expect(listed.status == 0 && listed.output.contains("prompt"), "\(listed)")
    }
  }

  @Test("a directory and a pipe are called what they are, in explain too") func foreign() throws {
    let folder = bench.path("store/keychains")
    try FileManager.default.createDirectory(
      atPath: folder + "/dir.keychain-db", withIntermediateDirectories: true)
    #expect(unsafe mkfifo(folder + "/pipe.keychain-db", 0o600) == 0)
    for (name, kind) in [("dir", "a directory"), ("pipe", "a pipe")] {
      let report = try explain(call: Self.found + [name + ".keychain"])
      #expect(report.contains("K908"), "\(report)")
      let flat = report.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(flat.contains("leads to \(kind)") && !flat.contains("is damaged"), "\(report)")
      try follow(report)
      #expect(try explain(call: Self.found + [name + ".keychain"]).contains("K610"))
    }
  }

  @Test("a wrong password: the report says why and what helps") func password() throws {
    try make("build.keychain")
    try bench.security("lock-keychain", "build.keychain")
    let told = try bench.run(
      ["unlock-keychain", "-p", "wrong", "build.keychain"], ["LATCHKEY_EXPLAIN": "1"])
    #expect(told.status == 51 && told.error.contains("K904 error"), "\(told.error)")
    #expect(told.error.contains("\n  why ") && told.error.contains("\n  do "), "\(told.error)")
    try follow(told.error)
  }

  @Test(
    "a file that another user may not read is not called unwritable",
    .enabled(if: geteuid() == 0))
  func unreadable() throws {
    let other: uid_t = 65_534
    try bench.security("create-keychain", "-p", "pw", "{far.keychain}")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o711], ofItemAtPath: bench.path(""))
    let home = bench.path("other")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    #expect(unsafe chown(home, other, other) == 0)
    var program = Program(home: home)
    program.executable = "/usr/bin/setpriv"
    program.environment["LATCHKEY_EXPLAIN"] = "1"
    let told = try program.run([
      "--reuid=\(other)", "--regid=\(other)", "--clear-groups", Program.path, "find-certificate",
      bench.path("far.keychain"),
    ])
    #expect(told.status == 195, "\(told)")
    #expect(told.error.contains("Reading is not permitted."), "\(told.error)")
    #expect(!told.error.contains("Writing"), "\(told.error)")
    #expect(told.error.contains("K904 error") && told.error.contains("ls -ld "), "\(told.error)")
    try follow(told.error)
  }

  @Test("doctor names six keychains, and all of them with --all; a folder that nobody may write")
  func doctor() throws {
    for number in 1...8 { try bench.security("create-keychain", "-p", "pw", "k\(number).keychain") }
    let flat = { (words: [String]) in
      try bench.run(words).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(try flat(["doctor"]).contains("; 2 more, which --all names"))
    let all = try flat(["doctor", "--all"])
    for number in 1...8 { #expect(all.contains("k\(number).keychain (")) }
    let folder = bench.path("store/keychains")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
    let closed = try bench.security("doctor")
    #expect(closed.output.contains("K903 warn"), "\(closed.output)")
    try follow(closed.output)
    #expect(try !bench.security("doctor").output.contains("K903"))
    try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    try follow(bench.security("doctor").output)
    #expect(try !bench.security("doctor").output.contains("K903"))
  }

  @Test(
    "every command that fails on a keychain file prints a report",
    arguments: [
      "find-generic-password -s s", "find-certificate", "find-identity", "find-key",
      "export -o {out}", "dump-keychain", "dump-items", "show-keychain-info", "lock-keychain",
      "delete-certificate -c x", "import {cert.pem} -k",
    ])
  func recorded(_ words: String) throws {
    try bench.makeCertificate("cert", "/CN=c")
    try Files.write([1, 2, 3], to: bench.path("bad.keychain"))
    let trace = bench.path("trace.jsonl")
    let command = words.split(separator: " ").map(String.init)
    let operands = command[0] == "export" ? ["-k", "{bad.keychain}"] : ["{bad.keychain}"]
    let failed = try bench.run(
      command + operands, ["LATCHKEY_EXPLAIN": "1", "LATCHKEY_TRACE": trace])
    // As on macOS, the status of find-identity says nothing.
    #expect(failed.status != 0 || command[0] == "find-identity")
    #expect(failed.error.contains("]: Sec"), "\(failed.error)")
    #expect(failed.error.contains("\nK908 error"), "\(failed.error)")
    #expect(failed.error.components(separatedBy: "]: Sec").count == 2, "\(failed.error)")
    let last = try bench.run(["explain", "--last"], ["LATCHKEY_TRACE": trace])
    #expect(last.output.contains("bad.keychain"), "\(last.output)")
    #expect(try !bench.run(command + operands).error.contains("answered"))
  }

  @Test(
    "the usage error of a command that is not explained names those that are",
    arguments: [
      "find-certificate", "find-identity", "find-key", "export", "import", "dump-keychain",
    ])
  func unexplained(_ command: String) throws {
    let told = try bench.run(["explain", command, "-a", "x.keychain"])
    #expect(told.status == 2 && told.error.contains("\(command) is not explained"), "\(told.error)")
    let advice = try bench.run(["explain", "query", "class=cert,labl=NAME", "login.keychain"])
    #expect(advice.status == 44, "\(advice)")
  }
}
