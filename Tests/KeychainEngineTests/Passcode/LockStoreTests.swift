// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Keybag
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests locking, unlocking, and the processes that hear of it (Specification/design.md, "Embedded
/// or daemon").
@Suite("Locking a store")
struct LockStoreTests {
  private func read(_ session: Session) -> Int32 {
    status { _ = try session.copyMatching(query("s", "a", .secret)) }
  }

  @Test("what one does the others see at their next call")
  func others() throws {
    let locked = try LockedStore()
    let (one, other) = (try locked.open(), try locked.open())
    _ = try one.add(password("s", "a", "secret"))
    #expect(read(other) == 0)
    try one.setPasscode(passcode("1234"), for: .standard)
    #expect(read(other) == 0)
    try one.lockStore(all: false)
    #expect(read(one) == -25308)
    #expect(read(other) == -25308)
    #expect(try other.lockStatus().state == .locked)
    try locked.unlock(other)
    #expect(read(one) == 0)
    try other.changePasscode(from: passcode("1234"), to: passcode("new"), for: .standard)
    #expect(read(one) == 0)
    #expect(status { try locked.unlock(one) } == -25293)
    try one.removePasscode(passcode("new"))
    #expect(read(other) == 0)
    #expect(status { try other.lockStore(all: false) } == -50)
  }

  @Test("a store opened while it is locked is locked")
  func opening() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    _ = try session.add(password("s", "a", "secret"))
    #expect(read(try locked.open()) == 0)
    try session.lockStore(all: false)
    #expect(read(try locked.open()) == -25308)
    locked.restart()
    #expect(try locked.open().lockStatus().state == .beforeFirstUnlock)
  }

  @Test("where the kernel does not list what it keeps, a lock knows the names itself")
  func unlisted() throws {
    let locked = try LockedStore()
    var environment = locked.environment
    environment.holder = UnlistedHolder(holder: locked.holder)
    _ = try locked.open(in: .unlocked)
    let files = StoreFiles(directory: locked.store.directory)
    let held = locked.holder.names(beginningWith: "latchkey:").sorted()
    #expect(held.map { $0.hasSuffix(":unlock") } == [false, true])
    try Engine.lockStore(in: files, all: false, environment)
    #expect(locked.holder.names(beginningWith: "latchkey:") == [held[0]])
    try Engine.lockStore(in: files, all: true, environment)
    #expect(locked.holder.names(beginningWith: "latchkey:") == [])
  }

  @Test("what another passcode has left goes with a lock too")
  func sweeping() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    let name = try #require(
      locked.holder.names(beginningWith: "latchkey:").first { $0.hasSuffix(":unlock") })
    let parts = name.split(separator: ":")
    let other = "\(parts[0]):\(parts[1]):0011223344556677:unlock"
    locked.holder.hold(SecretBytes(copying: [1]), as: other, for: nil)
    try session.lockStore(all: false)
    #expect(locked.holder.held(other) == nil)
  }

  @Test("a pipe in the place of the file that tells of locks holds nobody up")
  func pipe() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    _ = try session.add(password("s", "a", "secret"))
    let path = locked.store.directory + "/lock"
    #expect(unsafe unlink(path) == 0)
    #expect(unsafe mkfifo(path, 0o600) == 0)
    // Releases readers that wait for a writer of the pipe, so that the test fails instead of
    // hanging.
    let (hasEnded, isHeldUp) = (Lock(false), Lock(false))
    defer { hasEnded.withLock { $0 = true } }
    let rescuer = Thread {
      guard !Patience.wait(within: Patience.soon, until: { hasEnded.withLock { $0 } }) else {
        return
      }
      isHeldUp.withLock { $0 = true }
      let writer = unsafe Glibc.open(path, O_RDWR | O_NONBLOCK)
      _ = Patience.wait { hasEnded.withLock { $0 } }
      close(writer)
    }
    rescuer.start()
    #expect(LockGeneration.look(path).number == 0)
    #expect(LockGeneration.lastAct(path) == .other)
    let other = try locked.open()
    // The keys are dropped, since a lock could not be heard of.
    #expect([0, -25308].contains(read(other)))
    // The refusal names the fault of the file.
    #expect(status { try session.lockStore(all: false) } == -25291)
    #expect(read(session) == -25308)
    #expect(Patience.wait { read(other) == -25308 })
    #expect(!isHeldUp.withLock { $0 })
  }

  @Test("it locks itself when its time is over")
  func limit() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    let other = try locked.open()
    _ = try session.add(password("s", "a", "secret"))
    try session.lockStore(all: false)
    try locked.unlock(session, seconds: 60)
    #expect(try other.lockStatus().secondsToLock == 60)
    locked.clock.advance(seconds: 59)
    #expect(read(session) == 0)
    #expect(read(other) == 0)
    locked.clock.advance(seconds: 1)
    #expect(read(session) == -25308)
    #expect(read(other) == -25308)
    #expect(try session.lockStatus().state == .locked)
    #expect(try session.lockStatus().secondsToLock == nil)
  }

  @Test("when it was locked and first unlocked is noted, by a lock and by the end of its time")
  func times() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    try session.lockStore(all: true)
    #expect(session.engine.lockTimes.firstUnlock == nil)
    locked.clock.advance(seconds: 100)
    let first = locked.clock.now()
    try locked.unlock(session, seconds: 60)
    // If keys are held for one process alone, other processes know nothing of the unlock.
    let told = try session.lockStatus().isShared ? first : nil
    #expect(session.engine.lockTimes.firstUnlock == told)
    locked.clock.advance(seconds: 61)
    let end = first.advanced(byMicroseconds: 60_000_000)
    #expect(try session.lockStatus().state == .locked)
    #expect(session.engine.lockTimes.locking == end)
    // The store counts as locked since then. Another lock does not change the time.
    try session.lockStore(all: false)
    #expect(session.engine.lockTimes.locking == end)
    try locked.unlock(session, seconds: 60)
    #expect(session.engine.lockTimes.firstUnlock == told)
    locked.clock.advance(seconds: 10)
    try session.lockStore(all: false)
    #expect(session.engine.lockTimes.locking == locked.clock.now())
    #expect(session.engine.lockTimes.firstUnlock == told)
  }

  @Test("wrong passcodes: refused, counted, delayed, told")
  func wrong() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .locked)
    for number in 1...5 {
      #expect(
        status {
          try session.unlockStore(passcode("w\(number)"), at: .prompt, for: .standard)
        } == -25293)
    }
    let told = try session.lockStatus()
    #expect(told.wrongTries == 5)
    #expect(told.secondsToWait == 60)
    do {
      try locked.unlock(session)
      Issue.record("a try during the delay was looked at")
    } catch let error as KeychainError {
      #expect(error.code == .authorizationFailed)
      #expect(error.context == .seconds(60))
    }
    locked.clock.set(0)
    #expect(status { try locked.unlock(session) } == -25293)
    locked.clock.advance(seconds: 60)
    try locked.unlock(session)
    #expect(try session.lockStatus().wrongTries == 0)
  }

  @Test("a passcode set twice, changed or removed without one, an unlock without one: -50")
  func order() throws {
    let locked = try LockedStore()
    let session = try locked.open()
    #expect(status { try locked.unlock(session) } == -50)
    #expect(status { try session.lockStore(all: false) } == -50)
    #expect(status { try session.removePasscode(passcode("1")) } == -50)
    #expect(
      status { try session.changePasscode(from: passcode("1"), to: passcode("2"), for: .standard) }
        == -50)
    try session.setPasscode(passcode("1"), for: .standard)
    #expect(status { try session.setPasscode(passcode("2"), for: .standard) } == -50)
  }

  @Test("a passcode that is only looked at is a try, and unlocks nothing")
  func required() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .locked)
    let program = PasscodeDoor.data("program")
    #expect(status { try session.requirePasscode(passcode("wrong"), at: .prompt) } == -25293)
    #expect(try session.lockStatus().wrongTries == 1)
    try session.requirePasscode(passcode("1234"), at: program)
    #expect(try session.lockStatus().wrongTries == 1)
    try session.requirePasscode(passcode("1234"), at: .prompt)
    #expect(try session.lockStatus().wrongTries == 0)
    #expect(try session.lockStatus().state == .locked)
  }

  @Test("changing and removing count at the door that they are given")
  func doors() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    let program = PasscodeDoor.data("program")
    for number in 1...5 {
      let wrong = try passcode("w\(number)")
      let code = status {
        number < 3
          ? try session.removePasscode(wrong, at: program)
          : try session.changePasscode(from: wrong, to: wrong, at: program, for: .standard)
      }
      #expect(code == -25293)
    }
    #expect(try session.lockStatus().wrongTries == 0)
    #expect(status { try session.removePasscode(passcode("1234"), at: program) } == -25293)
    try session.removePasscode(passcode("1234"), at: .prompt)
  }

  @Test("keys are renewed while unlocked, and not begun while locked; the device key stays")
  func rotation() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    var item = password("s", "a", "secret")
    item.protectionName = "akpu"
    _ = try session.add(item)
    try session.lockStore(all: false)
    #expect(status { _ = try session.rotateKeys() } == -25308)
    try locked.unlock(session)
    let key = FileManager.default.contents(atPath: locked.store.directory + "/device.key")
    let report = try session.rotateKeys()
    #expect(report.hasNewKeys)
    #expect(report.rowsResealed == 1)
    #expect(FileManager.default.contents(atPath: locked.store.directory + "/device.key") == key)
    #expect(read(session) == 0)
    try session.lockStore(all: true)
    try locked.unlock(session)
    #expect(read(session) == 0)
    #expect(try session.check().isClean)
  }

  @Test("a copy has the same passcode and the same count of wrong ones")
  func copy() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    _ = try session.add(password("s", "a", "secret"))
    try session.lockStore(all: true)
    _ = status { try session.unlockStore(passcode("wrong"), at: .prompt, for: .standard) }
    let target = locked.store.directory + "/copy"
    #expect(try session.copyStore(to: target).isClean)
    let copy = try Engine.open(
      StoreLocation(directory: target), environment: locked.environment
    ).session(as: LockedStore.caller)
    #expect(try copy.lockStatus().wrongTries == 1)
    #expect(read(copy) == -25308)
    try locked.unlock(copy)
    #expect(read(copy) == 0)
  }
}

/// A kernel that keeps keys and does not list them.
private struct UnlistedHolder: UnlockKeyHolder {
  let holder: ProcessKeyHolder

  var canOutliveLocks: Bool { holder.canOutliveLocks }

  func isShared(_ names: HeldNames?) -> Bool { holder.isShared(names) }
  func held(_ name: String) -> SecretBytes? { holder.held(name) }
  func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    holder.hold(bytes, as: name, for: seconds)
  }
  func drop(_ name: String) { holder.drop(name) }
  func names(beginningWith prefix: String) -> [String] { [] }
  func end(of name: String) -> Int64? { holder.end(of: name) }
}
