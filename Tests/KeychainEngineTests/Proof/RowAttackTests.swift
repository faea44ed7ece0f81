// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import Testing

/// One change of a stored row by an attacker who has the format but not the keys.
struct RowAttack: CustomTestStringConvertible, Sendable {
  enum Effect: Sendable {
    /// Neither attributes nor the secret open.
    case row
    /// Attributes open, the secret does not.
    case secret
  }

  let name: String
  let statements: [String]
  let effect: Effect
  var testDescription: String { name }

  init(_ name: String, _ effect: Effect = .row, _ statements: String...) {
    self.name = name
    self.statements = statements
    self.effect = effect
  }
}

// Specification/design.md, "Keys and rows".
@Suite("Rows changed from outside")
struct RowAttackTests {
  /// Makes a store with rows 1 to 3 in `genp`, and one row in `inet`.
  ///
  /// Victim and other are in one group, foreign is in another.
  static func store() throws -> ProofStore {
    let store = try ProofStore()
    let session = try store.session()
    var victim = password("victim", secret: "victim-secret", protection: "ck")
    victim.attributes[.label] = .text("label")
    _ = try session.add(victim)
    _ = try session.add(password("other", secret: "other-secret1", protection: "ck"))
    _ = try store.session(["foreign.group"]).add(password("foreign", protection: "ck"))
    _ = try session.add(password("internet", of: .internetPassword, protection: "ck"))
    return store
  }

  static let victim = "(SELECT min(id) FROM genp)"
  static let other = "(SELECT id FROM genp ORDER BY id LIMIT 1 OFFSET 1)"
  static let foreign = "(SELECT max(id) FROM genp)"

  /// Returns the statement that sets columns of the victim.
  static func set(_ change: String) -> String { "UPDATE genp SET \(change) WHERE id = \(victim)" }
  static func of(_ row: String, _ column: String, _ table: String = "genp") -> String {
    "(SELECT \(column) FROM \(table) WHERE id = \(row))"
  }
  static func exchange(_ column: String) -> [String] {
    [
      "CREATE TEMP TABLE swap AS SELECT id, \(column) AS v FROM genp "
        + "WHERE id IN (\(victim), \(other))",
      "UPDATE genp SET \(column) = (SELECT v FROM swap WHERE swap.id <> genp.id) "
        + "WHERE id IN (SELECT id FROM swap)",
    ]
  }

  static let attacks: [RowAttack] = [
    RowAttack("attributes exchanged", .row, exchange("meta")[0], exchange("meta")[1]),
    RowAttack("secrets exchanged", .secret, exchange("secret")[0], exchange("secret")[1]),
    RowAttack("attributes of another row", .row, set("meta = \(of(other, "meta"))")),
    RowAttack("secret of another row", .secret, set("secret = \(of(other, "secret"))")),
    RowAttack(
      "attributes and secret of another row", .row,
      set("meta = \(of(other, "meta")), secret = \(of(other, "secret"))")),
    RowAttack(
      "sealed parts of another class", .row,
      set("meta = \(of("(SELECT max(id) FROM inet)", "meta", "inet"))")),
    RowAttack("one bit of the attributes", .row, set("meta = \(flipped("meta", 40))")),
    RowAttack("the last byte of the attributes", .row, set("meta = \(flippedLast("meta"))")),
    RowAttack("the scheme of the attributes", .row, set("meta = \(flipped("meta", 1))")),
    RowAttack("attributes cut", .row, set("meta = substr(meta, 1, length(meta) - 1)")),
    RowAttack("attributes lengthened", .row, set("meta = meta || x'00'")),
    RowAttack("attributes emptied", .row, set("meta = x''")),
    RowAttack("one bit of the secret", .secret, set("secret = \(flippedLast("secret"))")),
    RowAttack("the wrapped key of the secret", .secret, set("secret = \(flipped("secret", 30))")),
    RowAttack("secret cut", .secret, set("secret = substr(secret, 1, length(secret) - 16)")),
    RowAttack("secret emptied", .secret, set("secret = x''")),
    RowAttack("secret removed", .secret, set("secret = NULL")),
    RowAttack("weaker protection", .row, set("prot = 8")),
    RowAttack("stronger protection", .row, set("prot = 6")),
    RowAttack("protection that is none", .row, set("prot = 99")),
    RowAttack("made synchronizable", .row, set("sync = 1")),
    RowAttack("later revision", .row, set("revision = revision + 1")),
    RowAttack("other write number", .row, set("write = write + 1000")),
    RowAttack("other key epoch", .row, set("keyepoch = keyepoch + 1")),
    RowAttack("other form", .row, set("form = 2")),
    RowAttack("unknown form", .row, set("form = 77")),
    RowAttack("other UUID", .row, set("uuid = randomblob(16)")),
    RowAttack("other persistent reference", .row, set("persistref = randomblob(16)")),
    RowAttack("other primary key", .row, set("slot = randomblob(16)")),
    RowAttack("text where a number belongs", .row, set("revision = 'x'")),
    RowAttack("a number where a blob belongs", .row, set("meta = 5")),
  ]

  /// Returns an SQL expression for a blob whose byte at a place, counted from 1, is changed.
  static func flipped(_ column: String, _ place: Int) -> String {
    "CAST(substr(\(column), 1, \(place - 1)) || "
      + "CASE WHEN hex(substr(\(column), \(place), 1)) = '5A' THEN x'A5' ELSE x'5A' END || "
      + "substr(\(column), \(place + 1)) AS BLOB)"
  }

  static func flippedLast(_ column: String) -> String {
    "CAST(substr(\(column), 1, length(\(column)) - 1) || "
      + "CASE WHEN hex(substr(\(column), -1)) = '5A' THEN x'A5' ELSE x'5A' END AS BLOB)"
  }

  private func status(_ store: ProofStore, _ profile: Profile, _ returns: Returns)
    -> KeychainError.Code?
  {
    code { () throws(KeychainError) in
      guard let session = try? store.session() else { return }
      _ = try session.copyMatching(asking("victim", returns), profile: profile)
    }
  }

  @Test("detected, named, and nothing is deleted by reading", arguments: attacks)
  func attack(_ attack: RowAttack) throws {
    let store = try Self.store()
    #expect(status(store, .dataProtection, [.attributes, .secret]) == nil)
    store.close()
    do {
      let connection = try Connection(store.database)
      for statement in attack.statements { try connection.execute(statement) }
    }
    try store.open()
    let rows = try store.number("SELECT count(*) FROM genp")
    #expect(status(store, .dataProtection, .secret) == .decode)
    #expect(status(store, .ios, .secret) == .itemNotFound)
    #expect(status(store, .quirks, .secret) == .itemNotFound)
    if attack.effect == .row {
      #expect(status(store, .dataProtection, .attributes) == .decode)
      #expect(status(store, .ios, .attributes) == .itemNotFound)
    }
    // The attack does not affect the other rows, and reading changes nothing.
    #expect(
      try store.session().copyMatching(asking("internet", .secret, of: .internetPassword))
        .count == 1)
    #expect(
      try store.session(["foreign.group"]).copyMatching(asking("foreign", .secret)).count == 1)
    #expect(try store.number("SELECT count(*) FROM genp") == rows)
    let report = try store.session().check()
    #expect(!report.isClean)
    #expect(try store.number("SELECT count(*) FROM genp") == rows)
  }

  @Test("adding over a damaged row moves it aside, in the same transaction")
  func aside() throws {
    let store = try Self.store()
    try store.attack(Self.set("meta = \(Self.flipped("meta", 40))"))
    _ = try store.session().add(password("victim", secret: "new"))
    #expect(try store.number("SELECT count(*) FROM aside") == 1)
    #expect(try store.session().check().rowsAside == 1)
    #expect(status(store, .dataProtection, .secret) == nil)
    #expect(try store.number("SELECT count(*) FROM genp") == 3)
  }

  @Test("a damaged row can be deleted")
  func deleteDamaged() throws {
    let store = try Self.store()
    try store.attack(Self.set("meta = \(Self.flipped("meta", 40))"))
    try store.session().delete(asking("victim"))
    #expect(status(store, .dataProtection, .secret) == .itemNotFound)
    // The account alone does not prove that this row was meant.
    #expect(try store.number("SELECT count(*) FROM aside") == 1)
    try store.attack("UPDATE genp SET meta = \(Self.flipped("meta", 40)) WHERE id = \(Self.other)")
    var whole = asking("other")
    whole.predicates.append(Predicate(.service, .text("proof.service")))
    try store.session().delete(whole)
    #expect(try store.number("SELECT count(*) FROM aside") == 1)
    #expect(try store.number("SELECT count(*) FROM genp") == 1)
  }

  @Test("a row that got the digests of another is not taken away with that one, unseen")
  func deleteByPlantedDigests() throws {
    let store = try Self.store()
    try store.attack(
      "UPDATE genp SET d_acct = \(Self.of(Self.victim, "d_acct")),"
        + " d_svce = \(Self.of(Self.victim, "d_svce")), meta = \(Self.flippedLast("meta"))"
        + " WHERE id = \(Self.other)")
    var whole = asking("victim")
    whole.predicates.append(Predicate(.service, .text("proof.service")))
    try store.session().delete(whole)
    #expect(try store.number("SELECT count(*) FROM aside") == 1)
    #expect(try store.session().check().rowsAside == 1)
  }

  @Test("one damaged row costs one item")
  func contained() throws {
    let store = try Self.store()
    try store.attack(Self.set("meta = x'00'"))
    let found = try store.session().copyMatching(asking(nil, [.attributes, .secret]))
    #expect(found.map { $0.attributes?[.account] } == [.text("other")])
  }
}
