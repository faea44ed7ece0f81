// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

enum AddCases {
  static let all: [ContractCase] = [
    ContractCase("what is added is found, with its secret") { bench in
      _ = try bench.first.add(bench.item())
      bench.expectEqual(try bench.secrets(bench.first, bench.query("a", "b")), ["secret"])
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(bench.query("a", "other"))
      }
    },
    ContractCase("a duplicate is refused and changes nothing") { bench in
      _ = try bench.first.add(bench.item("a", "b", "old"))
      var again = bench.item("a", "b", "new")
      again.protectionName = "ck"
      again.attributes[.label] = .text("another label")
      bench.expect(.duplicateItem) { () throws(KeychainError) in _ = try bench.first.add(again) }
      bench.expectEqual(try bench.secrets(bench.first, bench.query("a", "b")), ["old"])
    },
    ContractCase("text and data of the same bytes are one key; the stored type comes back") {
      bench in
      _ = try bench.first.add(bench.item())
      var again = bench.item()
      again.attributes[.account] = .bytes(Array("b".utf8))
      bench.expect(.duplicateItem) { () throws(KeychainError) in _ = try bench.first.add(again) }
      let query = Query(.genericPassword, [Predicate(.account, .bytes(Array("b".utf8)))])
      bench.expectEqual(try bench.values(.account, bench.first, query), [.text("b")])
    },
    ContractCase("spellings of one character are two accounts") { bench in
      _ = try bench.first.add(bench.item("a", "caf\u{E9}", "one"))
      _ = try bench.first.add(bench.item("a", "cafe\u{301}", "two"))
      bench.expectEqual(
        try bench.secrets(bench.first, bench.query("a", "cafe\u{301}")), ["two"])
    },
    ContractCase("an item without secret is an item") { bench in
      _ = try bench.first.add(bench.item("a", "b", nil))
      bench.expectEqual(try bench.secrets(bench.first, bench.query("a", "b")), [nil])
    },
    ContractCase("an empty secret is a secret") { bench in
      _ = try bench.first.add(bench.item("a", "b", ""))
      bench.expectEqual(try bench.secrets(bench.first, bench.query("a", "b")), [""])
    },
    ContractCase("a secret of a megabyte") { bench in
      let secret = String(repeating: "0123456789abcdef", count: 65_536)
      _ = try bench.first.add(bench.item("a", "b", secret))
      try bench.reopen()
      bench.expect(
        try bench.secrets(bench.first, bench.query("a", "b")) == [secret], "it came back changed")
    },
    ContractCase("defaults are filled in, dates are ours") { bench in
      var item = NewItem(.genericPassword)
      item.attributes[.service] = .text("a")
      item.attributes[.creationDate] = .date(Instant(microseconds: -5))
      item.returns = .attributes
      _ = try bench.first.add(item)
      let query = bench.query("a", nil, .attributes)
      let found = try bench.first.copyMatching(query)[0].attributes ?? AttributeSet()
      bench.expectEqual(found[.account], .text(""))
      bench.expectEqual(found[.protection], .text("ak"))
      bench.expectEqual(found[.synchronizable], .number(0))
      bench.expectEqual(found[.accessGroup], .text("contract.first"))
      bench.expect(found[.creationDate] == found[.modificationDate], "dates differ at first")
      bench.expect(found[.creationDate] != .date(Instant(microseconds: -5)), "date not ours")
    },
    ContractCase("an item of each class, by a value of its own") { bench in
      let values: [(ItemClass, Attribute, AttributeValue)] = [
        (.genericPassword, .service, .text("x")), (.internetPassword, .server, .text("x")),
        (.certificate, .issuer, .bytes([1, 2])), (.key, .applicationLabel, .bytes([3, 4])),
      ]
      for (itemClass, attribute, value) in values {
        var item = NewItem(itemClass)
        item.attributes[attribute] = value
        item.secret = SecretBytes(copying: [1])
        _ = try bench.first.add(item)
        let query = Query(itemClass, [Predicate(attribute, value)])
        bench.expectEqual(try bench.first.copyMatching(query).count, 1, itemClass.rawValue)
        try bench.first.delete(query)
        bench.expect(.itemNotFound) { () throws(KeychainError) in
          _ = try bench.first.copyMatching(query)
        }
      }
    },
    ContractCase("two writers of one key: exactly one wins") { bench in
      let backend = bench.backend
      let item = bench.item()
      let outcomes = Lock([Bool]())
      try runTogether(8) { _ in
        let service = try backend.service(as: ContractCaller.first)
        let added = (try? service.add(item)) != nil
        outcomes.withLock { $0.append(added) }
      }
      let won = outcomes.withLock { list in list.filter { $0 }.count }
      bench.expectEqual(won, 1, "additions that succeeded")
      bench.expectEqual(try bench.first.copyMatching(bench.query()).count, 1)
    },
  ]
}
