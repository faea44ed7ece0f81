// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests that the user's processes share unlocking and locking (Specification/design.md, "Embedded
/// or daemon").
///
/// Unlocking is shared through the kernel's keyring. Locking reaches each process within a second,
/// also idle ones.
@Suite("Processes that share a lock", .serialized)
struct SharedUnlockTests {
  /// One second, in microseconds.
  private static let second = 1_000_000
  /// A limit well below the minute after which a process looks by itself.
  private static let soon = 30 * second
  private static let (old, new) = ("the-first-passcode", "another-passcode")

  /// A store with a passcode, with processes that work all the time, and processes that hold keys
  /// and do nothing.
  private final class Party {
    let store: TestStore
    let working: [LockingWorker]
    let idle: [LockingWorker]
    let held: HeldKeys

    init(working: Int, idle: Int) throws {
      store = try TestStore()
      let home = store.directory
      let first = try LockingWorker(home: home)
      #expect(try first.tell("set", "0", SharedUnlockTests.old).status == 0)
      held = try HeldKeys(directory: home)
      #expect(try first.tell("fill", "3").status == 0)
      self.working = try [first] + (1..<working).map { _ in try LockingWorker(home: home) }
      self.idle = try (0..<idle).map { _ in try LockingWorker(home: home) }
      for worker in all { #expect(try worker.tell("probe").status == 0) }
      for worker in self.working { try worker.tell("work", "3") }
    }

    deinit { held.dropAll() }

    var all: [LockingWorker] { working + idle }

    /// The kinds of entries in the kernel's keyring, as text that a failed expectation shows.
    var kinds: [String] { (try? held.kinds) ?? ["cannot be read"] }

    /// Waits until all processes have dropped their keys or have them again, and returns the time
    /// of the slowest in microseconds.
    func slowest(
      since moment: Int, until isThere: Bool, _ protection: String = "ak"
    ) throws -> Int {
      try all.map { try $0.wait(until: isThere, protection).before - moment }.max() ?? 0
    }

    /// Returns the statuses of the work of all processes since the last call.
    func statuses(new: Bool = false) throws -> [String: Set<Int32>] {
      try working.map { try $0.statuses(new: new) }.reduce(into: [:]) { all, one in
        all.merge(one) { $0.union($1) }
      }
    }

    /// Returns the statuses of work that begins after this call.
    ///
    /// Also checks that earlier calls had only allowed statuses.
    func statusesFromNow() throws -> [String: Set<Int32>] {
      SharedUnlockTests.expectDefined(try statuses())
      // Enough time for many rounds. On a slow machine the next line waits for at least one.
      Patience.pause(.milliseconds(250))
      for worker in working { try worker.waitForRound() }
      return try statuses(new: true)
    }

    /// Ends all processes, and checks their exit statuses.
    func finish() throws {
      for worker in all {
        let status = try worker.finish()
        #expect(status == 0, "\(worker.running.text.suffix(400))")
      }
    }
  }

  /// Checks the statuses of reads by class (Specification/secitem.md, "Status by operation when the
  /// class key is unavailable"), and of writes.
  ///
  /// Each process writes an item of its own.
  private func expect(
    _ statuses: [String: Set<Int32>], ak: Int32, akpu: Int32, ck: Int32,
    line: SourceLocation = #_sourceLocation
  ) {
    let classA = ["read-ak": ak, "read-aku": ak, "read-akpu": akpu]
    let classC = ["read-ck": ck, "read-cku": ck]
    let classD: [String: Int32] = ["read-dk": 0, "read-dku": 0]
    for (call, status) in classA.merging(classC, uniquingKeysWith: max)
      .merging(classD, uniquingKeysWith: max)
    {
      #expect(statuses[call] == [status], "\(call)", sourceLocation: line)
    }
    let allowed: [String: Set<Int32>] = [
      "add-ak": [ak], "update-ak": ak == 0 ? [0] : [-25300],
      "delete-ak": ak == 0 ? [0] : [-25300], "add-dk": [0], "update-dk": [0], "delete-dk": [0],
    ]
    for (call, status) in allowed {
      // Not every look includes a round with writes. Earlier or later looks do.
      #expect(status.isSuperset(of: statuses[call] ?? []), "\(call)", sourceLocation: line)
    }
  }

  /// Checks that every status is allowed, whatever happened between the beginning and the end of
  /// the call.
  private static func expectDefined(
    _ statuses: [String: Set<Int32>], line: SourceLocation = #_sourceLocation
  ) {
    for (call, found) in statuses {
      let allowed: Set<Int32> =
        switch call {
        case "read-ak", "read-aku", "read-ck", "read-cku", "add-ak": [0, -25308]
        case "read-akpu", "update-ak": [0, -25308, -25300]
        case "delete-ak": [0, -25300]
        default: [0]
        }
      #expect(allowed.isSuperset(of: found), "\(call)", sourceLocation: line)
    }
  }

  @Test("eight processes, two of them idle: lock, unlock, the end of the time, lock all")
  func locking() throws {
    let party = try Party(working: 6, idle: 2)
    expect(try party.statusesFromNow(), ak: 0, akpu: 0, ck: 0)
    #expect(party.kinds == ["first", "unlock"])
    for locking in [party.working[3], party.idle[0]] {
      let lock = try locking.tell("lock")
      #expect(lock.status == 0)
      let slowest = try party.slowest(since: lock.begin, until: false)
      #expect(slowest < Self.soon, "the slowest dropped its keys after \(slowest) µs")
      #expect(party.kinds == ["first"])
      #expect(party.all.allSatisfy { $0.changes(of: "ck").last?.isThere == true })
      expect(try party.statusesFromNow(), ak: -25308, akpu: -25308, ck: 0)
      let unlock = try party.working[5].tell("unlock", "0", Self.old)
      #expect(unlock.status == 0)
      #expect(try party.slowest(since: unlock.end, until: true) < Self.soon)
      expect(try party.statusesFromNow(), ak: 0, akpu: 0, ck: 0)
      for worker in party.idle { #expect(try worker.tell("probe").status == 0) }
    }
    let limited = try party.idle[1].tell("unlock", "2", Self.old)
    #expect(limited.status == 0)
    let slowest = try party.slowest(since: limited.end + 2 * Self.second, until: false)
    #expect(slowest < Self.soon, "the slowest dropped its keys \(slowest) µs after the end")
    // No process has dropped its keys long before the end.
    for worker in party.all {
      #expect(try worker.wait(until: false).moment > limited.begin + 2 * Self.second - 100_000)
    }
    expect(try party.statusesFromNow(), ak: -25308, akpu: -25308, ck: 0)
    #expect(party.kinds == ["first"])
    let all = try party.working[0].tell("lock", "1")
    #expect(try party.slowest(since: all.begin, until: false, "ck") < Self.soon)
    #expect(try party.held.names == [])
    expect(try party.statusesFromNow(), ak: -25308, akpu: -25308, ck: -25308)
    for worker in party.idle { #expect(try worker.tell("probe").status == -25308) }
    // A process without keys sleeps. Its next call sees that others have unlocked.
    #expect(try party.working[1].tell("unlock", "0", Self.old).status == 0)
    for worker in party.all { #expect(try worker.tell("probe").status == 0) }
    #expect(try party.idle[0].tell("check").status == 0)
    #expect(try party.working[2].tell("lock", "1").status == 0)
    try party.finish()
    #expect(try party.held.names == [])
  }

  @Test("another passcode, and none any more, while eight processes work and idle")
  func passcodes() throws {
    let party = try Party(working: 6, idle: 2)
    let names = Set(try party.held.names)
    for (from, to) in [(Self.old, Self.new), (Self.new, Self.old), (Self.old, Self.new)] {
      #expect(try party.working[2].tell("change", "0", from, to).status == 0)
    }
    // No process has lost a key, and no call was refused, at any time.
    expect(try party.statuses(), ak: 0, akpu: 0, ck: 0)
    #expect(party.all.allSatisfy { $0.changes(of: "ak").count == 1 })
    for worker in party.idle { #expect(try worker.tell("probe").status == 0) }
    #expect(party.kinds == ["first", "unlock"])
    #expect(names.isDisjoint(with: try party.held.names))
    // After the lock the old passcode does not open the store, and the new one does.
    let lock = try party.idle[0].tell("lock")
    #expect(try party.slowest(since: lock.begin, until: false) < Self.soon)
    #expect(try party.working[4].tell("unlock", "0", Self.old).status == -25293)
    #expect(try party.working[4].tell("unlock", "0", Self.new).status == 0)
    _ = try party.slowest(since: lock.end, until: true)
    Self.expectDefined(try party.statuses())
    // Removing the passcode while the store is locked unlocks it, since the passcode was given.
    try party.idle[1].tell("lock")
    #expect(try party.working[1].tell("remove", "0", Self.old).status == -25293)
    #expect(try party.working[1].tell("remove", "0", Self.new).status == 0)
    _ = try party.slowest(since: lock.end, until: true)
    Self.expectDefined(try party.statuses())
    expect(try party.statusesFromNow(), ak: 0, akpu: -25300, ck: 0)
    #expect(try party.held.names == [])
    for worker in party.idle { #expect(try worker.tell("probe").status == 0) }
    #expect(try party.idle[0].tell("check").status == 0)
    try party.finish()
    #expect(try party.held.names == [])
  }

  @Test("a process without keyring unlocks for itself, and hears of every lock")
  func alone() throws {
    let party = try Party(working: 1, idle: 1)
    let alone = try LockingWorker(home: party.store.directory, "alone")
    #expect(try alone.tell("shared").status == 0)
    #expect(try party.idle[0].tell("shared").status == 1)
    #expect(try alone.tell("probe").status == -25308)
    #expect(try alone.tell("unlock", "0", Self.old).status == 0)
    #expect(try alone.tell("probe").status == 0)
    for isAll in [false, true] {
      let lock = try party.idle[0].tell("lock", isAll ? "1" : "0")
      #expect(try alone.wait(until: false, isAll ? "ck" : "ak").before - lock.begin < Self.soon)
      #expect(alone.changes(of: "ck").last?.isThere == !isAll)
      // Its unlock is for itself alone, and unlocks by other processes do not reach it.
      #expect(try alone.tell("unlock", "0", Self.old).status == 0)
      #expect(try party.idle[0].tell("probe").status == -25308)
      #expect(try alone.tell("probe").status == 0)
      let again = try party.working[0].tell("lock")
      #expect(try alone.wait(until: false).before - again.begin < Self.soon)
      #expect(try party.working[0].tell("unlock", "0", Self.old).status == 0)
      #expect(try party.idle[0].tell("probe").status == 0)
      #expect(try alone.tell("probe").status == -25308)
      #expect(try alone.tell("unlock", "0", Self.old).status == 0)
    }
    let limited = try alone.tell("unlock", "1", Self.old)
    #expect(try alone.wait(until: false).before - limited.end < Self.soon)
    #expect(try party.idle[0].tell("probe").status == 0)
    // Its keys belong to the old passcode.
    #expect(try alone.tell("unlock", "0", Self.old).status == 0)
    #expect(try party.idle[0].tell("change", "0", Self.old, Self.new).status == 0)
    #expect(try alone.tell("probe").status == -25308)
    #expect(try alone.tell("unlock", "0", Self.new).status == 0)
    // Its lock reaches the other processes.
    let lock = try alone.tell("lock", "1")
    #expect(try party.slowest(since: lock.begin, until: false, "ck") < Self.soon)
    #expect(try party.held.names == [])
    #expect(try alone.finish() == 0)
    try party.finish()
  }
}
