// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import Testing

/// Tests rows that an attacker who knows the format has removed, or replaced by an earlier version.
///
/// An earlier version opens, and only the history reveals the attack.
@Suite("Rows removed and put back, in every class")
struct RowHistoryTests {
  /// The form of the row when it is attacked.
  enum Target: CaseIterable, Sendable { case item, synchronizable, tombstone }

  @Test("a removed row is named by check", arguments: ItemClass.stored, Target.allCases)
  func removed(_ itemClass: ItemClass, _ target: Target) throws {
    let store = try Self.store(itemClass, target)
    let victim = try Self.row(store, itemClass)
    if target == .tombstone { try store.session().delete(itemClass.query("victim")) }
    #expect(try store.session().check().isClean)
    try store.attack("DELETE FROM \(itemClass.rawValue) WHERE hex(persistref) = '\(victim)'")
    try Self.expectFinding(store, [.rowMissing], itemClass, victim)
  }

  @Test(
    "a row put back as it was is named by check, also an item in the place of its tombstone",
    arguments: ItemClass.stored, Target.allCases)
  func putBack(_ itemClass: ItemClass, _ target: Target) throws {
    let store = try Self.store(itemClass, target)
    let victim = try Self.row(store, itemClass)
    let kept = try Self.keep(store, itemClass, victim)
    if target == .tombstone {
      try store.session().delete(itemClass.query("victim"))
    } else {
      try store.session().update(itemClass.query("victim"), setting: Changes())
    }
    #expect(try store.session().check().isClean)
    try Self.bringBack(store, itemClass, victim, kept)
    // The old version opens. Only the history reveals it.
    let found = try store.session().copyMatching(itemClass.query("victim", .secret))
    #expect(found.map { $0.secret?.text } == ["first"])
    try Self.expectFinding(store, [.rowRolledBack], itemClass, victim)
    // The last version is gone, as the bytes of the files show too.
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    let told = try repair.diagnose().findings.filter { $0.kind == .rowRolledBack }
    #expect(told.map { $0.identifier?.uuidText.filter { $0 != "-" } } == [victim])
  }

  @Test("a tombstone put back to an older write is named by check", arguments: ItemClass.stored)
  func olderTombstone(_ itemClass: ItemClass) throws {
    let store = try Self.store(itemClass, .tombstone)
    let victim = try Self.row(store, itemClass)
    // The tombstone is made while its class is locked, and finished later: two writes of one
    // tombstone.
    let locked = try unwrap(store.engine).testOnlyLocked(keeping: RotationStore.kept)
      .session(as: Caller(identifier: "proof.app", groups: ["proof.group"]))
    try locked.delete(itemClass.query("victim"))
    let kept = try Self.keep(store, itemClass, victim)
    #expect(try store.session().finishTombstones() == 1)
    #expect(try store.session().check().isClean)
    try Self.bringBack(store, itemClass, victim, kept)
    try Self.expectFinding(store, [.rowRolledBack], itemClass, victim)
  }

  /// Makes a store with the victim, another row of its class, and one row of each other class.
  private static func store(_ itemClass: ItemClass, _ target: Target) throws -> ProofStore {
    let store = try ProofStore()
    let session = try store.session()
    for other in ItemClass.stored { _ = try session.add(other.item("other")) }
    var victim = itemClass.item("victim", secret: "first", sync: target != .item)
    victim.protectionName = "ak"
    _ = try session.add(victim)
    return store
  }

  /// Returns the persistent name of the newest row, which is the victim's.
  private static func row(_ store: ProofStore, _ itemClass: ItemClass) throws -> String {
    try store.text(
      "SELECT hex(persistref) FROM \(itemClass.rawValue) ORDER BY id DESC LIMIT 1")
  }

  /// Returns the statement that puts the row back.
  private static func keep(
    _ store: ProofStore, _ itemClass: ItemClass, _ name: String
  ) throws -> String {
    try store.insertion(itemClass.rawValue, where: "hex(persistref) = '\(name)'")
  }

  private static func bringBack(
    _ store: ProofStore, _ itemClass: ItemClass, _ name: String, _ kept: String
  ) throws {
    try store.attack(
      "DELETE FROM \(itemClass.rawValue) WHERE hex(persistref) = '\(name)'", kept)
  }

  /// Checks that the findings name only the victim.
  private static func expectFinding(
    _ store: ProofStore, _ kinds: Set<CheckReport.Finding.Kind>, _ itemClass: ItemClass,
    _ victim: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let findings = try store.session().check().findings
    #expect(findings.count == 1, "\(findings)", sourceLocation: sourceLocation)
    for finding in findings {
      #expect(kinds.contains(finding.kind), "\(findings)", sourceLocation: sourceLocation)
      #expect(finding.itemClass == itemClass, sourceLocation: sourceLocation)
      let name = finding.identifier?.uuidText.filter { $0 != "-" }
      #expect(name == victim, sourceLocation: sourceLocation)
    }
  }
}
