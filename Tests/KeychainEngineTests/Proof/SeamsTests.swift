// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests the properties that a later sync of devices needs from the first format on
/// (Specification/sync.md, "Seams").
@Suite("Seams of sync")
struct SeamsTests {
  /// The clear columns of the row that a condition selects.
  struct Facts: Equatable {
    let uuid: String
    let reference: String
    let revision: Int64
    let write: Int64
    let tombstone: Int64

    init(_ store: ProofStore, _ condition: String) throws {
      func one(_ column: String) throws -> String {
        try store.text("SELECT CAST(\(column) AS TEXT) FROM genp WHERE \(condition)")
      }
      uuid = try one("hex(uuid)")
      reference = try one("hex(persistref)")
      revision = Int64(try one("revision")) ?? -1
      write = Int64(try one("write")) ?? -1
      tombstone = Int64(try one("tomb")) ?? -1
    }
  }

  private func label(_ text: String) -> Changes {
    var changes = Changes()
    changes.attributes[.label] = .text(text)
    return changes
  }

  private func renaming(_ account: String) -> Changes {
    var changes = Changes()
    changes.attributes[.account] = .text(account)
    return changes
  }

  private func dates(_ store: ProofStore, _ account: String) throws -> (Instant, Instant) {
    let found = try store.session().copyMatching(asking(account, .attributes))
    guard case .date(let created)? = found.first?.attributes?[.creationDate],
      case .date(let modified)? = found.first?.attributes?[.modificationDate]
    else { throw Missing() }
    return (created, modified)
  }

  @Test("S3: the revision is the date of modification, to the microsecond")
  func revisionIsDate() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("a"))
    let now = store.clock.now()
    #expect(try Facts(store, "1").revision == now.microseconds)
    #expect(try dates(store, "a") == (now, now))
    store.clock.advance(seconds: 5)
    try store.session().update(asking("a"), setting: label("x"))
    #expect(try Facts(store, "1").revision == store.clock.now().microseconds)
    #expect(try dates(store, "a") == (now, store.clock.now()))
  }

  @Test("S3: under a clock set back each write is a millisecond later than the slot has seen")
  func clockSetBack() throws {
    let store = try ProofStore()
    let session = try store.session()
    let start = store.clock.now().microseconds
    _ = try session.add(password("a", synchronizable: true))
    store.clock.advance(seconds: -86_400)
    // Update.
    try session.update(asking("a"), setting: label("x"))
    #expect(try Facts(store, "1").revision == start + 1_000)
    #expect(try dates(store, "a").1.microseconds == start + 1_000)
    #expect(try dates(store, "a").0.microseconds == start)
    // Delete: the tombstone.
    try session.delete(asking("a"))
    #expect(try Facts(store, "tomb = 1").revision == start + 2_000)
    // Adding again, over the tombstone.
    _ = try session.add(password("a", synchronizable: true))
    #expect(try Facts(store, "tomb = 0").revision == start + 3_000)
    #expect(try store.number("SELECT count(*) FROM genp") == 1)
    // Renaming: both slots.
    try session.update(asking("a"), setting: renaming("b"))
    #expect(try Facts(store, "tomb = 0").revision >= start + 4_000)
    #expect(try Facts(store, "tomb = 1").revision >= start + 4_000)
    // Renaming back, over the tombstone that was just left: later than both slots have seen.
    let seen = try max(
      Facts(store, "tomb = 0").revision, Facts(store, "tomb = 1").revision)
    try session.update(asking("b"), setting: renaming("a"))
    #expect(try Facts(store, "tomb = 0").revision >= seen + 1_000)
    #expect(try session.check().isClean)
  }

  @Test("S3: a local item's revision rises too")
  func clockSetBackLocal() throws {
    let store = try ProofStore()
    let session = try store.session()
    _ = try session.add(password("a"))
    let start = store.clock.now().microseconds
    store.clock.advance(seconds: -10)
    for step in 1...3 {
      try session.update(asking("a"), setting: Changes())
      #expect(try Facts(store, "1").revision == start + Int64(step) * 1_000)
    }
  }

  @Test("S1: what keeps its names and what gets new ones")
  func names() throws {
    let store = try ProofStore()
    let session = try store.session()
    _ = try session.add(password("a", synchronizable: true))
    let added = try Facts(store, "1")
    try session.update(asking("a"), setting: label("x"))
    let updated = try Facts(store, "1")
    #expect(updated.uuid == added.uuid && updated.reference == added.reference)
    // A synchronizable row with a changed primary key gets a new UUID. Its tombstone keeps the old
    // UUID.
    try session.update(asking("a"), setting: renaming("b"))
    let moved = try Facts(store, "tomb = 0"), left = try Facts(store, "tomb = 1")
    #expect(moved.reference == added.reference && moved.uuid != added.uuid)
    #expect(left.uuid == added.uuid && left.reference != added.reference)
    // Deleting and adding again keeps both.
    try session.delete(asking("b"))
    _ = try session.add(password("b", synchronizable: true))
    let again = try Facts(store, "tomb = 0")
    #expect(again.uuid == moved.uuid && again.reference == moved.reference)
  }

  @Test("S1: a local row keeps its UUID through a rename; 0 to 1 keeps it, 1 to 0 leaves a mark")
  func syncFlag() throws {
    let store = try ProofStore()
    let session = try store.session()
    _ = try session.add(password("a"))
    let added = try Facts(store, "1")
    var changes = renaming("b")
    try session.update(asking("a"), setting: changes)
    #expect(try Facts(store, "1").uuid == added.uuid)
    changes = Changes()
    changes.isSynchronizable = true
    try session.update(asking("b"), setting: changes)
    #expect(try Facts(store, "1").uuid == added.uuid)
    #expect(try store.number("SELECT count(*) FROM genp") == 1)
    changes.isSynchronizable = false
    try session.update(asking("b"), setting: changes)
    #expect(try store.number("SELECT count(*) FROM genp WHERE tomb = 1 AND sync = 1") == 1)
    #expect(try store.number("SELECT count(*) FROM genp WHERE tomb = 0 AND sync = 0") == 1)
    #expect(try Facts(store, "tomb = 0").reference == added.reference)
  }

  @Test("S2: one row per slot, and replaced by another UUID the row keeps its reference")
  func replaced() throws {
    let store = try ProofStore()
    let session = try store.session()
    let match = try unwrap(session.add(password("a", synchronizable: true)))
    let codec = try unwrap(store.engine).codec
    let row = try unwrap(store.rows().first)
    guard case .item(let item) = codec.open(row) else { throw Missing() }
    // Rewrites the slot as a version from another device would: with another UUID and a later
    // revision.
    let uuid = Identifier16(high: 7, low: 8)
    try store.rewrite(
      row, with: ItemDraft(item, secret: try codec.openSecret(of: item)), uuid: uuid,
      revision: row.facts.revision.advanced(byMicroseconds: 1_000))
    var query = Query(.genericPassword)
    query.references = [.identifier(.genericPassword, match.identifier)]
    query.returns = .secret
    #expect(try session.copyMatching(query).count == 1)
    #expect(try Facts(store, "1").uuid == uuid.uuidText.filter { $0 != "-" })
    #expect(try store.number("SELECT count(*) FROM genp") == 1)
  }

  @Test("S8: an update keeps what a newer version has put into the row")
  func unknownTags() throws {
    let store = try ProofStore()
    let session = try store.session()
    _ = try session.add(password("a"))
    let engine = try unwrap(store.engine)
    let entries = [
      TaggedList.Entry(tag: 0x3ABC, bytes: [1, 2, 3]),
      TaggedList.Entry(tag: TaggedList.localBit | 0x0ABC, bytes: [4]),
    ]
    func opened() throws -> OpenedItem {
      guard let row = try store.rows().first, case .item(let item) = engine.codec.open(row) else {
        throw Missing()
      }
      return item
    }
    let item = try opened()
    var draft = ItemDraft(item, secret: try engine.codec.openSecret(of: item))
    draft.unknown = entries
    try store.rewrite(item.row, with: draft)
    try session.update(asking("a"), setting: label("x"))
    try session.update(asking("a"), setting: renaming("b"))
    let after = try opened()
    #expect(after.metadata.unknown == entries)
    #expect(after.metadata.attributes[.label] == .text("x"))
    #expect(after.metadata.creator == "proof.app")
  }

  @Test("S4, S18: same seed, same clock, same calls: the same rows")
  func deterministic() throws {
    func run() throws -> [String] {
      let store = try ProofStore(randomness: ProofRandomness(seed: 42))
      let session = try store.session()
      _ = try session.add(password("a", synchronizable: true))
      _ = try session.add(password("b"))
      try session.update(asking("b"), setting: label("x"))
      try session.delete(asking("a"))
      return try ["uuid", "persistref", "slot", "meta", "revision", "write"].map { column in
        try store.text("SELECT group_concat(hex(\(column))) FROM genp")
      }
    }
    let first = try run()
    #expect(first.allSatisfy { !$0.isEmpty })
    #expect(try run() == first)
  }
}

/// Random bytes that depend only on the seed.
struct ProofRandomness: RandomnessSource {
  private let state: Lock<UInt64>

  init(seed: UInt64) { state = Lock(seed) }

  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) {
    for index in bytes.indices {
      bytes[index] = state.withLock { state in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }
}
