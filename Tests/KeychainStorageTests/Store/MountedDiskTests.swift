// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import Testing

/// A disk that is really full, and one that is really read-only: a small file system in memory.
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
    // What was promised is there, what failed is not, and reading goes on.
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

  @Test func readOnlyDisk() throws {
    let directory = TemporaryDirectory()
    #expect(
      Program.run(["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", directory.path]))
    defer { _ = Program.run(["umount", "-l", directory.path]) }
    let path = directory.file("store.db")
    try ItemStore.create(path, Rows.identity, historyHead: [0])
    let before = Files.read(path)
    #expect(Program.run(["mount", "-o", "remount,ro", directory.path]))
    #expect(throws: StorageError.readOnly) { _ = try ItemStore(path) }
    #expect(throws: StorageError.readOnly) {
      try ItemStore.create(directory.file("other.db"), Rows.identity, historyHead: [0])
    }
    #expect(Files.read(path) == before)
    #expect(TemporaryDirectory.names(in: directory.path) == ["store.db"])
  }
}
