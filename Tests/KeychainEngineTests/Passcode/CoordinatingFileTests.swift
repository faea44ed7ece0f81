// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import Testing

/// Tests the loss or exchange of files that coordinate processes: `attempts` and the log's mark
/// (Documentation/Formats/keybag.md 9, store.md).
///
/// `LostLockFileTests` tests the file `lock`.
@Suite("Files that coordinate processes, lost") struct CoordinatingFileTests {
  typealias Fate = LostLockFileTests.Fate

  @Test(
    "attempts: as after nine wrong passcodes, and written anew by the try that follows the hour",
    arguments: LostLockFileTests.fates)
  func attempts(fate: Fate) throws {
    let store = try LockedStore()
    let session = try store.open(in: .locked)
    let path = store.store.directory + "/attempts"
    try fate.befall(path)
    guard fate != .copied else {
      #expect(try !session.lockStatus().countsAreLost)
      return try store.unlock(session)
    }
    #expect(try session.lockStatus().countsAreLost)
    #expect(try session.check().findings.map(\.kind) == [.countsLost])
    if fate == .directory {
      // A directory cannot be replaced by the file until it is removed.
      #expect(status { try store.unlock(session) } == -25291)
      #expect(unsafe rmdir(path) == 0)
    }
    #expect(status { try store.unlock(session) } == -25293)
    #expect(try session.secondsToWait() == 3600)
    store.clock.advance(seconds: 3600)
    try store.unlock(session)
    #expect(try !session.lockStatus().countsAreLost && session.check().isClean)
  }

  @Test(
    "the log's mark: what was written is read, and writing goes on or says why not",
    arguments: LostLockFileTests.fates)
  func mark(fate: Fate) throws {
    let store = try TestStore()
    let open = try store.session("one")
    _ = try open.add(password("s", "before", "secret"))
    try fate.befall(store.directory + "/store.db-mark")
    #expect(try open.copyMatching(query("s", "before")).count == 1)
    let expected: Set<Int32> = fate.isUsable ? [0] : [0, -36]
    let first = status { _ = try open.add(password("s", "first", "secret")) }
    let other = try store.session("one")
    let second = status { _ = try other.add(password("s", "second", "secret")) }
    #expect(expected.contains(first) && expected.contains(second), "\(first) \(second)")
    for (account, answer) in [("before", 0), ("first", first), ("second", second)] {
      let count = (try? other.copyMatching(query("s", account)).count) ?? 0
      #expect(count == (answer == 0 ? 1 : 0), "\(account)")
    }
    // A mark of another log is reported. A missing mark, or one that is not a file, is not
    // reported.
    #expect(try other.check().findings.allSatisfy { $0.kind == .fileDamaged })
  }
}
