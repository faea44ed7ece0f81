// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import Testing
import UserFiles

/// Tests that a store that cannot be opened is refused by name, and that no file is changed or
/// made.
@Suite struct RefusalTests {
  let directory = TemporaryDirectory()
  private var path: String { directory.file("store.db") }

  @Test func missing() throws {
    expectRefusal(.missing)
    #expect(TemporaryDirectory.names(in: directory.path).isEmpty)
  }

  @Test func empty() throws {
    Files.write([], to: path)
    expectRefusal(.empty)
  }

  @Test(arguments: [1, 99, 511])
  func truncatedHeader(_ count: Int) throws {
    try make()
    Files.write(Array(Files.read(path).prefix(count)), to: path)
    expectRefusal(.truncated)
  }

  @Test(arguments: [512, 1_000, 5_120])
  func truncated(_ count: Int) throws {
    try make()
    Files.write(Array(Files.read(path).prefix(count)), to: path)
    expectRefusal(.truncated)
  }

  @Test func noDatabase() throws {
    Files.write(Array(repeating: 0x2A, count: 4_096), to: path)
    expectRefusal(.notAStore)
    Files.write(Array(repeating: 0, count: 4_096), to: path)
    expectRefusal(.notAStore)
  }

  @Test func aDatabaseOfSomethingElse() throws {
    try Table.create(at: path, rows: 10).checkpoint(truncating: true)
    expectRefusal(.notAStore)
  }

  @Test func aDirectory() throws {
    #expect(unsafe mkdir(path, 0o700) == 0)
    expectRefusal(.notAStore)
  }

  @Test func newerVersion() throws {
    try make()
    try Connection(path).execute("PRAGMA user_version = 99")
    expectRefusal(.newerVersion(found: 99, supported: SchemaText.formatVersion))
  }

  @Test func removedWhileOpen() throws {
    try make()
    let store = try ItemStore(path)
    #expect(store.isInPlace)
    #expect(unsafe rename(path, path + ".away") == 0)
    #expect(!store.isInPlace)
    let refusal = StorageError.refused(StoreRefusal(.replaced, path: path))
    #expect(throws: refusal) { try Rows.add(to: store, [Rows.row(number: 1, write: 1)]) }
    #expect(throws: refusal) { _ = try store.fetch(StorePlan(.genericPassword)) }
    #expect(unsafe rename(path + ".away", path) == 0)
    try Rows.add(to: store, [Rows.row(number: 1, write: 1)])
  }

  /// A reader may trust its last look at the file for a while.
  ///
  /// A writer always looks.
  @Test(arguments: [0, 3_600_000_000])
  func removedWhileReading(_ limit: Int) throws {
    try make()
    var options = StoreOptions()
    options.placeLimit = limit
    let store = try ItemStore(path, options: options)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    let plan = StorePlan(.genericPassword)
    let rows = try store.fetch(plan)
    #expect(rows.count == 1)
    #expect(unsafe rename(path, path + ".away") == 0)
    let refusal = StorageError.refused(StoreRefusal(.replaced, path: path))
    #expect(throws: refusal) { try Rows.add(to: store, [Rows.row(number: 2, write: 0)]) }
    if limit == 0 {
      // The second try is refused too: a refusal returns the connection, and its next use looks
      // again.
      for _ in 0..<2 { #expect(throws: refusal) { _ = try store.fetch(plan) } }
    } else {
      #expect(try store.fetch(plan) == rows)
    }
    #expect(unsafe rename(path + ".away", path) == 0)
    #expect(try store.fetch(plan) == rows)
  }

  @Test func newerVersionWhileOpen() throws {
    try make()
    let store = try ItemStore(path)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    try Connection(path).execute("UPDATE meta SET format = 99")
    #expect(
      throws: StorageError.refused(
        StoreRefusal(
          .newerVersion(found: 99, supported: SchemaText.formatVersion), path: path))
    ) { try Rows.add(to: store, [Rows.row(number: 2, write: 0)]) }
  }

  @Test func link() throws {
    #expect(unsafe symlink(path, path) == 0)
    expectRefusal(.noPlainFile)
  }

  @Test(.enabled(if: geteuid() != 0, "root reads every file"))
  func withoutRights() throws {
    try make()
    #expect(unsafe chmod(path, 0) == 0)
    expectRefusal(.unreadable(errno: EACCES))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func foreignOwner() throws {
    try make()
    #expect(unsafe chown(path, 65_534, 65_534) == 0)
    expectRefusal(.foreignOwner(65_534))
  }

  @Test(arguments: [
    (0x6969, "", "", true), (0xFF53_4D42, "", "", true), (0xFE53_4D42, "", "", true),
    (0x0102_1997, "", "", true),  // 9P
    (0x5346_414F, "", "", true), (0x00C3_6400, "", "", true),
    (0x0102_1994, "", "", false),  // tmpfs
    (0xEF53, "", "", false),  // ext4
    (0x794C_7630, "", "", false),  // overlayfs
    (0x9123_683E, "", "", false),  // btrfs
    (0x6573_5546, "fuse.sshfs", "me@host:", true), (0x6573_5546, "fuse.rclone", "box:", true),
    (0x6573_5546, "fuse.JuiceFS:jfs", "JuiceFS:jfs", true),
    (0x6573_5546, "fuse", "https://example.org/dav/", true),
    (0x6573_5546, "fuse.unheard-of", "host:/volume", true),
    (0x6573_5546, "virtiofs", "home", true),
    (0x6573_5546, "fuseblk", "/dev/sdb1", false), (0x6573_5546, "fuse", "/home/me/a", false),
    (0x6573_5546, "fuse.gocryptfs", "/home/me/a", false),
    (0x6573_5546, "fuse.mergerfs", "/mnt/a:/mnt/b", false),
    (0x6573_5546, "fuse.fuse-overlayfs", "fuse-overlayfs", false),
  ])
  func networkFileSystems(_ type: Int, _ name: String, _ source: String, _ isNetwork: Bool) {
    let mount = name.isEmpty ? nil : FileSystemKind.Mount(name: name, source: source)
    let kind = FileSystemKind(type: UInt32(type), mount: mount)
    #expect(kind.isNetwork == isNetwork)
  }

  @Test func theListOfMounts() {
    let list = """
      25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      41 25 0:39 / /mnt/a rw,nosuid shared:9 master:2 - fuse.sshfs me@host:/x rw,user_id=0
      42 25 0:4 / /mnt/b rw - fuse /home/me rw
      43 25 0:39 /sub /mnt/c rw - fuse.sshfs me@host:/x rw

      """
    #expect(
      FileSystemKind.mount(major: 0, minor: 39, in: list)
        == FileSystemKind.Mount(name: "fuse.sshfs", source: "me@host:/x"))
    #expect(FileSystemKind.mount(major: 0, minor: 4, in: list)?.name == "fuse")
    #expect(FileSystemKind.mount(major: 0, minor: 3, in: list) == nil)
    #expect(FileSystemKind.of("/proc")?.type == 0x9FA0)
    #expect(FileSystemKind.of("/proc/absent/and/below")?.type == 0x9FA0)
  }

  @Test(.timeLimit(.minutes(10))) func aPipeInPlaceOfTheLogHoldsNothingUp() throws {
    try make()
    _ = unsafe unlink(path + "-wal")
    #expect(unsafe mkfifo(path + "-wal", 0o600) == 0)
    // A log that cannot be read is not taken for an empty one.
    #expect(throws: StorageError.self) { _ = try ItemStore(path) }
  }

  @Test func nothingIsMadeOverAFile() throws {
    try make()
    let before = Files.read(path)
    #expect(throws: StorageError.refused(StoreRefusal(.exists, path: path))) { try make() }
    #expect(Files.read(path) == before)
    #expect(TemporaryDirectory.names(in: directory.path) == ["store.db"])
  }

  @Test func aCrashedCreationIsBegunAnew() throws {
    Files.write([1, 2, 3], to: path + ".new")
    Files.write([1, 2, 3], to: path + ".new-journal")
    try make()
    #expect(TemporaryDirectory.names(in: directory.path) == ["store.db"])
    var status = stat()
    #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    _ = try ItemStore(path)
  }

  @Test func aCreationThatFailsLeavesNothing() throws {
    for fault in stride(from: 0, to: 2_000, by: 9) {
      let calls = Counter()
      var options = StoreOptions()
      options.gate = { operation in
        // A full disk still allows removal, and syncs of bytes that it already has.
        operation.act != .delete && operation.act != .sync && calls.next() >= fault ? .full : nil
      }
      do throws(StorageError) {
        try ItemStore.create(path, Rows.identity, historyHead: [], options: options)
        #expect(fault > 50)
        return
      } catch {
        #expect(error == .full)
        #expect(TemporaryDirectory.names(in: directory.path).isEmpty)
      }
    }
    Issue.record("creation never came to an end")
  }

  private func make() throws(StorageError) {
    try ItemStore.create(path, Rows.identity, historyHead: [0])
  }

  private func expectRefusal(
    _ reason: StoreRefusal.Reason, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let before = Files.read(path)
    let names = TemporaryDirectory.names(in: directory.path)
    #expect(
      throws: StorageError.refused(StoreRefusal(reason, path: path)),
      sourceLocation: sourceLocation
    ) { _ = try ItemStore(path) }
    #expect(Files.read(path) == before, sourceLocation: sourceLocation)
    let left = TemporaryDirectory.names(in: directory.path)
    #expect(left == names, sourceLocation: sourceLocation)
  }
}
