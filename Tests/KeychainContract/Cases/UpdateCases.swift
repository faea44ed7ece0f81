// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

enum UpdateCases {
  static let all: [ContractCase] = [
    ContractCase("an update changes every match") { bench in
      for account in ["one", "two", "three"] { _ = try bench.first.add(bench.item("a", account)) }
      _ = try bench.first.add(bench.item("other", "four"))
      try bench.first.update(bench.query("a"), setting: bench.setting(.label, "x"))
      let labelled = Query(.genericPassword, [Predicate(.label, .text("x"))])
      bench.expectEqual(try bench.first.copyMatching(labelled).count, 3)
    },
    ContractCase("an update without a match changes nothing and says so") { bench in
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        try bench.first.update(bench.query("a"), setting: bench.setting(.label, "x"))
      }
    },
    ContractCase("the secret and the other attributes stay when one is changed") { bench in
      var item = bench.item()
      item.attributes[.comment] = .text("kept")
      _ = try bench.first.add(item)
      try bench.first.update(bench.query(), setting: bench.setting(.label, "x"))
      bench.expectEqual(try bench.secrets(bench.first, bench.query()), ["secret"])
      bench.expectEqual(try bench.values(.comment, bench.first, bench.query()), [.text("kept")])
      var changes = Changes()
      changes.secret = SecretBytes(copying: Array("new".utf8))
      try bench.first.update(bench.query(), setting: changes)
      bench.expectEqual(try bench.secrets(bench.first, bench.query()), ["new"])
      bench.expectEqual(try bench.values(.label, bench.first, bench.query()), [.text("x")])
    },
    ContractCase("an empty update only moves the date of modification") { bench in
      _ = try bench.first.add(bench.item())
      let before = try bench.values(.modificationDate, bench.first, bench.query())
      let created = try bench.values(.creationDate, bench.first, bench.query())
      try bench.first.update(bench.query(), setting: Changes())
      let after = try bench.values(.modificationDate, bench.first, bench.query())
      bench.expectEqual(try bench.values(.creationDate, bench.first, bench.query()), created)
      guard case .date(let old)?? = before.first, case .date(let new)?? = after.first else {
        return bench.fail("no dates", line: #line)
      }
      bench.expect(
        new.microseconds >= old.microseconds + 1_000, "not at least a millisecond younger")
    },
    ContractCase("a primary key that is taken: nothing changes, whichever match meets it") {
      bench in
      _ = try bench.first.add(bench.item("a", "b", "one"))
      _ = try bench.first.add(bench.item("a", "c", "two"))
      bench.expect(.duplicateItem) { () throws(KeychainError) in
        try bench.first.update(bench.query("a", "c"), setting: bench.setting(.account, "b"))
      }
      // Two rows would get one primary key. Each alone could have it, both cannot.
      bench.expect(.duplicateItem) { () throws(KeychainError) in
        try bench.first.update(bench.query("a"), setting: bench.setting(.account, "same"))
      }
      bench.expectEqual(try bench.secrets(bench.first, bench.query("a", "b")), ["one"])
      bench.expectEqual(try bench.secrets(bench.first, bench.query("a", "c")), ["two"])
      bench.expectEqual(try bench.first.copyMatching(bench.query("a")).count, 2)
    },
    ContractCase("a renamed item is found by its new name only") { bench in
      _ = try bench.first.add(bench.item())
      try bench.first.update(bench.query(), setting: bench.setting(.account, "z"))
      bench.expectEqual(try bench.secrets(bench.first, bench.query("a", "z")), ["secret"])
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(bench.query("a", "b"))
      }
      _ = try bench.first.add(bench.item())
    },
    ContractCase("protection can be changed") { bench in
      _ = try bench.first.add(bench.item())
      var changes = Changes()
      changes.protectionName = "cku"
      try bench.first.update(bench.query(), setting: changes)
      bench.expectEqual(try bench.values(.protection, bench.first, bench.query()), [.text("cku")])
      bench.expectEqual(try bench.secrets(bench.first, bench.query()), ["secret"])
    },
  ]
}
