// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainRows
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests that an idle process hears of a lock (Specification/design.md, "Embedded or daemon").
@Suite("Watching the lock")
struct LockWatcherTests {
  /// Returns true if the engine has the keys of `ak` now.
  ///
  /// Makes no call that would look at the lock.
  private func hasKeys(_ session: Session) -> Bool {
    session.engine.codec.keybag.availability(of: .whenUnlocked) == .available
  }

  /// Waits until the keys are gone, and returns false at the deadline.
  private func isLockedSoon(_ session: Session) -> Bool {
    Patience.wait(within: Patience.soon) { !hasKeys(session) }
  }

  private func isUnwatched(_ session: Session) -> Bool {
    Patience.wait { !session.engine.testOnlyIsWatched }
  }

  @Test("keys are gone without a call, soon after another has locked")
  func idle() throws {
    let locked = try LockedStore()
    let (one, idle) = (try locked.open(in: .unlocked), try locked.open())
    #expect(hasKeys(idle))
    try one.lockStore(all: false)
    #expect(isLockedSoon(idle))
    #expect(
      idle.engine.codec.keybag.availability(of: .afterFirstUnlock) == .available)
    try one.lockStore(all: true)
    let isGone = Patience.wait(within: Patience.soon) {
      idle.engine.codec.keybag.availability(of: .afterFirstUnlock) != .available
    }
    #expect(isGone)
    // The process hears of a lock again, after an unlock that it has noticed.
    try locked.unlock(one)
    _ = status { _ = try idle.copyMatching(query("s")) }
    #expect(hasKeys(idle))
    try one.lockStore(all: false)
    #expect(isLockedSoon(idle))
  }

  @Test("who wants to know is told of each change without a call; nobody watches afterwards")
  func observed() throws {
    let locked = try LockedStore()
    let (one, other) = (try locked.open(), try locked.open())
    let told = Lock(0)
    func isTold(beyond count: Int) -> Bool {
      Patience.wait(within: Patience.soon) { told.withLock { $0 } > count }
    }
    #expect(!one.engine.testOnlyIsWatched)
    one.whenChanged { told.withLock { $0 += 1 } }
    #expect(one.engine.testOnlyIsWatched)
    try other.setPasscode(passcode("1234"), for: UnlockLimit(seconds: nil))
    // The number is raised twice: when the keybag is written, and when the write is known to be
    // complete.
    #expect(isTold(beyond: 0))
    // A third report would be wrong. It cannot be waited for, because it should not come.
    Patience.pause(.milliseconds(200))
    let count = told.withLock { $0 }
    #expect((1...2).contains(count))
    try other.removePasscode(passcode("1234"), at: .prompt)
    #expect(isTold(beyond: count))
    one.whenChanged(nil)
    #expect(isUnwatched(one))
  }

  @Test("a process that set the passcode itself hears of a lock too")
  func setter() throws {
    let locked = try LockedStore()
    let (one, other) = (try locked.open(in: .unlocked), try locked.open())
    _ = status { _ = try one.copyMatching(query("s")) }
    #expect(hasKeys(one))
    try other.lockStore(all: false)
    #expect(isLockedSoon(one))
  }

  @Test("keys are gone when the time of the unlocking is over")
  func limit() throws {
    let store = try TestStore()
    let environment = Environment(
      holder: ProcessKeyHolder(clock: SystemClock()), passcodeCost: .forTests)
    let session = try Engine.open(
      StoreLocation(directory: store.directory), environment: environment
    ).session(as: LockedStore.caller)
    try session.setPasscode(passcode("1234"), for: UnlockLimit(seconds: 1))
    _ = try session.lockStatus()
    #expect(hasKeys(session))
    #expect(isLockedSoon(session))
  }

  @Test("where the file that tells is cut, a lock reaches who waits for it")
  func cut() throws {
    let locked = try LockedStore()
    let (one, idle) = (try locked.open(in: .unlocked), try locked.open())
    #expect(unsafe truncate(locked.store.directory + "/lock", 0) == 0)
    // The next lock writes the file again.
    try one.lockStore(all: false)
    #expect(isLockedSoon(idle))
  }

  @Test("a thread is there only while it is needed")
  func threads() throws {
    let locked = try LockedStore()
    let session = try locked.open()
    #expect(!session.engine.testOnlyIsWatched)
    try session.setPasscode(passcode("1234"), for: .standard)
    _ = try session.lockStatus()
    #expect(session.engine.testOnlyIsWatched)
    try session.lockStore(all: true)
    #expect(isUnwatched(session))
  }

  @Test("where the kernel holds no keys, each unlocks for itself, and a lock reaches all")
  func alone() throws {
    let locked = try LockedStore()
    let one = try locked.open(in: .unlocked)
    var environment = locked.environment
    environment.holder = ProcessKeyHolder(clock: locked.clock)
    let other = try Engine.open(
      StoreLocation(directory: locked.store.directory), environment: environment
    ).session(as: LockedStore.caller)
    #expect(!hasKeys(other))
    try locked.unlock(other)
    #expect(hasKeys(other))
    #expect(hasKeys(one))
    try one.lockStore(all: false)
    #expect(isLockedSoon(other))
    #expect(try other.lockStatus().state == .locked)
    #expect(try !other.lockStatus().isShared)
  }
}
