// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import Testing

/// Tests of a full disk and of a read-only disk, on a small file system in memory.
@Suite(.enabled(if: Program.canMount, "mounting needs root")) struct MountedDiskTests {
  @Test func fullDisk() throws {
    let directory = TemporaryDirectory()
    let options = "size=1536k,mode=700"
    #expect(Program.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", directory.path]))
    defer { _ = Program.run(["umount", "-l", directory.path]) }
    let store = try Rows.store(in: directory)
    var added = 0
    var failure: StorageError?
    while failure == nil, added < 10_000 {
      do throws(StorageError) {
        try Rows.add(to: store, [Rows.row(number: added, write: 0)])
        added += 1
      } catch { failure = error }
    }
    #expect(failure == .full)
    #expect(added > 20)
    // Acknowledged rows are there, refused ones are not, and reading goes on.
    #expect(try store.fetch(StorePlan(.genericPassword, contents: [])).count == added)
    let again = try ItemStore(store.path)
    #expect(try again.fetch(StorePlan(.genericPassword, contents: [])).count == added)
    #expect(try again.read { (r) throws(StorageError) in try r.structuralFindings() }.isEmpty)
    #expect(throws: StorageError.full) {
      for number in 0..<100 {
        try Rows.add(to: again, [Rows.row(number: 20_000 + number, write: 0, secret: 9_000)])
      }
    }
    #expect(throws: StorageError.full) {
      let blob = [UInt8](repeating: 1, count: 1_500_000)
      Files.write(blob, to: directory.file("rest"))
      try ItemStore.create(directory.file("second.db"), Rows.identity, historyHead: [0])
    }
    #expect(!Files.exists(directory.file("second.db")))
  }

  @Test("a log that a killed program has left is read too, and judged by the mark")
  func readOnlyLog() throws {
    let directory = TemporaryDirectory()
    #expect(
      Program.run(["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", directory.path]))
    defer { _ = Program.run(["umount", "-l", directory.path]) }
    let (path, left) = (directory.file("store.db"), directory.file("left.db"))
    try ItemStore.create(path, Rows.identity, historyHead: [0])
    do {
      let store = try ItemStore(path)
      try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
      // The files after a kill: the log without its index.
      for end in ["", "-wal", "-mark"] {
        #expect(Program.run(["cp", "-p", path + end, left + end]))
      }
    }
    #expect(Program.run(["mount", "-o", "remount,ro", directory.path]))
    let store = try ItemStore(left)
    #expect(try store.fetch(StorePlan(.genericPassword, contents: [])).count == 1)
    #expect(Program.run(["mount", "-o", "remount,rw", directory.path]))
    #expect(Program.run(["truncate", "-s", "40", left + "-wal"]))
    #expect(Program.run(["mount", "-o", "remount,ro", directory.path]))
    #expect(throws: StorageError.self) { _ = try ItemStore(left) }
  }

  @Test("what another mount of the same file system changes is seen")
  func twoMounts() throws {
    let directory = TemporaryDirectory()
    let (one, other) = (directory.file("one"), directory.file("other"))
    for place in [one, other] { #expect(Program.run(["mkdir", place])) }
    #expect(Program.run(["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", one]))
    #expect(Program.run(["mount", "--bind", one, other]))
    defer { for place in [other, one] { _ = Program.run(["umount", "-l", place]) } }
    #expect(Program.run(["mount", "-o", "remount,bind,ro", other]))
    try ItemStore.create(one + "/store.db", Rows.identity, historyHead: [0])
    let reader = try ItemStore(other + "/store.db")
    for number in 1...3 {
      try Rows.add(to: ItemStore(one + "/store.db"), [Rows.row(number: number, write: 0)])
      let rows = try reader.fetch(StorePlan(.genericPassword, contents: []))
      #expect(rows.count == number)
    }
  }

  @Test("no number for another file is a full disk")
  func noInodes() throws {
    let directory = TemporaryDirectory()
    let options = "size=4m,nr_inodes=4,mode=700"
    #expect(Program.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", directory.path]))
    defer { _ = Program.run(["umount", "-l", directory.path]) }
    let path = directory.file("store.db")
    try ItemStore.create(path, Rows.identity, historyHead: [0])
    while Program.run([
      "touch", directory.file("\(TemporaryDirectory.names(in: directory.path).count)"),
    ]) {}
    #expect(throws: StorageError.full) {
      try Rows.add(to: ItemStore(path), [Rows.row(number: 1, write: 0)])
    }
  }

  @Test func readOnlyDisk() throws {
    let directory = TemporaryDirectory()
    #expect(
      Program.run(["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", directory.path]))
    defer { _ = Program.run(["umount", "-l", directory.path]) }
    let path = directory.file("store.db")
    do {
      try ItemStore.create(path, Rows.identity, historyHead: [0])
      try Rows.add(to: ItemStore(path), [Rows.row(number: 1, write: 0)])
    }
    let before = Files.read(path)
    let names = TemporaryDirectory.names(in: directory.path)
    #expect(Program.run(["mount", "-o", "remount,ro", directory.path]))
    // Reading works, repeatedly and in a store that stays open. Changes are refused.
    let store = try ItemStore(path)
    for _ in 0..<2 {
      #expect(try store.fetch(StorePlan(.genericPassword, contents: [])).count == 1)
      #expect(try store.read { (r) throws(StorageError) in try r.structuralFindings() }.isEmpty)
    }
    #expect(throws: StorageError.readOnly) {
      try Rows.add(to: store, [Rows.row(number: 2, write: 0)])
    }
    #expect(throws: StorageError.readOnly) {
      try ItemStore.create(directory.file("other.db"), Rows.identity, historyHead: [0])
    }
    #expect(Files.read(path) == before)
    #expect(TemporaryDirectory.names(in: directory.path) == names)
  }
}
