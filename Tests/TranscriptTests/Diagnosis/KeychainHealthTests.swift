// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that `doctor`, `check`, `check --copy` and `backup` speak of keychain files
/// (Specification/diagnostics.md, "security doctor", check 11).
@Suite("health of keychain files") struct KeychainHealthTests {
  private let bench: KeyBench

  init() throws { bench = try KeyBench() }

  private func folder(_ name: String) -> String { bench.path("store/keychains/\(name)") }

  /// Makes a keychain with one password, and puts it into the search list.
  private func make(_ name: String, listed: Bool = true) throws {
    try bench.security("create-keychain", "-p", "pw", name)
    try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "geheim", name)
    guard listed else { return }
    try bench.security("list-keychains", "-d", "user", "-s", name, "login.keychain")
  }

  /// Returns the output of a command with single blanks, because lines break by their width.
  private func flat(_ words: String...) throws -> String {
    try bench.run(words).output.split(whereSeparator: \.isWhitespace).joined(separator: " ") + " "
  }

  /// Runs the command that a report advises after some words, with the words of the user added.
  private func follow(_ start: String, _ more: String..., in report: String) throws
    -> Program.Result
  {
    let line = try #require(
      report.split(separator: "\n").map { $0.drop { $0 == " " } }.first { $0.hasPrefix(start) },
      "\(start): \(report)")
    // Three blanks divide a command from words about it.
    let words = line.split(separator: "   ")[0].split(separator: " ").map(String.init)
    guard words[0] != "security" else {
      return try bench.run([words[1]] + more + words.dropFirst(2))
    }
    var program = Program(home: bench.path(""))
    program.executable = "/bin/sh"
    return try program.run(["-c", String(line)])
  }

  @Test("no keychain file; one of each state; the default") func states() throws {
    #expect(try flat("doctor").contains("ok keychains no keychain files "))
    try make("build.keychain")
    #expect(try flat("doctor").contains(" keychains build.keychain (unlocked) "))
    try bench.security("default-keychain", "-s", "build.keychain")
    try bench.security("lock-keychain", "build.keychain")
    let locked = try bench.security("doctor")
    #expect(try flat("doctor").contains(" keychains build.keychain (default, locked) "))
    #expect(locked.output.contains("K604 warn   build.keychain is locked"))
    #expect(locked.status != 4)
    try make("other.keychain", listed: false)
    #expect(try flat("doctor").contains("other.keychain (not listed, unlocked)"))
    // The advice: the keychain asks for its password, which `-p` gives here.
    let unlocked = try follow(
      "security unlock-keychain", "-p", "pw", in: locked.output)
    #expect(unlocked.status == 0)
    #expect(try !bench.security("doctor").output.contains("K604"))
  }

  @Test("missing files of the list and of the default, with advice that works") func missing()
    throws
  {
    try make("build.keychain")
    try bench.security("lock-keychain", "build.keychain")
    try FileManager.default.removeItem(atPath: folder("build.keychain-db"))
    let report = try bench.security("doctor").output
    #expect(report.contains("K610 warn   build.keychain is in the search list"))
    #expect(try follow("security list-keychains", in: report).status == 0)
    #expect(try !bench.security("doctor").output.contains("K610"))
    #expect(try bench.security("list-keychains").output.contains("store.db"))
    try make("work.keychain")
    try bench.security("default-keychain", "-s", "work.keychain")
    try bench.security("lock-keychain", "work.keychain")
    try FileManager.default.removeItem(atPath: folder("work.keychain-db"))
    let second = try bench.security("doctor")
    #expect(second.status == 4)
    #expect(second.output.contains("K610 error  work.keychain is the default keychain"))
    #expect(try follow("security default-keychain", in: second.output).status == 0)
    #expect(try !bench.security("doctor").output.contains("K610 error"))
  }

  @Test("wrong modes, damage, and lists that cannot be read") func unusable() throws {
    try make("build.keychain")
    let path = folder("build.keychain-db")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let open = try bench.security("doctor").output
    #expect(open.contains("K903 warn   build.keychain is open to users"))
    // A long path begins a line of its own.
    let command = "chmod 600 " + (open.contains("chmod 600 /") ? path : "\\")
    #expect(open.contains(command))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try !bench.security("doctor").output.contains("K903"))
    try bench.security("lock-keychain", "build.keychain")
    try Files.write([1, 2, 3], to: path)
    let damaged = try bench.security("doctor")
    #expect(damaged.status == 4)
    #expect(damaged.output.contains("K908 error  build.keychain cannot be used (-25295"))
    let lists = bench.path("store/preferences/com.apple.security.plist")
    try Files.write(Array("no list".utf8), to: lists)
    let report = try bench.security("doctor").output
    #expect(report.contains("K908 error  The lists of keychains in"))
    #expect(try follow("mv ", in: report).status == 0)
    #expect(try !bench.security("doctor").output.contains("The lists of keychains"))
  }

  /// Puts a directory, a pipe and a broken link with names of keychains into the folder.
  private func putForeignFiles() throws {
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: folder("dir.keychain-db"), withIntermediateDirectories: true)
    #expect(unsafe mkfifo(folder("pipe.keychain-db"), 0o644) == 0)
    try manager.createSymbolicLink(
      atPath: folder("link.keychain-db"), withDestinationPath: bench.path("nowhere"))
  }

  @Test("a path that is no ordinary file is named as what it is, with advice that works")
  func foreign() throws {
    try make("build.keychain")
    try putForeignFiles()
    try bench.security(
      "list-keychains", "-s", "build.keychain", "login.keychain", "dir.keychain")
    let rows = [
      ("dir.keychain is a directory, and no keychain file.", "mv "),
      ("pipe.keychain is a pipe, and no keychain file.", "mv "),
      (
        "link.keychain is a link to \(bench.path("nowhere")), which does not exist, and no "
          + "keychain file.", "rm "
      ),
    ]
    let report = try bench.security("doctor")
    #expect(report.status == 4)
    for word in ["K903", "chmod"] { #expect(!report.output.contains(word), "\(report.output)") }
    #expect(!report.output.contains("K610"))
    for (sentence, start) in rows {
      // A long path is cut at the edge.
      let text = try flat("doctor")
      #expect(text.contains("K908 error \(sentence)"), "\(text)")
      let line = try #require(
        try bench.security("doctor").output.split(separator: "\n").firstIndex {
          $0.contains("K908 error  \(sentence.prefix { $0 != " " })")
        })
      let rest = try bench.security("doctor").output.split(separator: "\n")[line...]
      #expect(try follow(start, in: rest.joined(separator: "\n")).status == 0)
      #expect(try !flat("doctor").contains(sentence))
    }
    #expect(try bench.security("doctor").output.contains("K610 warn   dir.keychain"))
  }

  @Test("items that ask before the examined program may use them") func access() throws {
    try make("build.keychain")
    #expect(try !bench.security("doctor").output.contains("K609"))
    try bench.security(
      "add-generic-password", "-a", "b", "-s", "shut", "-w", "x", "-T", "", "build.keychain")
    #expect(
      try flat("doctor").contains("K609 warn 1 item of build.keychain does not let com.apple"))
    // The printed command shows the items as the examined program may use them.
    let tool = bench.path("tool")
    try Files.write(Array("#!/bin/sh\n".utf8), to: tool)
    let told = try flat("doctor", "--as", tool)
    #expect(told.contains("security dump-items --as \(tool) build.keychain"), "\(told)")
    let items = try bench.security("dump-items", "--as", tool, "build.keychain").output
    #expect(items.contains("prompt") && !items.contains("readable"), "\(items)")
  }

  @Test("check: counts, locks, damage, and the status of both") func check() throws {
    #expect(try bench.security("check").status == 50)
    try make("build.keychain")
    let alone = try bench.security("check")
    #expect(alone.status == 0 && alone.error.isEmpty, "\(alone.error)")
    #expect(
      alone.output == """
        Keychain \(folder("build.keychain-db")), version 0x200
        1 password, 0 keys, 0 certificates
        Nothing is damaged.

        """)
    try bench.security("add-generic-password", "-a", "a", "-s", "t", "-w", "x", "login.keychain")
    try bench.security("lock-keychain", "build.keychain")
    let both = try bench.security("check")
    #expect(both.status == 0)
    #expect(both.output.hasPrefix("Store "))
    #expect(both.output.contains("\nSecrets and keys not judged while locked:\n"))
    #expect(both.output.hasSuffix("\nThe rest is not damaged.\n"))
    #expect(try follow("security unlock-keychain", "-p", "pw", in: both.output).status == 0)
    #expect(try !bench.security("check").output.contains("locked"))
    try spoil(folder("build.keychain-db"))
    let damaged = try bench.security("check")
    #expect(damaged.status == 1)
    #expect(damaged.output.contains(", record 0: "), "\(damaged.output)")
    #expect(damaged.output.contains("security dump-keychain build.keychain "))
    #expect(try bench.security("dump-keychain", "build.keychain").status == 0)
    try bench.security("lock-keychain", "build.keychain")
    try Files.write([1, 2, 3], to: folder("build.keychain-db"))
    #expect(try bench.security("check").status == 49)
  }

  @Test("check --repair and --reseal tell of keychain files that they do not repair")
  func repair() throws {
    try make("build.keychain")
    try bench.security("add-generic-password", "-a", "a", "-s", "t", "-w", "x", "login.keychain")
    let clean = try bench.security("check", "--repair")
    #expect(clean.status == 0)
    #expect(clean.output == "Nothing of the store is damaged, and nothing was done.\n")
    try spoil(folder("build.keychain-db"))
    let damaged = try bench.security("check", "--repair")
    #expect(damaged.status == 1)
    let told = "nothing was done.\nThe store alone is repaired, and no keychain file:\nKeychain "
    #expect(damaged.output.contains(told), "\(damaged.output)")
    #expect(damaged.output.contains("\n1 finding.\nBring the file back from a copy."))
    try bench.security("lock-keychain", "build.keychain")
    try Files.write([1, 2, 3], to: folder("build.keychain-db"))
    for option in ["--repair", "--reseal"] {
      let unusable = try bench.security("check", option)
      #expect(unusable.status == 49)
      #expect(unusable.output.hasSuffix("\nBring the file back from a copy.\n"))
      #expect(unusable.error.contains("the file does not begin as a keychain file begins"))
    }
  }

  @Test("check of named keychains: each kind, its text and its status") func named() throws {
    try make("build.keychain")
    try bench.security("create-keychain", "-p", "pw", "{far.keychain}")
    try bench.security("create-keychain", "-p", "pw", "bad.keychain")
    try bench.security("lock-keychain", "bad.keychain")
    try Files.write([1, 2, 3], to: folder("bad.keychain-db"))
    try putForeignFiles()
    let far = "Keychain \(bench.path("far.keychain"))"
    let rows: [(words: [String], text: String, status: Int32)] = [
      (["build.keychain"], "Keychain \(folder("build.keychain-db")), version 0x200\n1 pass", 0),
      (["{far.keychain}"], "\(far), version 0x100\n0 passwords", 0),
      (["{far.keychain}", "bad.keychain"], "Nothing is damaged.\nKeychain ", 49),
      (["bad.keychain"], "Bring the file back from a copy.\n", 49),
      (["gone.keychain"], "", 50),
      (["dir.keychain"], "a directory, and no keychain file\n", 49),
      (["link.keychain"], "", 50),
      (["/Library/Keychains/System.keychain"], "the certificates of the distribution", 0),
      (["login.keychain"], "", 50), (["--repair", "build.keychain"], "", 2),
      (["build.keychain", "--reseal"], "", 2),
    ]
    for row in rows {
      let made = try bench.run(["check"] + row.words)
      #expect(made.status == row.status, "\(row.words): \(made)")
      #expect(row.text.isEmpty ? made.output.isEmpty : made.output.contains(row.text), "\(made)")
    }
    try bench.security("add-generic-password", "-a", "a", "-s", "t", "-w", "x", "login.keychain")
    let store = try bench.security("check", "login.keychain")
    #expect(store.status == 0 && store.output.hasPrefix("Store "))
    #expect(!store.output.contains("Keychain"))
  }

  /// Changes the last byte of the only secret, which the code of the file does not cover.
  private func spoil(_ path: String) throws {
    var bytes = try Files.read(path)
    let mark = Array("ssgp".utf8)
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: mark) && bytes[$0 + 20] != 0 })
    bytes[place + 28] ^= 0xFF
    try Files.write(bytes, to: path)
  }

  @Test("a copy has keychain files, lists and trust settings, and names files elsewhere")
  func copy() throws {
    try make("build.keychain")
    try bench.security("create-keychain", "-p", "pw", bench.path("far.keychain"))
    try bench.security(
      "list-keychains", "-s", "build.keychain", bench.path("far.keychain"), "login.keychain")
    try bench.security("add-generic-password", "-a", "a", "-s", "t", "-w", "x", "login.keychain")
    try Files.write(Array("settings".utf8), to: bench.path("store/TrustSettings.plist"))
    let made = try bench.security("check", "--copy", bench.path("copy"))
    #expect(made.status == 0)
    #expect(
      made.output.hasSuffix("\n1 keychain file is in the copy, each with its own password.\n"))
    #expect(made.error.hasPrefix("security: not in the copy, because the file is elsewhere: "))
    #expect(made.error.hasSuffix("/far.keychain\n"))
    for name in ["keychains/build.keychain-db", "TrustSettings.plist"] {
      #expect(try Files.read(bench.path("copy/" + name)) == Files.read(bench.path("store/" + name)))
    }
    let words = ["find-generic-password", "-s", "s", "-w", "build.keychain"]
    let home = ["LATCHKEY_HOME": bench.path("copy")]
    let list = try bench.run(["list-keychains"], home).output
    #expect(list.contains("/copy/keychains/build.keychain-db"))
    try #expect(bench.run(["unlock-keychain", "-p", "pw", "build.keychain"], home).status == 0)
    #expect(try bench.run(words, home).output == "geheim\n")
    #expect(try bench.run(["check"], home).status == 0)
  }

  @Test("a copy has ordinary files alone, says what it leaves out, and checks keychain files")
  func copiedFiles() throws {
    try make("build.keychain")
    try bench.security("add-generic-password", "-a", "a", "-s", "t", "-w", "x", "login.keychain")
    try putForeignFiles()
    try bench.security("create-keychain", "-p", "pw", "{far.keychain}")
    try FileManager.default.createSymbolicLink(
      atPath: folder("near.keychain-db"), withDestinationPath: bench.path("far.keychain"))
    let made = try bench.security("check", "--copy", "{one}")
    #expect(made.status == 0, "\(made)")
    #expect(
      made.output.hasSuffix("\n2 keychain files are in the copy, each with its own password.\n"))
    #expect(
      Files.names(in: bench.path("one/keychains"))?.sorted() == [
        "build.keychain-db", "near.keychain-db",
      ])
    for (name, kind) in [
      ("dir", "a directory"), ("pipe", "a pipe"),
      ("link", "a link to \(bench.path("nowhere")), which does not exist"),
    ] {
      let line = "security: not in the copy, because it is \(kind): \(folder(name)).keychain-db\n"
      #expect(made.error.contains(line), "\(made.error)")
    }
    #expect(!made.error.contains("elsewhere"), "\(made.error)")
    // The keys of the unlocked keychain judge the secrets of the copy.
    try spoil(folder("build.keychain-db"))
    let damaged = try bench.security("check", "--copy", "{two}")
    #expect(damaged.status == 1)
    #expect(
      damaged.output.contains("\nKeychain \(bench.path("two"))/keychains/build.keychain-db\n"))
    #expect(damaged.output.contains("\n1 keychain file of the copy is damaged: "))
    #expect(
      try Files.read(bench.path("two/keychains/build.keychain-db"))
        == Files.read(folder("build.keychain-db")))
  }

  @Test("a killed copy with keychain files is taken again; a foreign file in it stays")
  func leftOver() throws {
    try make("build.keychain")
    try bench.security("add-generic-password", "-a", "a", "-s", "t", "-w", "x", "login.keychain")
    let draft = bench.path("copy.part")
    try FileManager.default.createDirectory(
      atPath: draft + "/keychains", withIntermediateDirectories: true)
    try Files.write([], to: draft + "/copying")
    try Files.write([1], to: draft + "/keychains/build.keychain-db")
    try Files.write([2], to: draft + "/keychains/mine")
    #expect(try bench.security("check", "--copy", bench.path("copy")).status == 206)
    #expect(try Files.read(draft + "/keychains/mine") == [2])
    try FileManager.default.removeItem(atPath: draft + "/keychains/mine")
    #expect(try bench.security("check", "--copy", bench.path("copy")).status == 0)
    #expect(Files.names(in: bench.path("copy/keychains")) == ["build.keychain-db"])
  }

  @Test("backup says that keychain files are not in it, and what copies them") func backup()
    throws
  {
    try bench.security("add-generic-password", "-a", "a", "-s", "t", "-w", "x", "login.keychain")
    let words = ["backup", "--passphrase-fd", "3", "{one.backup}"]
    let passphrase: [Int32: [UInt8]] = [3: Array("korrekt Pferd Batterie".utf8)]
    let silent = try bench.run(words, descriptors: passphrase)
    #expect(silent.status == 0 && !silent.error.contains("keychain"))
    try make("build.keychain", listed: false)
    let told = try bench.run(
      ["backup", "--passphrase-fd", "3", "{two.backup}"], descriptors: passphrase)
    #expect(told.status == 0)
    let sentence =
      "security: 1 keychain file is not in the backup: security check --copy DIRECTORY copies "
    #expect(told.error.contains(sentence), "\(told.error)")
    #expect(try bench.security("check", "--copy", "{copy}").status == 0)
    #expect(Files.names(in: bench.path("copy/keychains")) == ["build.keychain-db"])
  }
}
