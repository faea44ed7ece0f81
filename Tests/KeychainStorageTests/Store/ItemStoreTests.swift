// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import Testing

/// Tests that rows are added, found, replaced and removed, that names are unique, and that failures
/// leave no half.
@Suite struct ItemStoreTests {
  let directory = TemporaryDirectory()

  @Test func whatGoesInComesOut() throws {
    let store = try Rows.store(in: directory)
    let row = Rows.row(number: 1, write: 0, values: [.service: 5, .account: 6], sync: true)
    try Rows.add(to: store, [row])
    let again = try ItemStore(store.path)
    var plan = StorePlan(.genericPassword, terms: [Self.term(.service, 5)])
    plan.contents = [.secret, .digests]
    let found = try #require(try again.fetch(plan).first)
    var expected = row
    expected.id = 1
    expected.facts.write = 1
    #expect(found.facts == expected.facts)
    #expect(found.metadata == row.metadata)
    #expect(found.secret == row.secret)
    let group = try #require(TableLayout.of(.genericPassword).place(of: .accessGroup))
    var digests = row.digests
    digests[group] = row.facts.group
    #expect(found.digests == digests)
    #expect(found.id == 1)
  }

  @Test func secretsAndDigestsAreReadOnlyWhenAskedFor() throws {
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0, secret: nil)])
    try Rows.add(to: store, [Rows.row(number: 2, write: 0)])
    var plan = StorePlan(.genericPassword, contents: [])
    #expect(try store.fetch(plan).allSatisfy { $0.secret == nil && $0.digests.isEmpty })
    plan.contents = .secret
    #expect(try store.fetch(plan).map { $0.secret?.count } == [nil, 150])
  }

  @Test func eachNameIsUnique() throws {
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    let cases: [(UniqueName, (inout SealedRow, SealedRow) -> Void)] = [
      (.slot, { $0.facts.slot = $1.facts.slot }),
      (.persistentReference, { $0.facts.persistentIdentifier = $1.facts.persistentIdentifier }),
      (.uuid, { $0.facts.uuid = $1.facts.uuid }),
    ]
    for (name, copy) in cases {
      var row = Rows.row(number: 2, write: 0)
      copy(&row, Rows.row(number: 1, write: 0))
      #expect(throws: StorageError.duplicate(name)) { try Rows.add(to: store, [row]) }
    }
    #expect(try store.fetch(StorePlan(.genericPassword)).count == 1)
    // A failed transaction gives its write numbers back, since no row has them.
    try Rows.add(to: store, [Rows.row(number: 3, write: 0)])
    #expect(try store.fetch(StorePlan(.genericPassword)).map(\.facts.write) == [1, 2])
  }

  @Test func replacingKeepsTheRowAndItsPlace() throws {
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, (1...3).map { Rows.row(number: $0, write: 0, values: [.service: $0]) })
    for (service, isMoved) in [(1, false), (9, true)] {
      try store.write { (transaction) throws(StorageError) in
        let slot = Rows.row(number: 1, write: 0).facts.slot
        guard var row = try transaction.row(inSlot: slot, of: .genericPassword) else { return }
        row.facts.write = transaction.nextWrite()
        row.metadata = [1, 2, 3]
        row.facts.uuid = isMoved ? Rows.name(1, 77) : row.facts.uuid
        let place = TableLayout.of(.genericPassword).place(of: .service) ?? 0
        row.digests[place] = Rows.digest(.service, service)
        try transaction.replace(row)
      }
      let plan = StorePlan(.genericPassword, terms: [Self.term(.service, service)])
      #expect(try store.fetch(plan).map(\.id) == [1])
      #expect(try store.fetch(plan).map(\.metadata) == [[1, 2, 3]])
    }
    #expect(
      try store.fetch(StorePlan(.genericPassword, terms: [Self.term(.service, 1)])).isEmpty)
    #expect(try store.fetch(StorePlan(.genericPassword)).map(\.id) == [1, 2, 3])
    #expect(try store.read { (r) throws(StorageError) in try r.structuralFindings() }.isEmpty)
  }

  @Test func replacingWhatIsNotThereFails() throws {
    let store = try Rows.store(in: directory)
    #expect(throws: StorageError.self) {
      try store.write { (transaction) throws(StorageError) in
        try transaction.replace(Rows.row(number: 1, write: 1))
      }
    }
  }

  @Test func aTombstoneHoldsTheSlotAndIsNotFound() throws {
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0, values: [.service: 1], sync: true)])
    let slot = Rows.row(number: 1, write: 0).facts.slot
    try store.write { (transaction) throws(StorageError) in
      guard var row = try transaction.row(inSlot: slot, of: .genericPassword) else { return }
      row.facts.isTombstone = true
      row.facts.write = transaction.nextWrite()
      row.secret = nil
      try transaction.replace(row)
    }
    var plan = StorePlan(.genericPassword, terms: [Self.term(.service, 1)])
    #expect(try store.fetch(plan).isEmpty)
    plan.rows = .tombstones
    #expect(try store.fetch(plan).map(\.facts.isTombstone) == [true])
    plan.rows = .both
    #expect(try store.fetch(plan).count == 1)
    #expect(throws: StorageError.duplicate(.slot)) {
      var row = Rows.row(number: 2, write: 0)
      row.facts.slot = slot
      try Rows.add(to: store, [row])
    }
  }

  @Test func aRowMovedAsideFreesItsSlot() throws {
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    try store.write { (transaction) throws(StorageError) in
      try transaction.moveAside(.genericPassword, id: 1, at: .reference)
    }
    try Rows.add(to: store, [Rows.row(number: 1, write: 0)])
    let counts = try store.read { (reader) throws(StorageError) in
      (try reader.asideCount(), try reader.count(.genericPassword))
    }
    #expect(counts == (1, 1))
  }

  @Test func aThrowingBodyChangesNothing() throws {
    let store = try Rows.store(in: directory)
    #expect(throws: StorageError.interrupted) {
      try store.write { (transaction) throws(StorageError) in
        try transaction.insert(Rows.row(number: 1, write: transaction.nextWrite()))
        throw .interrupted
      }
    }
    #expect(try store.fetch(StorePlan(.genericPassword)).isEmpty)
    #expect(try store.read { (r) throws(StorageError) in try r.lastWrite() } == 0)
  }

  @Test func aPartIsUndoneByItself() throws {
    let store = try Rows.store(in: directory)
    try store.write { (transaction) throws(StorageError) in
      try transaction.insert(Rows.row(number: 1, write: transaction.nextWrite()))
      do throws(StorageError) {
        try transaction.part { () throws(StorageError) in
          try transaction.insert(Rows.row(number: 2, write: transaction.nextWrite()))
          try transaction.insert(Rows.row(number: 1, write: transaction.nextWrite()))
        }
      } catch { return }
    }
    #expect(try store.fetch(StorePlan(.genericPassword)).map(\.facts.write) == [1])
    #expect(try store.read { (r) throws(StorageError) in try r.lastWrite() } == 1)
  }

  @Test func changedRowsInOrderOfWrites() throws {
    let store = try Rows.store(in: directory)
    try Rows.add(to: store, (1...5).map { Rows.row(number: $0, write: 0, sync: true) })
    try store.write { (transaction) throws(StorageError) in
      let slot = Rows.row(number: 2, write: 0).facts.slot
      guard var row = try transaction.row(inSlot: slot, of: .genericPassword) else { return }
      row.facts.write = transaction.nextWrite()
      row.facts.isTombstone = true
      try transaction.replace(row)
    }
    let changed = try store.read { (reader) throws(StorageError) in
      try reader.rows(.genericPassword, changedAfter: 3, limit: 10)
    }
    #expect(changed.map(\.facts.write) == [4, 5, 6])
    #expect(changed.map(\.id) == [4, 5, 2])
  }

  @Test func malformedColumnsNeverTrapAndNeverOpen() throws {
    let store = try Rows.store(in: directory)
    let edits = [
      "uuid = x'00'", "persistref = x''", "prot = 99", "prot = -1", "sync = 7", "form = 900",
      "keyepoch = -5", "slot = 'text'", "d_agrp = x'0102'", "prot = 'x'",
    ]
    try Rows.add(to: store, edits.indices.map { Rows.row(number: $0, write: 0) })
    let editor = try Connection(store.path)
    for (place, edit) in edits.enumerated() {
      try editor.execute("UPDATE genp SET \(edit) WHERE id = \(place + 1)")
    }
    let rows = try store.fetch(StorePlan(.genericPassword))
    #expect(rows.count == edits.count)
    #expect(rows.allSatisfy { $0.isMalformed && $0.facts.uuid == .zero })
  }

  /// Indexes hold half a digest.
  ///
  /// Rows that differ in the other half must not be confused.
  @Test func wholeDigestsAreCompared() throws {
    let store = try Rows.store(in: directory)
    let place = try #require(TableLayout.of(.genericPassword).place(of: .service))
    func alike(_ digest: Identifier16) -> Identifier16 {
      Identifier16(high: digest.high, low: ~digest.low)
    }
    let row = Rows.row(number: 1, write: 0, values: [.service: 5])
    var otherService = Rows.row(number: 2, write: 0, values: [.service: 5])
    otherService.digests[place] = alike(Rows.digest(.service, 5))
    var otherGroup = Rows.row(number: 3, write: 0, values: [.service: 5])
    otherGroup.facts.group = alike(Rows.group(0))
    try Rows.add(to: store, [row, otherService, otherGroup])
    for limit in [Int?.none, 1] {
      var plan = StorePlan(
        .genericPassword, terms: [Self.term(.service, 5)], isSynchronizable: false,
        groups: [Rows.group(0)], limit: limit)
      #expect(try store.fetch(plan).map(\.id) == [1])
      // A caller that compares the opened values itself gets both rows. The group is still compared
      // here.
      plan.isConfirmed = true
      #expect(try store.fetch(plan).map(\.id) == (limit == nil ? [1, 2] : [1]))
      plan.groups = [Rows.group(1), alike(Rows.group(0))]
      #expect(try store.fetch(plan).map(\.id) == [3])
    }
  }

  private static func term(_ attribute: Attribute, _ value: Int) -> StorePlan.Term {
    StorePlan.Term(attribute, Rows.digest(attribute, value))
  }
}
