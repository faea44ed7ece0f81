// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import Testing

/// Tests of the generations of keys that a store reports, and of their cost in a query.
@Suite("generations of keys in the store")
struct EpochTests {
  @Test("numbers that no store can have are no generations")
  func values() {
    #expect(KeyEpochs(current: 1, oldest: 1) == .first)
    #expect(KeyEpochs(current: 2, oldest: 1) == .first.begun)
    #expect(KeyEpochs.first.begun.settled == .only(2))
    #expect(KeyEpochs.first.older == nil && KeyEpochs.first.begun.older == 1)
    for (current, oldest): (UInt32, UInt32) in [
      (0, 0), (1, 2), (3, 1), (0, .max), (.max, .max), (1, .max),
    ] {
      #expect(KeyEpochs(current: current, oldest: oldest) == nil)
    }
  }

  private func store(_ directory: TemporaryDirectory) throws -> ItemStore {
    let store = try Rows.store(in: directory)
    try Rows.add(
      to: store,
      (1...6).map {
        Rows.row(number: $0, write: 0, values: [.account: $0 / 2])
      })
    return store
  }

  @Test("a question asked with other generations is refused, once the store has moved on")
  func rekeyed() throws {
    let directory = TemporaryDirectory()
    let store = try store(directory)
    let other = try ItemStore(directory.file("store.db"))
    var plan = StorePlan(.genericPassword)
    plan.epochs = .first
    #expect(try store.fetch(plan).count == 6)
    try other.write { (transaction) throws(StorageError) in
      #expect(transaction.keyEpochs == .first)
      transaction.keyEpochs = KeyEpochs.first.begun
    }
    #expect(throws: StorageError.rekeyed) { try store.fetch(plan) }
    plan.epochs = KeyEpochs.first.begun
    #expect(try store.fetch(plan).count == 6)
    #expect(try store.keyEpochs() == KeyEpochs.first.begun)
    #expect(try store.read { (reader) throws(StorageError) in try reader.keyEpochs() }.current == 2)
  }

  @Test("the generations are read once for each state of the store, not for each question")
  func cost() throws {
    let directory = TemporaryDirectory()
    let store = try store(directory)
    var plan = StorePlan(.genericPassword)
    let plain = try store.cost(plan).steps
    plan.epochs = .first
    let first = try store.cost(plan)
    #expect(first.steps > plain)
    for _ in 0..<3 { #expect(try store.cost(plan).steps == plain) }
    try Rows.add(to: store, [Rows.row(.internetPassword, number: 9, write: 0)])
    #expect(try store.cost(plan).steps == first.steps)
    #expect(try store.cost(plan).steps == plain)
  }

  @Test("rows of two generations answer in one order, within one limit, each once")
  func merged() throws {
    let directory = TemporaryDirectory()
    let store = try store(directory)
    let rows = try store.fetch(StorePlan(.genericPassword, contents: .digests))
    let attribute = Attribute.account
    let place = try #require(
      Schema.genericPassword.digested.firstIndex { $0.attribute == attribute })
    let digests = try rows.map { try #require($0.digests[place]) }
    #expect(Set(digests).count > 1)
    var plan = StorePlan(.genericPassword, terms: [.init(attribute, digests[5])])
    plan.older = StorePlan.Older()
    plan.older?.terms = [.init(attribute, digests[1])]
    let expected = rows.indices.filter { [digests[5], digests[1]].contains(digests[$0]) }
    #expect(try store.fetch(plan).map(\.id) == expected.map { rows[$0].id })
    plan.limit = 1
    #expect(try store.fetch(plan).map(\.id) == expected.prefix(1).map { rows[$0].id })
    // Without terms the two queries become one.
    var all = StorePlan(.genericPassword, limit: 4)
    all.older = StorePlan.Older()
    #expect(try store.fetch(all).map(\.id) == rows.prefix(4).map(\.id))
  }
}
