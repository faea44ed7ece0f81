// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests the items that a restore keeps, replaces and adds (Specification/secitem.md, "Importing a
/// backup", Specification/sync.md, "Seams", S5, S11, S17).
@Suite("Restore") struct RestoreTests {
  private func rows(_ session: Session, _ itemClass: ItemClass) throws -> [SealedRow] {
    var plan = StorePlan(itemClass, contents: [.secret, .digests])
    plan.rows = .both
    return try session.engine.store.read { (reader) throws(StorageError) in
      try reader.fetch(plan)
    }
  }

  private func item(_ session: Session, _ row: SealedRow) throws -> OpenedItem {
    guard case .item(let item) = session.engine.codec.open(row) else {
      throw KeychainError(.decode, "the row does not open")
    }
    return item
  }

  @Test("names, dates, attributes and secrets of every class are those of the backup")
  func everything() throws {
    for sameStore in [true, false] {
      let store = try BackedUpStore()
      for itemClass in ItemClass.stored {
        var new = itemClass.item("name", secret: "secret of \(itemClass)")
        new.attributes[.label] = .text("l\u{e9}bel")
        _ = try store.session.add(new)
        _ = try store.session.add(itemClass.item("travelling", sync: true))
        var empty = itemClass.item("empty")
        empty.secret = nil
        _ = try store.session.add(empty)
      }
      store.locked.clock.advance(seconds: 10)
      var changes = Changes()
      changes.attributes[.label] = .text("changed")
      try store.session.update(Query(.genericPassword), setting: changes)
      let before = try store.session.state()
      var opened: [Identifier16: OpenedItem] = [:]
      for itemClass in ItemClass.stored {
        for row in try rows(store.session, itemClass) {
          opened[row.facts.uuid] = try item(store.session, row)
        }
      }
      let content = try store.backup().content
      store.locked.clock.advance(seconds: 10)
      let other = sameStore ? store : try BackedUpStore()
      let report = try other.restore(content)
      #expect(report.restored == (sameStore ? 8 : 12) && report.keptHere == (sameStore ? 4 : 0))
      #expect(try other.session.state() == before)
      var count = 0
      for itemClass in ItemClass.stored {
        for row in try rows(other.session, itemClass) {
          let (new, old) = (try item(other.session, row), try unwrap(opened[row.facts.uuid]))
          #expect(new.metadata.attributes == old.metadata.attributes)
          #expect(new.facts.persistentIdentifier == old.facts.persistentIdentifier)
          #expect(new.facts.revision == old.facts.revision)
          #expect(new[.modificationDate] == .date(new.facts.revision))
          #expect(new.metadata.creator == (sameStore ? "app" : ""))
          let secret = try other.session.engine.codec.openSecret(of: new)
          #expect(secret == (try store.session.engine.codec.openSecret(of: old)))
          count += 1
        }
      }
      #expect(count == 12)
      #expect(try other.session.check().isClean)
    }
  }

  @Test("what a newer version wrote into an item comes along; elsewhere without its local parts")
  func unknownTags() throws {
    let store = try BackedUpStore()
    _ = try store.session.add(password("s", "a", "secret"))
    let opened = try item(store.session, try unwrap(rows(store.session, .genericPassword).first))
    var version = ItemVersion(opened, secret: SecretBytes(copying: [1]))
    let (travels, local) = (
      TaggedList.Entry(tag: 0x2F00, bytes: [1]), TaggedList.Entry(tag: 0x6F00, bytes: [2])
    )
    version.draft.unknown = [travels, local]
    let copy = try unwrap(ItemVersion(decoding: version.encode()))
    #expect(copy.draft.unknown == [travels, local])
    #expect(copy.withoutLocalParts.draft.unknown == [travels])
    #expect(copy.withoutLocalParts.draft.creator.isEmpty)
  }

  @Test("items of two groups and of the system: one goes, the other stays")
  func groups() throws {
    let store = try BackedUpStore()
    let groups = ["group", "com.apple.security.octagon", "lockdown-identities"]
    let owner = store.session.engine.session(
      as: Caller(identifier: "owner", groups: groups, seesAllGroups: true))
    let empty = try store.backup().content
    for group in groups { _ = try owner.add(password("s", group, group), group: .named(group)) }
    let backup = try store.backup()
    #expect(backup.count == 2 && backup.omitted == [.system: 1])
    #expect(try store.restore(empty).removed == 1)
    let left = try owner.copyMatching(
      Query(.genericPassword, [], limit: .all).returning(.attributes))
    #expect(left.count == 2)
    #expect(!left.contains { $0.attributes?[.accessGroup] == .text("group") })
  }

  @Test("synchronizable items merge: the later one stays, and a deleted one stays deleted")
  func merging() throws {
    let store = try BackedUpStore()
    for name in ["edited", "deleted", "same", "moved"] {
      _ = try store.session.add(password("sync", name, "old", sync: true))
    }
    let content = try store.backup().content
    store.locked.clock.advance(seconds: 5)
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("new".utf8))
    try store.session.update(query("sync", "edited", sync: .any), setting: changes)
    try store.session.delete(query("sync", "deleted", sync: .any))
    var move = Changes()
    move.attributes[.account] = .text("elsewhere")
    try store.session.update(query("sync", "moved", sync: .any), setting: move)
    let before = try store.session.state()
    let report = try store.restore(content)
    #expect(report.restored == 0 && report.keptHere == 4 && report.removed == 0)
    #expect(try store.session.state() == before)
    #expect(
      try store.session.copyMatching(query("sync", "edited", .secret, sync: .any))[0].secret?.text
        == "new")
    #expect(
      status { _ = try store.session.copyMatching(query("sync", "deleted", sync: .any)) } == -25300)
  }

  @Test("a later version of the backup wins with its names, also over a tombstone")
  func winning() throws {
    let (one, two) = (try BackedUpStore(), try BackedUpStore())
    for store in [one, two] {
      _ = try store.session.add(password("sync", "both", "first", sync: true))
    }
    try two.session.delete(query("sync", "both", sync: .any))
    one.locked.clock.advance(seconds: 60)
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("later".utf8))
    try one.session.update(query("sync", "both", sync: .any), setting: changes)
    let row = try unwrap(rows(one.session, .genericPassword).first)
    #expect(try two.restore(one.backup().content).restored == 1)
    let arrived = try unwrap(rows(two.session, .genericPassword).first)
    #expect(arrived.facts.uuid == row.facts.uuid)
    #expect(arrived.facts.persistentIdentifier == row.facts.persistentIdentifier)
    #expect(arrived.facts.revision == row.facts.revision)
    #expect(
      try two.session.copyMatching(query("sync", "both", .secret, sync: .any))[0].secret?.text
        == "later")
    #expect(try two.session.check().isClean)
  }

  @Test("of two versions of one moment the smaller digest wins, whichever was there first")
  func equalMoments() throws {
    var winners: Set<String> = []
    for isFirst in [true, false] {
      let (one, two) = (try BackedUpStore(), try BackedUpStore())
      _ = try one.session.add(password("sync", "both", isFirst ? "a" : "b", sync: true))
      _ = try two.session.add(password("sync", "both", isFirst ? "b" : "a", sync: true))
      _ = try two.restore(one.backup().content)
      let found = try two.session.copyMatching(query("sync", "both", .secret, sync: .any))
      winners.insert(try unwrap(found.first?.secret?.text))
    }
    #expect(winners.count == 1)
  }

  @Test("a name that another slot has here is replaced by a fresh one")
  func namesakes() throws {
    let store = try BackedUpStore()
    _ = try store.session.add(password("sync", "a", "x", sync: true))
    let other = try BackedUpStore()
    _ = try other.restore(store.backup().content)
    // Moves the item to another slot and back in time, in a store without a tombstone for it.
    let row = try unwrap(rows(store.session, .genericPassword).first)
    var changes = Changes()
    changes.attributes[.account] = .text("b")
    changes.isSynchronizable = false
    try store.session.update(query("sync", "a", sync: .any), setting: changes)
    _ = try other.restore(store.backup().content)
    let found = try rows(other.session, .genericPassword)
    #expect(found.count == 2)
    #expect(Set(found.map(\.facts.persistentIdentifier)).count == 2)
    #expect(Set(found.map(\.facts.uuid)).count == 2)
    #expect(found.contains { $0.facts.persistentIdentifier == row.facts.persistentIdentifier })
    #expect(try other.session.check().isClean)
  }

  @Test("so is a UUID that a synchronizable row has taken over from the local one")
  func sameUUID() throws {
    let store = try BackedUpStore()
    _ = try store.session.add(password("s", "a", "local"))
    let local = try store.backup().content
    var changes = Changes()
    changes.isSynchronizable = true
    try store.session.update(query("s", "a"), setting: changes)
    let row = try unwrap(rows(store.session, .genericPassword).first)
    #expect(try store.restore(local).restored == 1)
    let found = try rows(store.session, .genericPassword)
    #expect(found.count == 2)
    #expect(Set(found.map(\.facts.uuid)).count == 2)
    #expect(Set(found.map(\.facts.persistentIdentifier)).count == 2)
    let kept = try unwrap(found.first { $0.facts.isSynchronizable })
    #expect(kept.facts.uuid == row.facts.uuid)
    #expect(try store.session.check().isClean)
  }

  @Test("a new incarnation, write numbers that go on, a history that says what happened")
  func traces() throws {
    let store = try BackedUpStore()
    try store.fill()
    let content = try store.backup().content
    let before = try store.session.describeStore()
    _ = try store.restore(content)
    let after = try store.session.describeStore()
    #expect(after.incarnation != before.incarnation && after.store == before.store)
    let keybag = try KeybagFiles(directory: store.locked.store.directory)
      .open(randomness: SystemRandomness())
    #expect(keybag.image.incarnation == after.incarnation)
    #expect(after.lastWrite == before.lastWrite + 8 + 6)
    let entries = try store.session.engine.store.read { (reader) throws(StorageError) in
      try reader.history(after: before.lastWrite, limit: 100).map(\.entry)
    }
    #expect(entries.count == 14 && entries.allSatisfy { $0.kind == .restore })
    #expect(Set(entries.map(\.group)).count == 1)
    #expect(entries.filter { $0.slotAfter == nil }.count == 8)
  }

  @Test("an item that does not open is no part of a backup, and goes aside at a restore")
  func damaged() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("s", "whole", "x"))
    _ = try store.session().add(password("s", "broken", "y"))
    try store.attack("UPDATE genp SET secret = zeroblob(120) WHERE id = 2")
    let backup = try store.session().backup(under: .device)
    #expect(backup.count == 1 && backup.omitted == [.damaged: 1])
    try store.attack("UPDATE genp SET meta = zeroblob(120) WHERE id = 2")
    let report = try store.session().restore(backup.content, under: .device)
    #expect(report.restored == 1 && report.removed == 1 && report.movedAside == 1)
    #expect(try store.session().check().rowsAside == 1)
  }
}

extension Query {
  fileprivate func returning(_ returns: Returns) -> Query {
    var query = self
    query.returns = returns
    query.sync = .any
    return query
  }
}
