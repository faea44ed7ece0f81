// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import Testing

/// Tests adds and updates whose slot is already taken (Specification/secitem.md, "Steps of
/// SecItemAdd", "Collision with an existing row", "Execution of SecItemUpdate").
@Suite("Collisions")
struct CollisionTests {
  private static let caller = Caller(identifier: "app", groups: ["a"])

  private func protected(_ account: String, _ protection: String) -> NewItem {
    var item = password("s", account, "x")
    item.protectionName = protection
    return item
  }

  @Test("an item that cannot be sealed is refused for that, not for the one in its place")
  func sealedFirst() throws {
    let store = try TestStore()
    let engine = try store.open()
    let session = engine.session(as: Self.caller)
    _ = try session.add(protected("u", "ck"))
    _ = try session.add(protected("v", "ck"))
    #expect(status { _ = try session.add(protected("u", "akpu")) } == -25291)
    let locked = engine.testOnlyLocked(keeping: [.always, .afterFirstUnlock])
      .session(as: Self.caller)
    #expect(status { _ = try locked.add(protected("u", "ak")) } == -25308)
    #expect(status { _ = try locked.add(protected("u", "ck")) } == -25299)
    var changes = Changes()
    changes.attributes[.account] = .text("v")
    changes.protectionName = "ak"
    #expect(
      status { try locked.update(Reading(query("s", "u")), setting: Reading(changes)) } == -25308)
    changes.protectionName = nil
    #expect(
      status { try locked.update(Reading(query("s", "u")), setting: Reading(changes)) } == -25299)
  }

  @Test("an item that was flagged a tombstone from outside is moved aside, not overwritten")
  func falseTombstone() throws {
    let store = try RowAttackTests.store()
    let mark = RowAttackTests.set("tomb = 1")
    let name = try store.text("SELECT hex(persistref) FROM genp ORDER BY id LIMIT 1")
    try store.attack(mark)
    _ = try store.session().add(password("victim", secret: "new"))
    #expect(try store.number("SELECT count(*) FROM aside") == 1)
    #expect(try store.number("SELECT count(*) FROM genp WHERE hex(persistref) = '\(name)'") == 0)
    try store.attack(mark)
    // The first row is now "other", so that an item renamed to "other" collides with it.
    var changes = Changes()
    changes.attributes[.account] = .text("other")
    try store.session().update(Reading(asking("victim")), setting: Reading(changes))
    #expect(try store.number("SELECT count(*) FROM aside") == 2)
    #expect(try store.number("SELECT count(*) FROM genp WHERE tomb = 1") == 0)
  }

  @Test("a damaged row of the far future gives its date to nobody")
  func hostileRevision() throws {
    let store = try RowAttackTests.store()
    let future = RowAttackTests.set("revision = 9223372036854775807")
    try store.attack(future)
    _ = try store.session().add(password("victim"))
    let found = try store.session().copyMatching(asking("victim", .attributes))
    #expect(found.first?.attributes?[.modificationDate] == .date(store.clock.now()))
    try store.attack(future)
    var changes = Changes()
    changes.attributes[.account] = .text("other")
    try store.session().update(Reading(asking("victim")), setting: Reading(changes))
    let moved = try store.session().copyMatching(asking("other", .attributes))
    let limit = store.clock.now().advanced(byMicroseconds: 1_000_000)
    guard case .date(let date)? = moved.first?.attributes?[.modificationDate] else {
      throw Missing()
    }
    #expect(date < limit)
  }

  @Test("the flag of a tombstone and its reason go together")
  func reasons() throws {
    let store = try ProofStore()
    let session = try store.session()
    var buried = password("buried", synchronizable: true)
    buried.tombstone = true
    _ = try session.add(buried)
    #expect(try reason(store) == .deleted)
    var changes = Changes()
    changes.tombstone = false
    var tombs = asking()
    tombs.tombstones = true
    try session.update(Reading(tombs), setting: Reading(changes))
    #expect(try reason(store) == nil)
    changes.tombstone = true
    try session.update(Reading(asking()), setting: Reading(changes))
    #expect(try reason(store) == .deleted)
  }

  @Test("of tombstones that are given one name the first stays")
  func tombstones() throws {
    let store = try ProofStore()
    let session = try store.session()
    for account in ["a", "b"] {
      var buried = password(account, synchronizable: true)
      buried.tombstone = true
      _ = try session.add(buried)
    }
    var changes = Changes()
    changes.attributes[.account] = .text("b")
    var tombs = asking()
    tombs.tombstones = true
    try session.update(Reading(tombs), setting: Reading(changes))
    #expect(try store.number("SELECT count(*) FROM genp") == 2)
    #expect(try session.check().isClean)
  }

  private func reason(_ store: ProofStore) throws -> ItemMetadata.Tombstone? {
    let row = try unwrap(try store.rows().first)
    guard case .item(let item) = try unwrap(store.engine).codec.open(row) else { throw Missing() }
    return item.metadata.tombstone
  }

  @Test("a counter that was turned back from outside is damage, no duplicate")
  func counter() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("a"))
    try store.attack("UPDATE meta SET write = 0")
    let session = try store.session()
    #expect(status { _ = try session.add(password("b")) } == -26275)
    #expect(try store.number("SELECT count(*) FROM genp") == 1)
  }

  @Test("no item is stored under an access control that nothing opens")
  func lostForEver() throws {
    let store = try ProofStore()
    let session = try store.session()
    var item = password("u")
    item.accessControl = try AccessControl(protectionName: "ak", flags: .privateKeyUsage)
    #expect(status { _ = try session.add(item) } == -25293)
    _ = try session.add(password("u"))
    var changes = Changes()
    changes.accessControl = item.accessControl
    #expect(
      status { try session.update(Reading(asking("u")), setting: Reading(changes)) } == -25293)
    #expect(try session.copyMatching(asking("u", .secret)).count == 1)
  }

  @Test("hosts are compared byte by byte")
  func hosts() throws {
    let store = try ProofStore()
    let session = try store.session()
    _ = try session.add(password("u", service: "caf\u{E9}.com", of: .internetPassword))
    var query = asking(nil, .attributes, of: .internetPassword)
    query.host = "caf\u{E9}.com"
    #expect(try session.copyMatching(query).count == 1)
    query.host = "cafe\u{301}.com"
    #expect(status { _ = try session.copyMatching(query) } == -25300)
  }

  @Test("a row that was edited to claim the class of passcodes is damaged, not absent")
  func passcodeClass() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("a"))
    try store.attack("UPDATE genp SET prot = 12")
    let session = try store.session()
    #expect(status { _ = try session.copyMatching(asking("a")) } == -26275)
    #expect(try session.check().findings.contains { $0.kind == .rowDoesNotOpen })
  }

  @Test("what could never travel leaves no tombstone; what could does")
  func ineligible() throws {
    let store = try ProofStore()
    let session = try store.session()
    for (account, protection) in [("bound", "aku"), ("free", "ak")] {
      var item = password(account)
      item.isSynchronizable = true
      item.protectionName = protection
      _ = try session.add(Reading(item, profile: .quirks))
    }
    for account in ["bound", "free"] {
      var query = asking(account)
      query.sync = .any
      try session.delete(query)
    }
    #expect(try store.number("SELECT count(*) FROM genp") == 1)
    #expect(try session.check().tombstones == 1)
  }
}
