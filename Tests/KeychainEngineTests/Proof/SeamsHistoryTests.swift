// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

@Suite("Seams of sync: numbers, history, events")
struct SeamsHistoryTests {
  private func history(_ store: ProofStore) throws -> [HistoryEntry] {
    let engine = try unwrap(store.engine)
    return try engine.store.read { (reader) throws(StorageError) -> [HistoryEntry] in
      try reader.history(after: 0, limit: 1_000).map(\.entry)
    }
  }

  private func label(_ text: String) -> Changes {
    var changes = Changes()
    changes.attributes[.label] = .text(text)
    return changes
  }

  @Test("S6: write numbers rise over commits, deletes and reopening, and are never given twice")
  func writeNumbers() throws {
    let store = try ProofStore()
    var seen: [Int64] = []
    func note() throws {
      let last = try store.session().describeStore().lastWrite
      #expect(last > (seen.last ?? 0))
      seen.append(last)
    }
    _ = try store.session().add(password("a"))
    try note()
    _ = try store.session().add(password("b"))
    try note()
    try store.session().update(asking(), setting: label("x"))
    try note()
    // Two rows of one verb have consecutive numbers.
    let writes = try store.text(
      "SELECT group_concat(write) FROM (SELECT write FROM genp ORDER BY write)")
    let numbers = writes.split(separator: ",").compactMap { Int64($0) }
    #expect(numbers.count == 2 && numbers[1] == numbers[0] + 1)
    try store.session().delete(asking())
    try note()
    try store.reopen()
    #expect(try store.session().describeStore().lastWrite == seen.last)
    _ = try store.session().add(password("c"))
    try note()
    let entries = try history(store)
    #expect(entries.map(\.write) == entries.map(\.write).sorted())
    #expect(Set(entries.map(\.write)).count == entries.count)
  }

  @Test("S6: a verb that failed gives no number away for good, and leaves no trace")
  func failedVerb() throws {
    let store = try ProofStore()
    let session = try store.session()
    _ = try session.add(password("a"))
    _ = try session.add(password("b"))
    let before = try session.describeStore().lastWrite
    let entries = try history(store).count
    let events = store.notified.count
    var changes = Changes()
    changes.attributes[.account] = .text("same")
    #expect(
      code { () throws(KeychainError) in
        try session.update(asking(), setting: changes)
      } == .duplicateItem)
    #expect(
      code { () throws(KeychainError) in _ = try session.add(password("a")) }
        == .duplicateItem)
    #expect(try session.describeStore().lastWrite == before)
    #expect(try history(store).count == entries)
    #expect(store.notified.count == events)
    #expect(try session.check().isClean)
  }

  @Test("a head that was replaced stays so, though the engine remembers the one that it made")
  func replacedHead() throws {
    let finding = "the head of the history does not authenticate"
    // Changes the fingerprint, the count of rows, the chain and the tag, and then removes the head.
    for place in [0, 16, 24, 71, 72] {
      let store = try ProofStore()
      let session = try store.session()
      _ = try session.add(password("a"))
      #expect(try session.check().isClean)
      let head = try store.text("SELECT hex(head) FROM meta")
      var digits = Array(head)
      if place < 72 { digits[place * 2] = digits[place * 2] == "0" ? "1" : "0" }
      let changed = place < 72 ? String(digits) : ""
      try Self.replaceHead(store, with: changed)
      #expect(try session.check().findings.map(\.detail) == [finding])
      _ = try session.add(password("b"))
      #expect(try store.text("SELECT hex(head) FROM meta") == changed, "place \(place)")
      #expect(try session.check().findings.map(\.detail) == [finding])
      try session.delete(asking("b"))
      #expect(try store.text("SELECT hex(head) FROM meta") == changed)
      // The old head authenticates, but no longer matches the store. Only the chain reveals that.
      try Self.replaceHead(store, with: head)
      #expect(try session.check().findings.map(\.kind) == [.historyBroken])
    }
  }

  private static func replaceHead(_ store: ProofStore, with digits: String) throws {
    let connection = try Connection(store.database)
    try connection.execute("UPDATE meta SET head = x'\(digits)'")
  }

  @Test("S5: each store has an incarnation of its own, which opening does not change")
  func incarnation() throws {
    let store = try ProofStore(), other = try ProofStore()
    let first = try store.session().describeStore()
    let second = try other.session().describeStore()
    #expect(first.incarnation != second.incarnation && first.store != second.store)
    #expect(first.incarnation != first.store && first.incarnation != .zero)
    try store.reopen()
    #expect(try store.session().describeStore().incarnation == first.incarnation)
  }

  @Test("S13: one entry a row, one group a verb, with names before and after")
  func entries() throws {
    let store = try ProofStore()
    let session = try store.session()
    _ = try session.add(password("a", synchronizable: true))
    _ = try session.add(password("b", synchronizable: true))
    try session.update(asking(), setting: label("x"))
    var renaming = Changes()
    renaming.attributes[.account] = .text("c")
    try session.update(asking("a"), setting: renaming)
    try session.delete(asking("b"))
    let entries = try history(store)
    #expect(entries.map(\.kind).prefix(5) == [.add, .add, .update, .update, .move])
    #expect(entries.last?.kind == .delete)
    for entry in entries {
      switch entry.kind {
      case .add:
        #expect(entry.slotBefore == nil && entry.slotAfter != nil)
        #expect(entry.revisionBefore == nil && entry.revisionAfter != nil)
      case .update:
        #expect(entry.slotBefore == entry.slotAfter && entry.slotAfter != nil)
      case .move:
        #expect(entry.slotBefore != entry.slotAfter)
        #expect(entry.slotBefore != nil && entry.slotAfter != nil)
      default: break
      }
      #expect(entry.origin == nil)
      #expect(!entry.caller.isEmpty)
      // The caller's name is sealed (Specification/design.md, "Promises", 6).
      #expect(Data(entry.caller).range(of: Data("proof".utf8)) == nil)
    }
    let updates = entries.filter { $0.kind == .update }
    #expect(updates.count == 2 && Set(updates.map(\.group)).count == 1)
    #expect(Set(entries.filter { $0.kind == .add }.map(\.group)).count == 2)
  }

  @Test("S14: one event a transaction, after it, with what sync needs")
  func events() throws {
    let store = try ProofStore()
    let session = try store.session()
    _ = try session.add(password("a"))
    _ = try session.add(password("b"))
    _ = try session.add(password("c", synchronizable: true))
    try session.update(asking(), setting: label("x"))
    let events = store.notified
    #expect(events.map(\.count) == [1, 1, 1, 3])
    #expect(events.map(\.touchesSynchronizable) == [false, false, true, true])
    #expect(events.allSatisfy { $0.classes == [.genericPassword] && $0.origin == .own })
    #expect(events.map(\.highestWrite) == events.map(\.highestWrite).sorted())
    #expect(try events.last?.highestWrite == session.describeStore().lastWrite)
    _ = try session.copyMatching(asking())
    #expect(store.notified.count == events.count)
  }

  @Test("S7: a tombstone keeps the primary key and drops the rest")
  func tombstone() throws {
    let store = try ProofStore()
    let session = try store.session()
    var item = password("a", synchronizable: true)
    item.attributes[.label] = .text("label")
    item.attributes[.generic] = .bytes([1, 2, 3])
    _ = try session.add(item)
    let created = store.clock.now()
    store.clock.advance(seconds: 60)
    try session.delete(asking("a"))
    #expect(try store.number("SELECT count(*) FROM genp WHERE secret IS NULL AND tomb = 1") == 1)
    var buried = asking("a", [.attributes, .secret])
    buried.tombstones = true
    let found = try unwrap(try session.copyMatching(buried).first)
    #expect(found.secret == nil)
    #expect(found.attributes?[.creationDate] == .date(created))
    #expect(found.attributes?[.modificationDate] == .date(store.clock.now()))
    for attribute in [Attribute.account, .service, .accessGroup] {
      #expect(found.attributes?[attribute] != nil, "\(attribute)")
    }
    for attribute in [Attribute.label, .generic] {
      #expect(found.attributes?[attribute] == nil, "\(attribute)")
    }
  }

  @Test("S10: one predicate says what may leave the device")
  func eligibility() throws {
    let free = AttributeSet()
    let tokenized = AttributeSet([.init(.tokenIdentifier, .text("com.apple.setoken"))])
    let shared = AttributeSet([.init(.sharingGroup, .text("group"))])
    let constrained = try AccessControl(protectionName: "ak", flags: .userPresence)
    for protection in Protection.allCases {
      let obstacle = Eligibility.obstacle(
        protection: protection, accessControl: nil, attributes: free)
      #expect((obstacle == nil) == !protection.isThisDeviceOnly)
    }
    func obstacle(_ control: AccessControl?, _ set: AttributeSet) -> Eligibility.Obstacle? {
      Eligibility.obstacle(protection: .whenUnlocked, accessControl: control, attributes: set)
    }
    #expect(obstacle(.bare(.whenUnlocked), free) == nil)
    #expect(obstacle(constrained, free) == .constrained)
    #expect(obstacle(nil, tokenized) == .token)
    #expect(obstacle(nil, shared) == .sharingGroup)
  }
}
