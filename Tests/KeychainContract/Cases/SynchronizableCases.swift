// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

enum SynchronizableCases {
  private static func item(_ bench: ContractBench, _ secret: String = "synced") -> NewItem {
    var item = bench.item("a", "b", secret)
    item.isSynchronizable = true
    return item
  }

  private static func query(_ bench: ContractBench, _ scope: SyncScope) -> Query {
    var query = bench.query()
    query.sync = scope
    return query
  }

  static let all: [ContractCase] = [
    ContractCase("local and synchronizable are two items; queries mean local ones unless told") {
      bench in
      _ = try bench.first.add(bench.item("a", "b", "local"))
      _ = try bench.first.add(item(bench))
      for (scope, expected) in [
        (SyncScope.implied, ["local"]), (.only(false), ["local"]), (.only(true), ["synced"]),
        (.any, ["local", "synced"]),
      ] {
        bench.expectEqual(
          try bench.secrets(bench.first, query(bench, scope)), expected, "\(scope)")
      }
    },
    ContractCase("update and delete leave synchronizable items alone unless told") { bench in
      _ = try bench.first.add(item(bench))
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        try bench.first.update(bench.query(), setting: bench.setting(.label, "x"))
      }
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        try bench.first.delete(bench.query())
      }
      bench.expectEqual(try bench.secrets(bench.first, query(bench, .any)), ["synced"])
    },
    ContractCase("a deleted synchronizable item leaves a tombstone without its secret") { bench in
      var added = item(bench)
      added.attributes[.label] = .text("gone")
      let old = try bench.first.add(added)
      try bench.first.delete(query(bench, .any))
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(query(bench, .any))
      }
      var buried = query(bench, .only(true))
      buried.tombstones = true
      buried.returns = [.attributes, .secret]
      let found = try bench.first.copyMatching(buried)
      bench.expectEqual(found.count, 1, "tombstones")
      bench.expect(found.first?.secret == nil, "the tombstone has a secret")
      bench.expectEqual(found.first?.attributes?[.account], .text("b"), "its primary key")
      bench.expect(found.first?.attributes?[.label] == nil, "the tombstone has a label")
      let new = try bench.first.add(item(bench, "again"))
      bench.expectEqual(new?.identifier, old?.identifier, "the reference after adding again")
      bench.expectEqual(try bench.secrets(bench.first, query(bench, .any)), ["again"])
    },
    ContractCase("a local item leaves no tombstone") { bench in
      _ = try bench.first.add(bench.item())
      try bench.first.delete(bench.query())
      var buried = query(bench, .any)
      buried.tombstones = true
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(buried)
      }
    },
    ContractCase("what may not leave the device is stored as synchronizable, and buried nowhere") {
      bench in
      for name in ["aku", "cku", "dku"] {
        var bound = item(bench)
        bound.protectionName = name
        _ = try bench.first.add(bound)
        try bench.first.delete(query(bench, .any))
      }
      var buried = query(bench, .any)
      buried.tombstones = true
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(buried)
      }
      _ = try bench.first.add(item(bench))
      var changes = Changes()
      changes.protectionName = "aku"
      try bench.first.update(query(bench, .any), setting: changes)
      bench.expectEqual(try bench.first.copyMatching(query(bench, .any)).count, 1)
    },
    ContractCase("an object of a token may not be synchronizable") { bench in
      var forbidden = item(bench)
      forbidden.attributes[.tokenIdentifier] = .text("x")
      bench.expect(.parameter) { () throws(KeychainError) in _ = try bench.first.add(forbidden) }
    },
    ContractCase("a renamed synchronizable item leaves a tombstone of its old name") { bench in
      let old = try bench.first.add(item(bench))
      try bench.first.update(query(bench, .any), setting: bench.setting(.account, "z"))
      var buried = query(bench, .any)
      buried.tombstones = true
      buried.returns = [.attributes]
      let tombstones = try bench.first.copyMatching(buried)
      bench.expectEqual(tombstones.map { $0.attributes?[.account] }, [.text("b")])
      let found = try bench.first.copyMatching(query(bench, .any))
      bench.expectEqual(found.map(\.identifier), [old].compactMap { $0?.identifier })
      bench.expect(tombstones.first?.identifier != old?.identifier, "the tombstone took the name")
    },
  ]
}
