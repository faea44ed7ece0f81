// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests attacks on the names of a row, on whole rows, and on the history of writes.
@Suite("Names, rows and history changed from outside")
struct RowAttackNameTests {
  typealias Base = RowAttackTests

  @Test("a row moved to another group is seen by nobody as an item of it")
  func movedGroup() throws {
    let store = try Base.store()
    try store.attack(Base.set("d_agrp = \(Base.of(Base.foreign, "d_agrp"))"))
    let foreign = try store.session(["foreign.group"])
    #expect(
      code { () throws(KeychainError) in
        _ = try foreign.copyMatching(asking("victim", [.attributes, .secret]))
      } == .decode)
    #expect(
      code { () throws(KeychainError) in
        _ = try foreign.copyMatching(Reading(asking("victim", .secret), profile: .ios))
      } == .itemNotFound)
    let all = try foreign.copyMatching(asking(nil, .attributes))
    #expect(all.map { $0.attributes?[.account] } == [.text("foreign")])
    #expect(try !foreign.check().isClean)
  }

  @Test(
    "a row given the digest of another value is not found by that value",
    arguments: ["d_acct", "d_svce", "d_labl"])
  func exchangedDigest(column: String) throws {
    let store = try Base.store()
    try store.session().update(
      asking("other"),
      setting: {
        var changes = Changes()
        changes.attributes[.label] = .text("other label")
        changes.attributes[.service] = .text("other service")
        return changes
      }())
    try store.attack(Base.set("\(column) = \(Base.of(Base.other, column))"))
    let session = try store.session()
    let queries = [
      "d_acct": Predicate(.account, .text("other")),
      "d_svce": Predicate(.service, .text("other service")),
      "d_labl": Predicate(.label, .text("other label")),
    ]
    let query = Query(.genericPassword, [try unwrap(queries[column])])
    var asked = query
    asked.returns = .secret
    let found = try session.copyMatching(asked)
    #expect(found.count == 1)
    let bytes = found.first?.secret.map { $0.withBytes { span in span.indices.map { span[$0] } } }
    #expect(bytes == Array("other-secret1".utf8))
    #expect(try !session.check().isClean)
  }

  @Test(
    "a row hidden from every search is found by check",
    arguments: [
      "tomb = 1", "sync = 1", "d_acct = randomblob(16)", "d_svce = randomblob(16)",
      "d_agrp = randomblob(16)", "d_labl = NULL", "slot = randomblob(16)",
    ])
  func hidden(change: String) throws {
    let store = try Base.store()
    try store.attack(Base.set(change))
    let report = try store.session().check()
    let names = report.findings.compactMap(\.identifier)
    let reference = try store.text("SELECT hex(persistref) FROM genp WHERE id = \(Base.victim)")
    #expect(names.map { $0.uuidText.filter { $0 != "-" } }.contains(reference), "\(report)")
    // The other rows are unchanged.
    #expect(report.findings.allSatisfy { $0.identifier == nil || $0.identifier == names.first })
  }

  @Test("a copy of a row under new names does not open")
  func copied() throws {
    let store = try Base.store()
    let columns = try store.text(
      "SELECT group_concat(name) FROM pragma_table_info('genp') "
        + "WHERE name NOT IN ('id', 'uuid', 'persistref', 'slot')")
    try store.attack(
      "INSERT INTO genp(uuid, persistref, slot, \(columns)) SELECT randomblob(16), "
        + "randomblob(16), randomblob(16), \(columns) FROM genp WHERE id = \(Base.victim)")
    let found = try store.session().copyMatching(asking("victim", .secret))
    #expect(found.count == 1)
    let report = try store.session().check()
    #expect(report.findings.contains { $0.kind == .rowDoesNotOpen })
  }

  @Test("parts of two writes of one row do not open together", arguments: ["meta", "secret"])
  func mixedWrites(column: String) throws {
    let store = try Base.store()
    let old = try store.text("SELECT hex(\(column)) FROM genp WHERE id = \(Base.victim)")
    try store.session().update(asking("victim"), setting: Changes())
    #expect(try store.text("SELECT hex(\(column)) FROM genp WHERE id = \(Base.victim)") != old)
    try store.attack(Base.set("\(column) = x'\(old)'"))
    #expect(
      code { () throws(KeychainError) in
        guard let session = try? store.session() else { return }
        _ = try session.copyMatching(asking("victim", .secret))
      } == .decode)
  }

  @Test("a row of another store does not open, and is found by check")
  func foreignRow() throws {
    let store = try Base.store()
    let donor = try Base.store()
    donor.close()
    store.close()
    do {
      let connection = try Connection(store.database)
      let other = try Connection(donor.database)
      let columns = try unwrap(
        try other.text(
          "SELECT group_concat(name) FROM pragma_table_info('genp')"))
      let values = try unwrap(
        try other.text(
          "SELECT "
            + columns.split(separator: ",").map { "quote(\($0))" }.joined(separator: " || ',' || ")
            + " FROM genp WHERE id = \(Base.other)"))
      try connection.execute("DELETE FROM genp WHERE id = \(Base.other)")
      try connection.execute("INSERT INTO genp(\(columns)) VALUES (\(values))")
    }
    try store.open()
    #expect(
      code { () throws(KeychainError) in
        guard let session = try? store.session() else { return }
        _ = try session.copyMatching(asking("other", .secret))
      } != nil)
    let kinds = try store.session().check().findings.map(\.kind)
    #expect(kinds.contains(.rowDoesNotOpen) || kinds.contains(.rowMissing))
  }

  @Test(
    "a changed record of changes is found by check",
    arguments: [
      "UPDATE history SET kind = 3 WHERE write = (SELECT min(write) FROM history)",
      "UPDATE history SET time = time + 1 WHERE write = (SELECT max(write) FROM history)",
      "DELETE FROM history WHERE write = (SELECT max(write) FROM history)",
      "UPDATE history SET persistref = randomblob(16)",
      "UPDATE meta SET head = zeroblob(length(head))",
      "UPDATE meta SET head = x''",
    ])
  func history(statement: String) throws {
    let store = try Base.store()
    #expect(try store.session().check().isClean)
    try store.attack(statement)
    let report = try store.session().check()
    #expect(report.findings.contains { $0.kind == .historyBroken }, "\(report.findings)")
    // Reading and writing still work.
    #expect(try store.session().copyMatching(asking("victim", .secret)).count == 1)
    _ = try store.session().add(password("later"))
    #expect(try !store.session().check().isClean)
  }

  @Test("SQLite without our file layer leaves pages that are named as damaged, never as absent")
  func plainSQLite() throws {
    let store = try Base.store()
    store.close()
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE
    #expect(unsafe sqlite3_open_v2(store.database, &handle, flags, "unix") == SQLITE_OK)
    let change = Base.set("prot = 8")
    #expect(unsafe sqlite3_exec(handle, change, nil, nil, nil) == SQLITE_OK)
    #expect(
      unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        == SQLITE_OK)
    unsafe sqlite3_close(handle)
    let status = code { () throws(KeychainError) in
      guard (try? store.open()) != nil, let session = try? store.session() else {
        throw KeychainError(.decode, "the store does not open")
      }
      _ = try session.copyMatching(asking("victim", .secret))
    }
    #expect(status == .decode)
    if store.engine != nil {
      let kinds = try store.session().check().findings.map(\.kind)
      #expect(kinds.contains(.fileDamaged))
    }
  }
}
