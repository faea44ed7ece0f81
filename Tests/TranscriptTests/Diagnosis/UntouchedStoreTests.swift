// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience
import Testing

/// Tests that commands of diagnosis change no byte of a store (Specification/diagnostics.md,
/// "Principles of diagnosis", rule 5).
@Suite("a store that is only looked at") struct UntouchedStoreTests {
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
  }

  /// Adds an item with a program that is killed while the store is open, so that its log stays.
  private func addAndDie() throws { try withWriter {} }

  /// Runs `body` while a program that has added an item holds the store open, then kills the
  /// program.
  private func withWriter(_ body: () throws -> Void) throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    // Closed on exec: programs that other tests start must not inherit the ends.
    for end in ends { #expect(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
    let told = home.path + "-told"
    defer { unsafe unlink(told) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, told, O_WRONLY | O_CREAT, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let process = try unsafe program.start(["-i"], &actions)
    let lines = Array("add-generic-password -a b -s t -w x\nlock-status\n".utf8)
    #expect(unsafe write(ends[1], lines, lines.count) == lines.count)
    // The answer to the second line shows that the first one is done.
    #expect(Patience.wait { (try? Files.read(told))?.isEmpty == false })
    let outcome = Result(catching: body)
    kill(process, SIGKILL)
    #expect(try Program.wait(for: process) == 128 + SIGKILL)
    try outcome.get()
  }

  @Test("another program that writes is told of, with what to do")
  func busy() throws {
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "x"])
    try withWriter {
      // The lock of a writer is on byte 120 of the index of the log.
      let index = unsafe open(home.path + "/store.db-shm", O_RDWR)
      #expect(index >= 0)
      defer { close(index) }
      var lock = flock(
        l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 120, l_len: 1, l_pid: 0)
      #expect(unsafe fcntl(index, F_SETLK, &lock) == 0)
      let told = try program.run(["explain", "add", "svce=t"])
      #expect(told.output.contains("would answer -25291 "), "\(told)")
      #expect(told.output.contains("\nK904 error "))
      #expect(told.output.contains("\n  do        Try again."), "\(told)")
    }
  }

  /// Returns every file except the index of the log, which matters only to running programs.
  private func content() throws -> [String: [UInt8]] {
    var content: [String: [UInt8]] = [:]
    for name in try #require(Files.names(in: home.path)) where name != "store.db-shm" {
      content[name] = try Files.read(home.path + "/" + name)
    }
    return content
  }

  @Test(
    "a log that a killed program has left stays as it is",
    arguments: [
      "explain svce=t", "explain svce=none", "explain add svce=t,acct=c",
      "explain update svce=t --set labl=new", "explain delete svce=t", "doctor", "doctor --json",
      "dump-items", "dump-items genp --compare svce=t",
    ])
  func logStays(_ words: String) throws {
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "x"])
    try addAndDie()
    let before = try content()
    try #require(before["store.db-wal"]?.isEmpty == false)
    let result = try program.run(words.split(separator: " ").map(String.init))
    #expect(result.status != 3 && !result.output.isEmpty, "\(result)")
    let after = try content()
    #expect(before.keys.sorted() == after.keys.sorted())
    let changed = before.filter { $0.value != after[$0.key] }.keys.sorted()
    #expect(changed == [], "\(words)")
    // The item that was only in the log is found.
    #expect(try program.run(["find-generic-password", "-s", "t"]).status == 0)
  }

  /// True if writing can be forbidden.
  ///
  /// Root ignores the mode of files, so root needs a read-only mount.
  ///
  /// Not every machine allows one.
  private static let canForbidWriting: Bool = {
    guard geteuid() == 0 else { return true }
    guard let folder = try? TemporaryFolder(),
      unsafe mount(folder.path, folder.path, nil, UInt(MS_BIND), nil) == 0
    else { return false }
    return unsafe umount2(folder.path, Int32(MNT_DETACH)) == 0
  }()

  @Test(
    "a database that cannot be written refuses every change as the verbs do",
    .enabled(if: canForbidWriting, "root needs the right to mount"))
  func readOnly() throws {
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "x"])
    let database = home.path + "/store.db"
    unsafe chmod(database, 0o400)
    if geteuid() == 0 {
      try #require(unsafe mount(database, database, nil, UInt(MS_BIND), nil) == 0)
      let flags = UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
      #expect(unsafe mount(nil, database, nil, flags, nil) == 0)
    }
    defer { if geteuid() == 0 { unsafe umount2(database, Int32(MNT_DETACH)) } }
    for words in [
      "explain add svce=t", "explain update svce=s --set labl=n", "explain delete svce=s",
    ] {
      let foretold = try program.run(words.split(separator: " ").map(String.init))
      #expect(foretold.output.contains("would answer -25292 "), "\(words): \(foretold)")
      #expect(foretold.output.contains("\nK904 error  The store refuses the call: "))
    }
    let verb = try program.run(["delete-generic-password", "-s", "s"])
    #expect(verb.status != 0 && verb.error.contains("takes no writes"), "\(verb)")
    #expect(try program.run(["find-generic-password", "-s", "s"]).status == 0)
  }

  @Test("what a crash has left is left to programs that write: a copy that is behind")
  func copyStays() throws {
    _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "x"])
    unsafe unlink(home.path + "/keybag.copy")
    let before = try content()
    for words in ["explain svce=s", "doctor", "dump-items"] {
      _ = try program.run(words.split(separator: " ").map(String.init))
      let isSame = try content() == before
      #expect(isSame, "after \(words)")
    }
    _ = try program.run(["find-generic-password", "-s", "s"])
    #expect(try content().keys.contains("keybag.copy"))
  }
}
