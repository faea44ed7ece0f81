// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

enum CopyCases {
  private static func count(_ bench: ContractBench, _ predicates: [Predicate])
    throws(KeychainError) -> Int
  {
    let query = Query(.genericPassword, predicates)
    return try bench.values(.account, bench.first, query).count
  }

  static let all: [ContractCase] = [
    ContractCase("an empty store has nothing") { bench in
      for itemClass in ItemClass.stored {
        bench.expect(.itemNotFound) { () throws(KeychainError) in
          _ = try bench.first.copyMatching(Query(itemClass))
        }
      }
    },
    ContractCase("matches come in the order of insertion, as many as asked for") { bench in
      for account in ["one", "two", "three"] { _ = try bench.first.add(bench.item("a", account)) }
      let text = { (accounts: [String]) in accounts.map { AttributeValue.text($0) as Optional } }
      func accounts(_ limit: Limit) throws -> [AttributeValue?] {
        try bench.values(.account, bench.first, bench.query("a", limit: limit))
      }
      bench.expectEqual(try accounts(.one), text(["one"]))
      bench.expectEqual(try accounts(Limit(count: 2)), text(["one", "two"]))
      bench.expectEqual(try accounts(.all), text(["one", "two", "three"]))
      bench.expectEqual(try accounts(Limit(count: 0)), [])
    },
    ContractCase("only what is asked for comes back") { bench in
      _ = try bench.first.add(bench.item())
      let nothing = try bench.first.copyMatching(bench.query())[0]
      bench.expect(nothing.secret == nil && nothing.attributes == nil, "existence gave more")
      let secret = try bench.first.copyMatching(bench.query("a", nil, .secret))[0]
      bench.expectEqual(bench.text(secret.secret), "secret")
      let attributes = try bench.first.copyMatching(bench.query("a", nil, .attributes))[0]
      bench.expect(attributes.secret == nil, "attributes brought the secret")
      bench.expectEqual(attributes.attributes?[.account], .text("b"))
    },
    ContractCase("each predicate has to hold") { bench in
      var item = bench.item()
      item.attributes[.label] = .text("l")
      item.attributes[.type] = .number(7)
      item.attributes[.isInvisible] = .number(1)
      _ = try bench.first.add(item)
      bench.expectEqual(
        try count(bench, [Predicate(.label, .text("l")), Predicate(.type, .number(7))]), 1)
      bench.expectEqual(
        try count(bench, [Predicate(.label, .text("l")), Predicate(.type, .number(8))]), 0)
      bench.expectEqual(try count(bench, [Predicate(.label, .text("L"))]), 0, "case counts")
      bench.expectEqual(try count(bench, [Predicate(.isInvisible, .number(1))]), 1)
      bench.expectEqual(try count(bench, [Predicate(.isInvisible, .number(0))]), 0)
      bench.expectEqual(
        try count(bench, [Predicate(.comment, .text(""))]), 0, "absent is not empty")
    },
    ContractCase("protection is a predicate") { bench in
      for (account, protection) in [("x", "ak"), ("y", "ck"), ("z", "dku")] {
        var item = bench.item("a", account)
        item.protectionName = protection
        _ = try bench.first.add(item)
      }
      for (protection, account) in [("ak", "x"), ("ck", "y"), ("dku", "z")] {
        let query = Query(.genericPassword, [Predicate(.protection, .text(protection))])
        bench.expectEqual(try bench.values(.account, bench.first, query), [.text(account)])
      }
      let query = Query(.genericPassword, [Predicate(.protection, .text("f"))])
      bench.expectEqual(try bench.values(.account, bench.first, query), [])
    },
    ContractCase("what was returned finds its item") { bench in
      var item = bench.item()
      item.attributes[.label] = .text("l")
      item.attributes[.generic] = .bytes([1, 2, 3])
      _ = try bench.first.add(item)
      let found = try bench.first.copyMatching(bench.query("a", nil, .attributes))[0]
      for entry in found.attributes ?? AttributeSet() {
        switch entry.attribute {
        case .accessGroup, .synchronizable, .tombstone, .multiUser: continue
        default: break
        }
        let query = Query(.genericPassword, [Predicate(entry.attribute, entry.value)])
        bench.expectEqual(
          try bench.values(.account, bench.first, query), [.text("b")], entry.attribute.name)
      }
    },
    ContractCase("an error tells no value and no secret") { bench in
      _ = try bench.first.add(bench.item("canary-service", "canary-account", "canary-secret"))
      var errors: [KeychainError] = []
      func note(_ body: () throws(KeychainError) -> Void) {
        do throws(KeychainError) { try body() } catch { errors.append(error) }
      }
      let item = bench.item("canary-service", "canary-account", "canary-secret")
      note { () throws(KeychainError) in _ = try bench.first.add(item) }
      note { () throws(KeychainError) in
        _ = try bench.first.copyMatching(bench.query("canary-service", "canary-other"))
      }
      note { () throws(KeychainError) in
        _ = try bench.first.copyMatching(bench.query(), group: .named("canary-group"))
      }
      bench.expectEqual(errors.count, 3, "errors")
      for error in errors {
        bench.expect(!"\(error)".contains("canary"), "description tells: \(error.code.rawValue)")
        bench.expect(!String(reflecting: error).contains("canary"), "reflection tells")
      }
    },
  ]
}
