// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

enum StoreCases {
  static let all: [ContractCase] = [
    ContractCase("what was answered success is there after opening again") { bench in
      _ = try bench.first.add(bench.item("a", "kept", "1"))
      _ = try bench.first.add(bench.item("a", "changed", "2"))
      _ = try bench.first.add(bench.item("a", "removed", "3"))
      try bench.first.update(bench.query("a", "changed"), setting: bench.setting(.label, "x"))
      try bench.first.delete(bench.query("a", "removed"))
      try bench.reopen()
      bench.expectEqual(try bench.secrets(bench.first, bench.query()), ["1", "2"])
      bench.expectEqual(
        try bench.values(.label, bench.first, bench.query("a", "changed")), [.text("x")])
    },
    ContractCase("a store that did all of this is clean") { bench in
      _ = try bench.first.add(bench.item("a", "one"))
      var synced = bench.item("a", "two")
      synced.isSynchronizable = true
      _ = try bench.first.add(synced)
      var any = bench.query("a", "two")
      any.sync = .any
      try bench.first.update(any, setting: bench.setting(.account, "three"))
      try bench.first.delete(bench.query("a", "one"))
      let report = try bench.first.check()
      bench.expect(report.isClean, "findings: \(report.findings)")
      bench.expectEqual(report.tombstones, 1, "tombstones")
      try bench.reopen()
      bench.expect(try bench.first.check().isClean, "not clean after opening again")
    },
    ContractCase("the store names itself, and its write numbers rise") { bench in
      let before = try bench.first.describeStore()
      _ = try bench.first.add(bench.item())
      let after = try bench.first.describeStore()
      bench.expectEqual(after.store, before.store)
      bench.expectEqual(after.incarnation, before.incarnation)
      bench.expect(after.lastWrite > before.lastWrite, "the write number did not rise")
      bench.expectEqual(after.itemCount, before.itemCount + 1)
      try bench.reopen()
      bench.expectEqual(try bench.first.describeStore().lastWrite, after.lastWrite)
    },
    ContractCase("the list shows the caller's items and no secret") { bench in
      _ = try bench.first.add(bench.item("a", "one"))
      _ = try bench.second.add(bench.item("a", "two"))
      let list = try bench.first.listItems([.genericPassword, .internetPassword])
      bench.expectEqual(list.map { $0.attributes[.account] }, [.text("one")])
      bench.expectEqual(list.map(\.state), [.readable])
    },
  ]
}
