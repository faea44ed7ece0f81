// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import TestPatience
import Testing
import UserFiles

/// Tests the removal or exchange of the file `lock` of a store with a passcode: it acts like a lock
/// of everything, for every process.
@Suite("The lock file, lost") struct LostLockFileTests {
  /// The change of the file.
  enum Fate: CaseIterable, Sendable {
    case removed, exchanged, copied, link, dangling, directory, pipe, foreign

    /// True if the new file of that name can report locks.
    var isUsable: Bool { [.removed, .exchanged, .copied].contains(self) }

    func befall(_ path: String) throws {
      let files = FileManager.default
      switch self {
      case .removed: #expect(unsafe unlink(path) == 0)
      case .exchanged:
        try Data(count: 4096).write(to: URL(fileURLWithPath: path + ".x"))
        #expect(unsafe rename(path + ".x", path) == 0)
      case .copied:
        try files.copyItem(atPath: path, toPath: path + ".x")
        #expect(unsafe rename(path + ".x", path) == 0)
      case .link:
        #expect(unsafe rename(path, path + ".x") == 0)
        #expect(unsafe symlink(path + ".x", path) == 0)
      case .dangling:
        #expect(unsafe unlink(path) == 0)
        #expect(unsafe symlink("/nonexistent", path) == 0)
      case .directory:
        #expect(unsafe unlink(path) == 0)
        #expect(unsafe mkdir(path, 0o700) == 0)
      case .pipe:
        #expect(unsafe unlink(path) == 0)
        #expect(unsafe mkfifo(path, 0o600) == 0)
      case .foreign:
        #expect(unsafe unlink(path) == 0)
        try Data(count: 4096).write(to: URL(fileURLWithPath: path))
        #expect(unsafe chown(path, 65_534, 65_534) == 0)
      }
    }
  }

  /// Only root can make a file of another user.
  static let fates = Fate.allCases.filter { $0 != .foreign || geteuid() == 0 }

  private func hasKeys(_ session: Session) -> Bool {
    session.engine.codec.keybag.availability(of: .whenUnlocked) == .available
  }

  private func read(_ session: Session) -> Int32 {
    status { _ = try session.copyMatching(query("s", "a", .secret)) }
  }

  private func isLockedSoon(_ session: Session) -> Bool {
    Patience.wait(within: Patience.soon) { !hasKeys(session) }
  }

  @Test("who is idle, who calls and who opens the store has no keys", arguments: fates)
  func everybody(fate: Fate) throws {
    let locked = try LockedStore()
    let (one, idle) = (try locked.open(in: .unlocked), try locked.open())
    _ = try one.add(password("s", "a", "secret"))
    #expect([read(one), read(idle)] == [0, 0])
    try fate.befall(locked.store.directory + "/lock")
    #expect(isLockedSoon(idle) && isLockedSoon(one))
    #expect([read(one), read(idle)] == [-25308, -25308])
    // The process opens the store anew at its next call.
    #expect(!idle.engine.isInPlace)
    let other = try locked.open()
    #expect(read(other) == -25308)
    #expect(try other.lockStatus().state == .beforeFirstUnlock)
    #expect(locked.holder.names(beginningWith: "latchkey:") == [])
    if fate.isUsable {
      #expect(try other.lockStatus().lockFileWasLost)
    } else {
      #expect(try other.lockStatus().lockFileFlaw != nil)
      #expect(try other.check().notes.contains { $0.contains("the file lock") })
    }
  }

  @Test("a lock by another program after that leaves nobody with keys", arguments: fates)
  func lockedAfterwards(fate: Fate) throws {
    let locked = try LockedStore()
    let (one, idle) = (try locked.open(in: .unlocked), try locked.open())
    _ = try one.add(password("s", "a", "secret"))
    try fate.befall(locked.store.directory + "/lock")
    _ = status {
      try Engine.lockStore(
        in: StoreFiles(directory: locked.store.directory), all: true, locked.environment)
    }
    #expect(isLockedSoon(idle) && isLockedSoon(one))
    #expect(read(try locked.open()) == -25308)
  }

  @Test("unlocked again it stays so, where the file is one", arguments: fates)
  func unlockedAgain(fate: Fate) throws {
    let locked = try LockedStore()
    // Several processes that notice the loss, one after another, lock the store only once.
    let sessions = try [locked.open(in: .unlocked), locked.open(), locked.open()]
    _ = try sessions[0].add(password("s", "a", "secret"))
    let path = locked.store.directory + "/lock"
    try fate.befall(path)
    let owner = try locked.open()
    if !fate.isUsable {
      #expect(status { try locked.unlock(owner) } == -25291)
      #expect(read(owner) == -25308)
      // Follows the instruction in the refusal.
      #expect(unsafe fate == .directory ? rmdir(path) == 0 : unlink(path) == 0)
    }
    let next = try locked.open()
    #expect(sessions.allSatisfy(isLockedSoon))
    try locked.unlock(next)
    #expect(read(next) == 0)
    Patience.pause(.milliseconds(1_500))
    #expect(read(next) == 0)
    #expect(read(try locked.open()) == 0)
    #expect(try !next.lockStatus().lockFileWasLost)
  }

  @Test("without a passcode a store goes on", arguments: fates)
  func withoutPasscode(fate: Fate) throws {
    let locked = try LockedStore()
    let session = try locked.open()
    _ = try session.add(password("s", "a", "secret"))
    try fate.befall(locked.store.directory + "/lock")
    #expect([read(session), read(try locked.open())] == [0, 0])
    guard !fate.isUsable else { return }
    // A new passcode is refused, because other processes would not hear of it.
    #expect(status { try session.setPasscode(passcode("1"), for: .standard) } == -25291)
  }

  @Test("changes of the keys exclude each other though the file goes meanwhile", arguments: 0...1)
  func exclusion(way: Int) throws {
    let store = try TestStore()
    let files = StoreFiles(directory: store.directory)
    let calls = FileCalls(gate: nil)
    var isInside = false
    try files.locked(within: 0, calls) { () throws(KeychainError) in
      isInside = true
      try? (way == 0 ? Fate.removed : .exchanged).befall(store.directory + "/lock")
      let second = status {
        try files.locked(within: 50, calls) { () throws(KeychainError) in isInside = false }
      }
      #expect(second == -25291)
    }
    #expect(isInside)
    try files.locked(within: 0, calls) { () throws(KeychainError) in isInside = false }
    #expect(!isInside)
  }

  @Test("the file has its room on the disk before the disk is full")
  func full() throws {
    let store = try TestStore()
    let path = store.directory + "/lock"
    let generation = LockGeneration(path)
    #expect(generation.makeRoom())
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_size == 4096 && status.st_blocks > 0)
    #expect(generation.raise(after: .lock))
    #expect(LockGeneration.look(path).number == 1)
  }
}
