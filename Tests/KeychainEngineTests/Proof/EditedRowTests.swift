// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests the table *Edited rows* of Documentation/ThreatModel.md, line by line.
///
/// An attacker without keys has changed one column of a row, under right checksums. The table has
/// the answers of queries for this row.
@Suite("Edited rows (Documentation/ThreatModel.md)") struct EditedRowTests {
  /// The attributes by which a query names the row.
  enum Question: CaseIterable {
    /// The whole primary key, with the caller's groups.
    case primaryKey
    /// The primary key and the label.
    case primaryKeyAndLabel
    case reference
    /// One attribute of the primary key alone, whose value no other row has.
    case account, service
    /// An attribute outside the primary key.
    case label
  }

  enum Answer { case found, damaged, absent }

  /// One edit of a column, with the answers to the questions in their order.
  struct Edit: Sendable, CustomTestStringConvertible {
    let change: String
    let answers: [Answer]
    var testDescription: String { change }

    init(_ change: String, _ answers: Answer...) { (self.change, self.answers) = (change, answers) }
  }

  private static let edits: [Edit] = [
    //                          key      + label   reference account  service  label
    Edit("tomb = 1", .damaged, .damaged, .damaged, .absent, .absent, .absent),
    Edit("d_acct = randomblob(16)", .damaged, .damaged, .found, .absent, .found, .found),
    Edit("d_svce = randomblob(16)", .damaged, .damaged, .found, .found, .absent, .found),
    Edit("d_labl = randomblob(16)", .found, .damaged, .found, .found, .found, .absent),
    Edit("d_labl = NULL", .found, .damaged, .found, .found, .found, .absent),
    Edit("d_agrp = randomblob(16)", .damaged, .damaged, .damaged, .absent, .absent, .absent),
    Edit("slot = randomblob(16)", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("sync = 1", .damaged, .damaged, .damaged, .absent, .absent, .absent),
    Edit("prot = 8", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("form = 2", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("keyepoch = 2", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("revision = 9", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("write = 999", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("uuid = randomblob(16)", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    // As a number or as bytes, SQLite still reads these values as before. They are equal to no
    // bound value.
    Edit("tomb = 0.5", .damaged, .damaged, .damaged, .absent, .absent, .absent),
    Edit("tomb = 'x'", .damaged, .damaged, .damaged, .absent, .absent, .absent),
    Edit("sync = 0.5", .damaged, .damaged, .damaged, .absent, .absent, .absent),
    Edit("d_acct = CAST(d_acct AS TEXT)", .damaged, .damaged, .found, .absent, .found, .found),
    Edit("d_agrp = CAST(d_agrp AS TEXT)", .damaged, .damaged, .damaged, .absent, .absent, .absent),
    Edit("slot = CAST(slot AS TEXT)", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("uuid = CAST(uuid AS TEXT)", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("revision = revision + 0.5", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("write = 'x' || write", .damaged, .damaged, .damaged, .damaged, .damaged, .damaged),
    Edit("persistref = randomblob(16)", .damaged, .damaged, .absent, .damaged, .damaged, .damaged),
  ]

  private func ask(_ question: Question, _ reference: PersistentReference, _ session: Session)
    -> Answer?
  {
    let account = KeychainTypes.Predicate(.account, .text("victim"))
    let service = KeychainTypes.Predicate(.service, .text("its service"))
    let label = KeychainTypes.Predicate(.label, .text("its label"))
    var query: Query
    switch question {
    case .primaryKey: query = Query(.genericPassword, [account, service])
    case .primaryKeyAndLabel: query = Query(.genericPassword, [account, service, label])
    case .reference:
      query = Query(.genericPassword, [])
      query.references = [reference]
    case .account: query = Query(.genericPassword, [account])
    case .service: query = Query(.genericPassword, [service])
    case .label: query = Query(.genericPassword, [label])
    }
    query.returns = .secret
    let status = code { () throws(KeychainError) in _ = try session.copyMatching(query) }
    return switch status {
    case nil: .found
    case .decode: .damaged
    case .itemNotFound: .absent
    case _?: nil
    }
  }

  private func store(
    synchronizable: Bool = false
  ) throws -> (ProofStore, PersistentReference) {
    let store = try ProofStore()
    let session = try store.session()
    var victim = password("victim", service: "its service", synchronizable: synchronizable)
    victim.attributes[.label] = .text("its label")
    _ = try session.add(victim)
    _ = try session.add(password("other"))
    let found = try session.copyMatching(asking("victim", .persistentReference))
    return (store, .identifier(.genericPassword, try unwrap(found.first?.identifier)))
  }

  @Test("each question answers what the table says, and check finds each edit", arguments: edits)
  func each(_ edit: Edit) throws {
    let (store, reference) = try store()
    for question in Question.allCases {
      #expect(ask(question, reference, try store.session()) == .found)
    }
    try store.attack("UPDATE genp SET \(edit.change) WHERE id = 1")
    for (question, answer) in zip(Question.allCases, edit.answers) {
      let found = ask(question, reference, try store.session())
      #expect(found == answer, "\(question)")
    }
    #expect(try !store.session().check().isClean)
  }

  @Test(
    "a store that is set back to keys of rows aside is refused", arguments: ["epoch = 1, ", ""])
  func olderKeys(_ edit: String) throws {
    let (store, _) = try store()
    // The keybag keeps the keys of a row aside.
    try store.attack("INSERT INTO aside(time, class, row, keyepoch) VALUES (0, 0, 99, 1)")
    #expect(try store.session().rotateKeys().epoch == 2)
    #expect(status { try store.attack("UPDATE meta SET \(edit)oldest = 1") } == -25291)
    try store.attack("UPDATE meta SET epoch = 2, oldest = 2")
    #expect(try store.session().copyMatching(asking("victim", .secret)).count == 1)
    // The next rotation makes keys as usual.
    #expect(try store.session().rotateKeys().epoch == 3)
    #expect(try store.session().copyMatching(asking("victim", .secret)).count == 1)
  }

  @Test("keys that are kept for a row aside open no other row")
  func keysOfBefore() throws {
    let (store, reference) = try store()
    // An attacker who has these keys can seal rows with them.
    let leaked = try unwrap(store.engine).codec.keybag.sealer
    try store.attack("INSERT INTO aside(time, class, row, keyepoch) VALUES (0, 0, 99, 1)")
    #expect(try store.session().rotateKeys().epoch == 2)
    let engine = try unwrap(store.engine)
    let row = try unwrap(store.rows().first { $0.id == 1 })
    guard case .item(let item) = engine.codec.open(row) else { throw Missing() }
    var facts = row.facts
    facts.keyEpoch = 1
    let binding = RowBinding(facts)
    let metadata = item.metadata.encode(schema: Schema.of(.genericPassword))
    var forged = SealedRow(facts: facts, digests: row.digests, metadata: [], secret: nil)
    forged.id = row.id
    let lease = try SealerLease()
    forged.metadata = try leaked.sealMetadata(metadata.span, binding: binding, with: lease)
    forged.secret = try leaked.sealSecret(
      SecretBytes(copying: Array("forged".utf8)), binding: binding, with: lease)
    try engine.store.write { (transaction) throws(StorageError) in
      try transaction.replace(forged)
    }
    for question in Question.allCases {
      #expect(ask(question, reference, try store.session()) == .damaged, "\(question)")
    }
    #expect(try !store.session().check().isClean)
  }

  @Test("a tombstone that is made a live row is damaged, for every question")
  func revived() throws {
    let (store, reference) = try store(synchronizable: true)
    try store.session().delete(asking("victim"))
    try store.attack("UPDATE genp SET tomb = 0")
    let after = try store.session()
    for (account, service) in [("victim", "its service"), ("victim", nil), (nil, "its service")] {
      var query = Query(
        .genericPassword,
        [
          account.map { KeychainTypes.Predicate(.account, .text($0)) },
          service.map { KeychainTypes.Predicate(.service, .text($0)) },
        ].compactMap { $0 })
      query.sync = .any
      #expect(code { () throws(KeychainError) in _ = try after.copyMatching(query) } == .decode)
    }
    var query = Query(.genericPassword, [])
    (query.references, query.sync) = ([reference], .any)
    #expect(code { () throws(KeychainError) in _ = try after.copyMatching(query) } == .decode)
    #expect(try !after.check().isClean)
  }
}
