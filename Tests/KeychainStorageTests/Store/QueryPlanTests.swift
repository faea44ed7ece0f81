// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import Testing

/// Tests that every shape of query touches only the matching rows, whatever the size of the store.
@Suite struct QueryPlanTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    let name: String
    let index: String
    let plan: StorePlan
    var testDescription: String { name }
  }

  /// The shapes.
  ///
  /// In the store below, service 7, account 7 and label 7 have 3 rows each, all in group 0.
  static let shapes: [Shape] = [
    shape("service", "genp_key", .genericPassword, [.service]),
    shape("account", "genp_acct", .genericPassword, [.account]),
    shape("service account", "genp_key", .genericPassword, [.service, .account]),
    shape("label", "genp_labl", .genericPassword, [.label]),
    shape("service, two groups", "genp_key", .genericPassword, [.service], groups: [0, 1]),
    shape("account, two groups", "genp_acct", .genericPassword, [.account], groups: [0, 1]),
    shape("service, all groups", "genp_key", .genericPassword, [.service], groups: nil),
    shape("label, all groups", "genp_labl", .genericPassword, [.label], groups: nil),
    shape(
      "service account, 8 groups", "genp_key", .genericPassword, [.service, .account],
      groups: [0, 1, 2, 3, 4, 5, 6, 7]),
    shape("server", "inet_key", .internetPassword, [.server]),
    shape("server account", "inet_key", .internetPassword, [.server, .account]),
    shape(
      "server account protocol port", "inet_key", .internetPassword,
      [.server, .account, .protocolCode, .port]),
    shape("issuer", "cert_key", .certificate, [.issuer]),
    shape("issuer serial", "cert_key", .certificate, [.issuer, .serialNumber]),
    shape("public key hash", "cert_pkhh", .certificate, [.publicKeyHash]),
    shape("application label", "keys_key", .key, [.applicationLabel]),
    shape("application tag", "keys_atag", .key, [.applicationTag]),
    shape("key label", "keys_labl", .key, [.label]),
  ]

  static let store: Result<ItemStore, any Error> = Result { try filled(rows: 300) }
  static let larger: Result<ItemStore, any Error> = Result { try filled(rows: 3000) }
  private static let directories = [
    TemporaryDirectory.ofProcess(), TemporaryDirectory.ofProcess(),
  ]

  @Test(arguments: shapes, [Bool?.none, false, true])
  func matchingRowsOnly(_ shape: Shape, sync: Bool?) throws {
    for (limit, isConfirmed) in [(Int?.none, false), (1, false), (nil, true), (1, true)] {
      var plan = shape.plan
      plan.isSynchronizable = sync
      plan.limit = limit
      plan.isConfirmed = isConfirmed
      let small = try Self.store.get().cost(plan)
      let large = try Self.larger.get().cost(plan)
      #expect(small.rows == (limit ?? (sync == nil ? 3 : sync == true ? 1 : 2)))
      #expect(large.rows == small.rows)
      #expect(large.steps == small.steps, "\(shape.name): \(small.steps) and \(large.steps)")
      for line in small.lines {
        #expect(line.contains("USING INDEX \(shape.index) "), "\(line)")
        #expect(!line.contains("SCAN") && !line.contains("TEMP B-TREE"), "\(line)")
      }
      #expect(!small.lines.isEmpty)
    }
  }

  @Test(arguments: [1, 3])
  func references(_ count: Int) throws {
    let names = (1...count).map { Rows.name(2, $0 * 50) }
    let plan = StorePlan(.genericPassword, groups: [Rows.group(0)], references: names)
    let small = try Self.store.get().cost(plan)
    let large = try Self.larger.get().cost(plan)
    #expect(small.rows == count && large.rows == count)
    #expect(small.steps == large.steps)
    #expect(small.lines.allSatisfy { $0.contains("USING INDEX genp_persistref (persistref=?)") })
  }

  @Test(arguments: ItemClass.stored, [[0], [0, 1], nil])
  func aClassWithLimitOne(_ itemClass: ItemClass, _ groups: [Int]?) throws {
    var plan = StorePlan(itemClass, groups: groups?.map { Rows.group($0) }, limit: 1)
    for sync in [Bool?.none, false, true] {
      plan.isSynchronizable = sync
      let small = try Self.store.get().cost(plan)
      let large = try Self.larger.get().cost(plan)
      #expect(small.rows == 1)
      #expect(small.steps == large.steps)
      #expect(
        small.lines.allSatisfy { $0.contains("\(itemClass.rawValue)_agrp (<expr>") },
        "\(small.lines)")
      #expect(small.lines.allSatisfy { !$0.contains("TEMP B-TREE") })
    }
  }

  @Test func aWholeClass() throws {
    var plan = StorePlan(.genericPassword, groups: [Rows.group(0)], contents: [])
    let listed = try Self.store.get().cost(plan)
    #expect(listed.rows == 300)
    #expect(listed.lines.allSatisfy { $0.contains("genp_agrp (<expr>=? AND sync=?") })
    // In all groups every row matches, so the table's own order is the best plan.
    plan.groups = nil
    let all = try Self.store.get().cost(plan)
    #expect(all.rows == 600)
    #expect(all.lines == ["SEARCH genp USING INTEGER PRIMARY KEY (rowid>?)"])
    // A group without rows costs nothing, however many rows other groups have.
    plan.groups = [Rows.group(5)]
    #expect(
      try Self.store.get().cost(plan).steps == Self.larger.get().cost(plan).steps)
  }

  @Test func changesByName() throws {
    for (store, count) in [(try Self.store.get(), 600), (try Self.larger.get(), 6000)] {
      let connection = try Connection(store.path)
      let texts = [
        "SELECT * FROM genp WHERE slot = ?": "genp_slot (slot=?)",
        "SELECT * FROM genp WHERE uuid = ?": "genp_uuid (uuid=?)",
        "UPDATE genp SET meta = ? WHERE id = ?": "INTEGER PRIMARY KEY (rowid=?)",
        "DELETE FROM genp WHERE id = ?": "INTEGER PRIMARY KEY (rowid=?)",
      ]
      for (text, expected) in texts {
        #expect(try connection.queryPlan(text).joined().contains(expected), "\(text)")
      }
      #expect(try store.read { (r) throws(StorageError) in try r.count(.genericPassword) } == count)
    }
  }

  @Test func orderAndLimitsAcrossGroupsAndSync() throws {
    let store = try Self.store.get()
    let groups = [Rows.group(1), Rows.group(0)]
    let all = try store.fetch(StorePlan(.genericPassword, groups: groups, contents: []))
    #expect(all.map(\.id) == all.map(\.id).sorted() && all.count == 600)
    for terms in [[], [StorePlan.Term(.account, Rows.digest(.account, 8))]] {
      let expected = try store.fetch(
        StorePlan(.genericPassword, terms: terms, groups: groups, contents: []))
      for limit in [1, 2, 5, 6] {
        var plan = StorePlan(
          .genericPassword, terms: terms, groups: groups, limit: limit, contents: [])
        #expect(try store.fetch(plan) == Array(expected.prefix(limit)))
        plan.after = expected[1].id
        #expect(try store.fetch(plan) == Array(expected.dropFirst(2).prefix(limit)))
        plan.groups = nil
        #expect(try store.fetch(plan) == Array(expected.dropFirst(2).prefix(limit)))
      }
    }
  }

  private static func shape(
    _ name: String, _ index: String, _ itemClass: ItemClass, _ attributes: [Attribute],
    groups: [Int]? = [0]
  ) -> Shape {
    let terms = attributes.map { StorePlan.Term($0, Rows.digest($0, 7)) }
    return Shape(
      name: name, index: index,
      plan: StorePlan(itemClass, terms: terms, groups: groups?.map { Rows.group($0) }))
  }

  /// Makes a store with these many rows in group 0 and as many in group 1 with other values.
  ///
  /// In group 0 each three rows have one value in every attribute, and one of them is
  /// synchronizable.
  private static func filled(rows: Int) throws -> ItemStore {
    let directory = directories[rows > 300 ? 1 : 0]
    let store = try Rows.store(in: directory)
    for itemClass in ItemClass.stored {
      let attributes = Schema.of(itemClass).digested.map(\.attribute).filter {
        ![.accessGroup, .creationDate, .modificationDate, .digest].contains($0)
      }
      func values(_ value: Int) -> [Attribute: Int] {
        Dictionary(uniqueKeysWithValues: attributes.map { ($0, value) })
      }
      let shift = Int(itemClass.number) * 1_000_000
      try Rows.add(
        to: store,
        (0..<rows).map {
          Rows.row(
            itemClass, number: (itemClass == .genericPassword ? 0 : shift) + $0, write: 0,
            values: values($0 / 3), sync: $0 % 3 == 1)
        })
      try Rows.add(
        to: store,
        (0..<rows).map {
          Rows.row(
            itemClass, number: shift + 500_000 + $0, write: 0, values: values(-1 - $0), group: 1)
        })
    }
    return store
  }
}
