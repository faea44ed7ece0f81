// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainTypes
import Testing

/// Tests deleting while locked (Specification/sync.md, "Seams", S7, Specification/secitem.md,
/// "Locked and protected items", "Status by operation when the class key is unavailable").
struct TombstoneTests {
  static let caller = Caller(identifier: "app", groups: ["a"])

  /// Returns the only tombstone of a store, as a session sees it that can open it.
  private func tombstone(_ session: Session) throws -> Match {
    var tombs = query(nil, nil, .attributes, sync: .only(true))
    tombs.tombstones = true
    return try #require(try session.copyMatching(tombs).first)
  }

  @Test("a delete while locked leaves the same tombstone as one while unlocked")
  func sameTombstone() throws {
    let (open, locked) = (try TestStore(), try TestStore())
    for directory in [open, locked] {
      let session = try directory.session("a")
      _ = try session.add(password("s", "u", "x", sync: true))
    }
    try open.session("a").delete(query("s", sync: .any))

    let engine = try locked.open()
    let atLock = engine.testOnlyLocked(keeping: [.always, .alwaysThisDeviceOnly])
      .session(as: Self.caller)
    #expect(status { _ = try atLock.copyMatching(query("s", sync: .any)) } == -25308)
    try atLock.delete(query("s", sync: .any))
    #expect(status { _ = try atLock.copyMatching(query("s", sync: .any)) } == -25300)
    #expect(try atLock.check().isClean)

    let session = engine.session(as: Self.caller)
    #expect(try session.finishTombstones() == 1)
    #expect(try session.finishTombstones() == 0)
    let (expected, found) = (try tombstone(open.session("a")), try tombstone(session))
    for attribute in [Attribute.account, .service, .creationDate, .modificationDate, .accessGroup] {
      #expect(found.attributes?[attribute] == expected.attributes?[attribute])
    }
    #expect(found.attributes?[.label] == nil)
    #expect(try session.check().findings == [])
  }

  @Test("an unfinished tombstone gives way to a new item of its slot and keeps its reference")
  func addOver() throws {
    let store = try TestStore()
    let engine = try store.open()
    let session = engine.session(as: Self.caller)
    let first = try #require(try session.add(password("s", "u", "x", sync: true)))
    let atLock = engine.testOnlyLocked(keeping: [.always]).session(as: Self.caller)
    try atLock.delete(query("s", sync: .any))
    let second = try #require(try session.add(password("s", "u", "y", sync: true)))
    #expect(second.identifier == first.identifier)
    #expect(try session.check().findings == [])
  }

  @Test("a local item that is locked is removed without a tombstone")
  func local() throws {
    let store = try TestStore()
    let engine = try store.open()
    _ = try engine.session(as: Self.caller).add(password("s", "u", "x"))
    let atLock = engine.testOnlyLocked(keeping: [.always]).session(as: Self.caller)
    #expect(status { _ = try atLock.add(password("s", "v", "x")) } == -25308)
    #expect(status { _ = try atLock.add(password("s", "u", "x")) } == -25308)
    try atLock.delete(query("s"))
    #expect(try atLock.check().tombstones == 0)
  }

  @Test("what could never travel leaves no tombstone while it is locked either")
  func staysHere() throws {
    let store = try TestStore()
    let engine = try store.open()
    var item = password("s", "u", "x", sync: true)
    item.protectionName = "aku"
    _ = try engine.session(as: Self.caller).add(Reading(item, profile: .quirks))
    let atLock = engine.testOnlyLocked(keeping: [.always]).session(as: Self.caller)
    try atLock.delete(query("s", sync: .any))
    #expect(try atLock.check().tombstones == 0)
  }
}
