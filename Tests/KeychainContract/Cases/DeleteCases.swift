// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

enum DeleteCases {
  static let all: [ContractCase] = [
    ContractCase("a delete removes every match and nothing else") { bench in
      for account in ["one", "two"] { _ = try bench.first.add(bench.item("a", account)) }
      _ = try bench.first.add(bench.item("other", "three"))
      try bench.first.delete(bench.query("a"))
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(bench.query("a"))
      }
      bench.expectEqual(try bench.first.copyMatching(bench.query("other")).count, 1)
    },
    ContractCase("a delete without a match says so") { bench in
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        try bench.first.delete(bench.query("a"))
      }
      _ = try bench.first.add(bench.item())
      try bench.first.delete(bench.query("a"))
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        try bench.first.delete(bench.query("a"))
      }
    },
    ContractCase("what was deleted can be added again, and is another item") { bench in
      let old = try bench.first.add(bench.item())
      try bench.first.delete(bench.query())
      let new = try bench.first.add(bench.item())
      bench.expect(old?.identifier != new?.identifier, "the reference names the new item")
    },
  ]
}
