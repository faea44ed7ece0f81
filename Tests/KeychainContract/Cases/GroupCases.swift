// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

enum GroupCases {
  static let all: [ContractCase] = [
    ContractCase("callers do not see each other's items, but those of a common group") { bench in
      _ = try bench.first.add(bench.item("a", "own"))
      _ = try bench.first.add(bench.item("a", "common"), group: .named("contract.shared"))
      bench.expectEqual(
        try bench.values(.account, bench.second, bench.query()), [.text("common")])
      bench.expectEqual(try bench.first.copyMatching(bench.query()).count, 2)
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        try bench.second.update(bench.query("a", "own"), setting: bench.setting(.label, "x"))
      }
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        try bench.second.delete(bench.query("a", "own"))
      }
      bench.expectEqual(try bench.secrets(bench.first, bench.query("a", "own")), ["secret"])
    },
    ContractCase("a foreign group is refused by name, in every verb") { bench in
      _ = try bench.first.add(bench.item())
      let foreign = RequestedGroup.named("contract.first")
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        _ = try bench.second.add(bench.item(), group: foreign)
      }
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        _ = try bench.second.copyMatching(bench.query(), group: foreign)
      }
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        try bench.second.update(bench.query(), setting: Changes(), group: foreign)
      }
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        try bench.second.delete(bench.query(), group: foreign)
      }
      _ = try bench.second.add(bench.item())
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        try bench.second.update(bench.query(), setting: Changes(), newGroup: foreign)
      }
    },
    ContractCase("group names are compared byte by byte") { bench in
      let composed = Caller(identifier: "c", groups: ["group.caf\u{E9}"])
      let service = try bench.backend.service(as: composed)
      _ = try service.add(bench.item())
      for other in ["group.cafe\u{301}", "Group.caf\u{E9}", "group.caf\u{E9} ", ""] {
        bench.expect(.missingEntitlement) { () throws(KeychainError) in
          _ = try service.copyMatching(bench.query(), group: .named(other))
        }
        bench.expect(.missingEntitlement) { () throws(KeychainError) in
          _ = try service.add(bench.item("a", "x"), group: .named(other))
        }
      }
      bench.expectEqual(
        try service.copyMatching(bench.query(), group: .named("group.caf\u{E9}")).count, 1)
    },
    ContractCase("a caller without a group is refused everything") { bench in
      let service = try bench.backend.service(as: ContractCaller.outsider)
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        _ = try service.answer(unreadable(Request(adding: bench.item())))
      }
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        _ = try service.answer(unreadable(Request(.copyMatching, bench.query())))
      }
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        _ = try service.answer(unreadable(Request(updating: bench.query(), setting: Changes())))
      }
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        _ = try service.answer(unreadable(Request(.delete, bench.query())))
      }
    },
    ContractCase("bad dictionary and foreign group: which refusal comes first") { bench in
      let foreign = RequestedGroup.named("contract.second")
      bench.expect(.parameter) { () throws(KeychainError) in
        _ = try bench.first.answer(unreadable(Request(adding: bench.item(), to: foreign)))
      }
      bench.expect(.parameter) { () throws(KeychainError) in
        _ = try bench.first.answer(
          unreadable(Request(.copyMatching, bench.query(), in: foreign)))
      }
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        _ = try bench.first.answer(
          unreadable(Request(updating: bench.query(), in: foreign, setting: Changes())))
      }
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        _ = try bench.first.answer(unreadable(Request(.delete, bench.query(), in: foreign)))
      }
    },
    ContractCase("the group of tokens can be read and never written") { bench in
      let service = try bench.backend.service(as: ContractCaller.withToken)
      let token = RequestedGroup.named(Caller.tokenGroup)
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        _ = try service.add(bench.item(), group: token)
      }
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try service.copyMatching(bench.query(), group: token)
      }
      bench.expect(.missingEntitlement) { () throws(KeychainError) in
        try service.delete(bench.query(), group: token)
      }
    },
    ContractCase("an item can move to another group of the caller") { bench in
      let added = try bench.first.add(bench.item())
      try bench.first.update(
        bench.query(), setting: Changes(), newGroup: .named("contract.shared"))
      bench.expectEqual(try bench.secrets(bench.second, bench.query()), ["secret"])
      let found = try bench.first.copyMatching(bench.query())[0]
      bench.expectEqual(found.identifier, added?.identifier, "the reference")
    },
    ContractCase("one name in two groups are two items") { bench in
      _ = try bench.first.add(bench.item("a", "b", "one"))
      _ = try bench.first.add(bench.item("a", "b", "two"), group: .named("contract.shared"))
      bench.expectEqual(
        try bench.secrets(bench.first, bench.query(), group: .named("contract.shared")), ["two"])
    },
    ContractCase("the owner's tool sees and changes every group") { bench in
      _ = try bench.first.add(bench.item("a", "one"))
      _ = try bench.second.add(bench.item("a", "two"))
      let tool = try bench.backend.service(as: ContractCaller.owner)
      bench.expectEqual(try tool.copyMatching(bench.query()).count, 2)
      try tool.update(bench.query("a", "one"), setting: bench.setting(.label, "x"))
      bench.expectEqual(try bench.values(.label, bench.first, bench.query()), [.text("x")])
      _ = try tool.add(bench.item("tool", "own"))
      bench.expectEqual(
        try bench.values(.accessGroup, tool, bench.query("tool")), [.text("contract.owner")])
    },
  ]
}

/// Returns the request with an additional key that does not exist, which is refused with -50 in its
/// turn.
private func unreadable(_ request: Request) -> Request {
  var request = request
  request.pairs.insert(Request.Pair(RequestKey("no such key"), .null))
  return request
}
