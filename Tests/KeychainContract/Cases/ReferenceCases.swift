// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

enum ReferenceCases {
  private static func query(_ match: Match?) -> Query {
    var query = Query(match?.itemClass ?? .genericPassword)
    query.references = [match.flatMap { PersistentReference($0.persistentReference) } ?? .token]
    query.returns = [.attributes, .secret]
    return query
  }

  static let all: [ContractCase] = [
    ContractCase("a reference outlives updates of everything and the process") { bench in
      let added = try bench.first.add(bench.item())
      try bench.first.update(bench.query(), setting: bench.setting(.account, "z"))
      try bench.first.update(
        bench.query(), setting: Changes(), newGroup: .named("contract.shared"))
      var changes = Changes()
      changes.protectionName = "ck"
      changes.isSynchronizable = true
      try bench.first.update(bench.query(), setting: changes)
      try bench.reopen()
      let found = try bench.first.copyMatching(query(added))
      bench.expectEqual(found.map { $0.attributes?[.account] }, [.text("z")])
      bench.expectEqual(bench.text(found.first?.secret), "secret")
    },
    ContractCase("a reference of a deleted item names nothing, also after adding again") { bench in
      let added = try bench.first.add(bench.item())
      try bench.first.delete(query(added))
      _ = try bench.first.add(bench.item())
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(query(added))
      }
    },
    ContractCase("a reference into a foreign group names nothing") { bench in
      let added = try bench.first.add(bench.item())
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.second.copyMatching(query(added))
      }
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        try bench.second.delete(query(added))
      }
      bench.expectEqual(try bench.first.copyMatching(query(added)).count, 1)
    },
    ContractCase("references that were never given out name nothing") { bench in
      _ = try bench.first.add(bench.item())
      let unknown: [PersistentReference] = [
        .identifier(.genericPassword, Identifier16(high: 1, low: 2)), .row(.genericPassword, 0),
        .row(.genericPassword, -1), .row(.genericPassword, .max), .token,
      ]
      for reference in unknown {
        var query = Query(.genericPassword)
        query.references = [reference]
        bench.expect(.itemNotFound) { () throws(KeychainError) in
          _ = try bench.first.copyMatching(query)
        }
      }
    },
    ContractCase("a list of references finds its items") { bench in
      var list = Query(.genericPassword)
      for account in ["one", "two", "three"] {
        let added = try bench.first.add(bench.item("a", account))
        if account != "two" { list.references += query(added).references }
      }
      bench.expectEqual(
        try bench.values(.account, bench.first, list), [.text("one"), .text("three")])
    },
  ]
}
