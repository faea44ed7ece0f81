// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// Tests of a shell's limits on files: a status and a clear message, no signal, and a sound store.
@Suite("limits of the shell") struct LimitTests {
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
  }

  private static let mapsFiles =
    unsafe getenv("LATCHKEY_SANITIZER").map { unsafe String(cString: $0) == "thread" } ?? false

  /// Limits in blocks of 512 bytes: nothing, less than one of the files, and enough.
  private static let sizes = [0, 1, 2, 3, 8, 40, 64, 100, 4_096]

  @Test(
    "on the size of files (SIGXFSZ): a store is made, or the disk is called full",
    .disabled(if: Self.mapsFiles, "the thread sanitizer maps files of its own"))
  func creation() throws {
    var statuses: [Int32] = []
    for size in Self.sizes {
      let home = try TemporaryFolder()
      let program = Program(home: home.path)
      let made = try Self.run(program, "ulimit -f \(size)", Self.add("one"))
      expectFull(made, size)
      statuses.append(made.status)
      try expectSound(program, having: made.status == 0 ? ["one"] : [])
    }
    #expect(statuses == [222, 222, 222, 222, 222, 222, 0, 0, 0])
  }

  @Test(
    "on the size of files (SIGXFSZ): an add is whole, or the disk is called full",
    .disabled(if: Self.mapsFiles, "the thread sanitizer maps files of its own"))
  func addition() throws {
    #expect(try program.run(Self.add("one")).status == 0)
    var accounts = ["one"]
    for size in Self.sizes {
      let added = try Self.run(program, "ulimit -f \(size)", Self.add("n\(size)"))
      expectFull(added, size)
      if added.status == 0 { accounts.append("n\(size)") }
      try expectSound(program, having: accounts)
    }
    #expect(accounts == ["one", "n64", "n100", "n4096"])
  }

  @Test(
    "an attribute of more than 1 MiB is refused as it is by SecItemAdd, and nothing is stored",
    arguments: [[], ["big.keychain"]])
  func attribute(_ keychain: [String]) throws {
    if let name = keychain.first {
      #expect(try program.run(["create-keychain", "-p", "p", name]).status == 0)
    }
    let comment = String(repeating: "x", count: 2_000_000)
    let words = ["add-generic-password", "-a", "a", "-s", "s", "-w", "p", "-j", comment] + keychain
    let refused = try program.run(["-i"], input: Array((words.joined(separator: " ") + "\n").utf8))
    #expect(refused.error.contains("an attribute is larger than the limit"), "\(refused.error)")
    #expect(try program.run(["find-generic-password", "-s", "s"] + keychain).status == 44)
  }

  /// Runs a body under a rising limit of open files, until three runs in a row succeed.
  ///
  /// With three descriptors no program starts. The descriptors that the tests have open are not
  /// known, so the limit has to rise.
  private static func raisingLimit(_ run: (Int) throws -> Int32) rethrows {
    var passed = 0
    var refused = 0
    for count in 4..<1_000 where passed < 3 {
      let status = try run(count)
      passed = status == 0 ? passed + 1 : 0
      refused += status == 0 ? 0 : 1
    }
    #expect(passed == 3 && refused > 0)
  }

  @Test("on open files (EMFILE), a new store: it is made, or the reason is said")
  func manyFilesForANewStore() throws {
    try Self.raisingLimit { count in
      let home = try TemporaryFolder()
      let program = Program(home: home.path)
      let made = try Self.run(program, "ulimit -n \(count)", Self.add("one"))
      expectTooMany(made, count)
      try expectSound(program, having: made.status == 0 ? ["one"] : [])
      return made.status
    }
  }

  /// `#` stands for a new name in each run.
  @Test(
    "on open files (EMFILE): every command is done, or the reason is said",
    arguments: [
      "find-generic-password -a one -s svc -w", "add-generic-password -a # -s svc -w #",
      "check", "check --copy #", "check --repair", "check --reseal", "rotate-keys",
    ])
  func manyFiles(_ command: String) throws {
    let copies = try TemporaryFolder()
    #expect(try program.run(Self.add("one")).status == 0)
    let isAdding = command.hasPrefix("add")
    var accounts = ["one"]
    try Self.raisingLimit { count in
      let name = isAdding ? "n\(count)" : "\(copies.path)/copy\(count)"
      let words = command.split(separator: " ").map { $0 == "#" ? name : String($0) }
      let result = try Self.run(program, "ulimit -n \(count)", words)
      expectTooMany(result, count)
      if isAdding, result.status == 0 { accounts.append(name) }
      #expect(result.status == 0 || Files.names(in: copies.path)?.contains("copy\(count)") == false)
      #expect(try program.run(["check"]).output.contains("Nothing is damaged."), "\(count)")
      return result.status
    }
    try expectSound(program, having: accounts)
  }

  @Test("a read-only disk: look-ups and checks work, changes say so", .enabled(if: geteuid() == 0))
  func readOnly() throws {
    let disk = try TemporaryFolder()
    func mounted(_ flags: Int) -> Bool {
      unsafe mount("tmpfs", disk.path, "tmpfs", UInt(flags), "size=4m,mode=700") == 0
    }
    // Skipped if root may not mount.
    guard mounted(0) else { return }
    defer { unsafe umount2(disk.path, Int32(MNT_DETACH)) }
    let program = Program(home: disk.path)
    #expect(try program.run(Self.add("one")).status == 0)
    #expect(mounted(Int(MS_REMOUNT) | Int(MS_RDONLY)))
    let check = try program.run(["check"])
    #expect(check.status == 0 && check.output.contains("Nothing is damaged."), "\(check)")
    let found = try program.run(["find-generic-password", "-a", "one"])
    #expect(found.status == 0, "\(found)")
    let added = try program.run(Self.add("two"))
    #expect(added.status == 52)
    #expect(added.error.contains("the store takes no writes"), "\(added.error)")
    #expect(added.error.contains("how it is mounted"), "\(added.error)")
    #expect(mounted(Int(MS_REMOUNT)))
    try expectSound(program, having: ["one"])
  }

  /// The outcome of a run under a limit: the status as the shell gives it, and all output.
  private struct Limited {
    let status: Int32
    let words: String
  }

  /// Runs `security` under a limit of the shell.
  ///
  /// Its output goes through a pipe, which has no limit.
  private static func run(_ program: Program, _ limit: String, _ words: [String]) throws -> Limited
  {
    var shell = program
    shell.executable = "/bin/sh"
    let script = "(\(limit) || exit; \"$@\"; echo \" $?\") 2>&1 | cat"
    let result = try shell.run(["-c", script, "sh", Program.path] + words)
    let parts = result.output.split(separator: " ", omittingEmptySubsequences: false)
    let last = try #require(parts.last)
    return Limited(
      status: try #require(Int32(last.dropLast())),
      words: String(result.output.dropLast(last.count)))
  }

  private static func add(_ account: String) -> [String] {
    ["add-generic-password", "-a", account, "-s", "svc", "-w", account]
  }

  private func expectFull(_ result: Limited, _ size: Int) {
    guard result.status != 0 else { return }
    #expect(result.status == 222, "\(size): \(result.words)")
    #expect(result.words.contains("full"), "\(size): \(result.words)")
  }

  private func expectTooMany(_ result: Limited, _ count: Int) {
    #expect(!result.words.contains("file damaged"), "\(count): \(result.words)")
    guard result.status != 0 else { return }
    #expect(result.status == 53, "\(count): \(result.words)")
    #expect(result.words.contains(": too many files are open\n"), "\(count): \(result.words)")
    #expect(result.words.contains("ulimit -n"), "\(count): \(result.words)")
  }

  /// Checks that the store has these accounts, and that another item can be added and found.
  private func expectSound(_ program: Program, having accounts: [String]) throws {
    let folder = try #require(program.environment["LATCHKEY_HOME"])
    #expect(Files.names(in: folder)?.contains { $0.hasPrefix("aside-") } == false)
    if accounts.isEmpty { #expect(try program.run(Self.add("late")).status == 0) }
    let check = try program.run(["check"])
    #expect(check.status == 0, "\(check.output)\(check.error)")
    let rows = max(accounts.count, 1)
    #expect(check.output.contains("\n\(rows) row\(rows == 1 ? "" : "s") opened"), "\(check.output)")
    for account in accounts {
      let found = try program.run(["find-generic-password", "-a", account, "-s", "svc", "-w"])
      #expect(found.output == account + "\n", "\(account)")
    }
  }
}
