// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import Testing

/// Tests the loss of the file of wrong passcodes: the store acts as after nine wrong ones, and
/// reports the loss (Specification/access-control.md, "Throttling").
@Suite("Lost counts of wrong passcodes") struct LostCountsTests {
  private static func lose(_ store: LockedStore, _ way: String) throws {
    let file = URL(fileURLWithPath: store.store.directory + "/attempts")
    switch way {
    case "missing": try FileManager.default.removeItem(at: file)
    case "empty": try Data().write(to: file)
    default:
      var bytes = try Data(contentsOf: file)
      bytes[20] ^= 1
      try bytes.write(to: file)
    }
  }

  @Test(
    "status and check tell, and an hour passes once", arguments: ["missing", "empty", "changed"])
  func lost(way: String) throws {
    let store = try LockedStore()
    let session = try store.open(in: .locked)
    #expect(try !session.lockStatus().countsAreLost)
    #expect(try session.check().isClean)
    try Self.lose(store, way)
    let status = try session.lockStatus()
    #expect(status.countsAreLost)
    #expect(status.secondsToWait == 3600)
    let report = try session.check()
    #expect(report.findings.map(\.kind) == [.countsLost] && report.isOfCountsAlone)
    // The first question starts the hour. Later questions do not start it again.
    #expect(try session.secondsToWait() == 3600)
    store.clock.advance(seconds: 3000)
    #expect(try session.secondsToWait() == 600)
    #expect(throws: KeychainError.self) { try store.unlock(session) }
    store.clock.advance(seconds: 600)
    #expect(try session.secondsToWait() == 0)
    try store.unlock(session)
    #expect(try !session.lockStatus().countsAreLost)
    #expect(try session.check().isClean)
  }

  @Test("programs that hand a passcode in wait too, until the right one has come")
  func programs() throws {
    let store = try LockedStore()
    let session = try store.open(in: .locked)
    let limit = UnlockLimit(seconds: nil)
    func unlock(_ program: String, _ text: String = "1234") throws {
      try session.unlockStore(passcode(text), at: .data(program), for: limit)
    }
    try Self.lose(store, "missing")
    for program in ["one", "two", "one"] {
      let error = #expect(throws: KeychainError.self) { try unlock(program) }
      #expect(error?.context == .seconds(3600), "\(program)")
    }
    // The calling program has to wait too, and is told. The entry that stands for every program is
    // not listed as a program.
    #expect(
      try session.lockStatus().programTries
        == [.init(isOwn: true, wrongTries: 9, secondsToWait: 3600)])
    store.clock.advance(seconds: 3600)
    #expect(try session.lockStatus().programTries.isEmpty)
    try unlock("one")
    for wrong in ["a", "b", "c", "d"] {
      #expect(throws: KeychainError.self) { try unlock("two", wrong) }
    }
    #expect(throws: KeychainError.self) { try unlock(session.caller.identifier, "e") }
    // The caller's own entry is first, although other programs have more tries.
    let tries = [(true, 1), (false, 4)].map {
      LockStatus.ProgramTries(isOwn: $0, wrongTries: $1, secondsToWait: 0)
    }
    #expect(try session.lockStatus().programTries == tries)
    try unlock("two")
    #expect(try session.lockStatus().programTries == [tries[0]])
  }

  @Test("a store without a passcode has no counts to lose") func none() throws {
    let store = try LockedStore()
    let session = try store.open()
    _ = try session.add(password("app", "one", "x"))
    #expect(try !session.lockStatus().countsAreLost)
    #expect(try session.check().isClean)
  }

  @Test("what stands in the way of writing is named") func obstacle() throws {
    let store = try LockedStore()
    let session = try store.open(in: .locked)
    let path = store.store.directory + "/attempts.new"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    do {
      try store.unlock(session)
      Issue.record("unlocked without counting")
    } catch {
      #expect((error as? KeychainError)?.context == .path(path), "\(error)")
    }
  }
}
