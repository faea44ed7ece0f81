// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import Testing

/// A log that SQLite would cut without a word is refused; a torn end is not damage.
@Suite struct LogDamageTests {
  let directory = TemporaryDirectory()

  @Test func damageBeforeLaterCommits() throws {
    let copy = try crashed(commits: 12)
    let log = Files.read(copy + "-wal")
    let frames = (log.count - 32) / 536
    var refused = 0
    for frame in stride(from: 0, to: frames, by: 5) {
      var bytes = log
      bytes[32 + frame * 536 + 300] ^= 1
      Files.write(bytes, to: copy + "-wal")
      do throws(StorageError) {
        let rows = try ItemStore(copy).fetch(StorePlan(.genericPassword, contents: []))
        // Not refused: then at most what the last two commits brought is gone.
        #expect(rows.count >= 10, "frame \(frame)")
      } catch {
        #expect(
          error
            == .damaged(Damage(path: copy + "-wal", place: .frame(UInt32(frame + 1)))))
        refused += 1
      }
    }
    #expect(refused * 5 > frames * 3 / 4)
  }

  @Test func aTornEnd() throws {
    let copy = try crashed(commits: 5)
    let log = Files.read(copy + "-wal")
    for cut in [1, 535, 536, 1_000] {
      Files.write(Array(log.dropLast(cut)), to: copy + "-wal")
      let rows = try ItemStore(copy).fetch(StorePlan(.genericPassword, contents: []))
      #expect(rows.count == 4)
    }
  }

  /// The files of a store whose process died after so many commits.
  private func crashed(commits: Int) throws -> String {
    let store = try Rows.store(in: directory)
    for number in 0..<commits {
      try Rows.add(to: store, [Rows.row(number: number, write: 0)])
    }
    let copy = directory.file("copy.db")
    Files.write(Files.read(store.path), to: copy)
    Files.write(Files.read(store.path + "-wal"), to: copy + "-wal")
    return copy
  }
}
