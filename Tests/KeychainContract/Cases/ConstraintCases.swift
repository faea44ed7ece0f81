// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

enum ConstraintCases {
  static let all: [ContractCase] = [
    ContractCase("an access control comes back equal, and the bare one where none was given") {
      bench in
      let open = try AccessControl(protectionName: "ck", flags: [])
      var item = bench.item("a", "open")
      item.accessControl = open
      _ = try bench.first.add(item)
      _ = try bench.first.add(bench.item("a", "bare"))
      try bench.reopen()
      let found = try bench.first.copyMatching(bench.query("a", nil, .attributes))
      bench.expectEqual(found.map(\.accessControl), [open, .bare(.whenUnlocked)])
      bench.expectEqual(found.first?.attributes?[.protection], .text("ck"))
    },
    ContractCase("a constrained item needs evidence to be read, and none to be deleted") { bench in
      var item = bench.item()
      item.accessControl = try AccessControl(protectionName: "ak", flags: .userPresence)
      bench.expect(.authorizationRequired) { () throws(KeychainError) in
        _ = try bench.first.add(item)
      }
      item.evidence = Evidence(facts: AuthenticationFacts())
      bench.expect(.authorizationFailed) { () throws(KeychainError) in
        _ = try bench.first.add(item)
      }
      var facts = AuthenticationFacts()
      facts.hasPasscode = true
      item.evidence = Evidence(facts: facts)
      _ = try bench.first.add(item)
      var proved = bench.query("a", nil, .secret)
      proved.evidence = Evidence(facts: facts)
      bench.expect(.authorizationRequired) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(proved)
      }
      var bag = EvidenceBag()
      bag.add([Proof(.passcode, at: facts)])
      proved.evidence = Evidence(facts: facts, bag: bag)
      bench.expectEqual(try bench.first.copyMatching(proved).count, 1)
      for interaction in [Interaction.allow, .fail] {
        var query = bench.query("a", nil, .secret)
        query.interaction = interaction
        do throws(KeychainError) {
          _ = try bench.first.copyMatching(query)
          bench.fail("the secret came without evidence", line: #line)
        } catch {
          bench.expect(
            [.authorizationRequired, .interactionNotAllowed].contains(error.code),
            "copy: \(error.code.rawValue)")
        }
      }
      var skipping = bench.query("a", nil, .secret)
      skipping.interaction = .skip
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(skipping)
      }
      try bench.first.delete(bench.query())
    },
    ContractCase("a constrained item may not be synchronizable") { bench in
      var item = bench.item()
      item.isSynchronizable = true
      item.accessControl = try AccessControl(protectionName: "ak", flags: .userPresence)
      bench.expect(.parameter) { () throws(KeychainError) in _ = try bench.first.add(item) }
    },
    ContractCase("a protection that needs a passcode is not to be had without one") { bench in
      var item = bench.item()
      item.protectionName = "akpu"
      bench.expect(.notAvailable) { () throws(KeychainError) in _ = try bench.first.add(item) }
    },
    ContractCase("a protection that no item can have") { bench in
      var item = bench.item()
      item.protectionName = "f"
      bench.expect(.parameter) { () throws(KeychainError) in _ = try bench.first.add(item) }
    },
  ]
}
