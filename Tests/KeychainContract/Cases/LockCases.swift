// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// Protections in every lock state (Specification/secitem.md, "Class table" to "Consequences worth
/// testing").
enum LockCases {
  /// The protections whose keys are available, column by column of Specification/secitem.md, "Class
  /// table".
  private static let available: [LockState: [Protection]] = [
    .unlocked: Protection.allCases,
    .locked: [
      .afterFirstUnlock, .always, .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly,
    ],
    .beforeFirstUnlock: [.always, .alwaysThisDeviceOnly],
  ]

  static let all: [ContractCase] =
    LockState.allCases.map { state in
      ContractCase("items of each class while the store is in the state \(state)") { bench in
        try allClasses(bench, state, available[state] ?? [])
      }
    } + [
      withoutPasscode, besideLocked, noHint, changingProtection, everybody, unfinished, restarting,
    ]

  private static func allClasses(
    _ bench: ContractBench, _ state: LockState, _ available: [Protection]
  ) throws {
    try bench.set("1234")
    for protection in Protection.allCases { _ = try bench.first.add(bench.item(protection)) }
    try bench.put(in: state)
    for protection in Protection.allCases {
      let isThere = available.contains(protection)
      let refusal: KeychainError.Code? = isThere ? nil : .interactionNotAllowed
      for returns in [[], .attributes, .secret, .persistentReference] as [Returns] {
        bench.expect(refusal) { () throws(KeychainError) in
          _ = try bench.first.copyMatching(bench.query(protection, returns))
        }
      }
      var skipping = bench.query(protection)
      skipping.interaction = .skip
      bench.expect(refusal) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(skipping)
      }
      bench.expect(refusal) { () throws(KeychainError) in
        try bench.first.update(bench.query(protection), setting: bench.setting(.label, "x"))
      }
      bench.expect(isThere ? .duplicateItem : .interactionNotAllowed) { () throws(KeychainError) in
        _ = try bench.first.add(bench.item(protection))
      }
      bench.expect(refusal) { () throws(KeychainError) in
        var new = bench.item(protection)
        new.attributes[.account] = .text("new " + protection.name)
        _ = try bench.first.add(new)
      }
      bench.expect(nil) { () throws(KeychainError) in
        try bench.first.delete(bench.query(protection))
      }
      bench.expect(.itemNotFound) { () throws(KeychainError) in
        _ = try bench.first.copyMatching(bench.query(protection))
      }
    }
  }

  private static let withoutPasscode = ContractCase(
    "a store without a passcode is unlocked, stays so, and holds no item that needs one"
  ) { bench in
    bench.expectEqual(
      try bench.first.lockStatus().state, .unlocked, "the state without a passcode")
    bench.expect(.parameter) { () throws(KeychainError) in try bench.first.lockStore(all: false) }
    for protection in Protection.allCases where protection != .whenPasscodeSetThisDeviceOnly {
      _ = try bench.first.add(bench.item(protection))
    }
    bench.expect(.notAvailable) { () throws(KeychainError) in
      _ = try bench.first.add(bench.item(.whenPasscodeSetThisDeviceOnly))
    }
    bench.expect(.notAvailable) { () throws(KeychainError) in
      try bench.first.update(
        bench.query(.always), setting: bench.protecting(.whenPasscodeSetThisDeviceOnly))
    }
    try bench.restart()
    bench.expectEqual(try bench.readable(), Protection.allCases.dropLast(), "after a restart")
  }

  private static let besideLocked = ContractCase(
    "one locked match fails the whole search, and a protection in the query keeps away from it"
  ) { bench in
    try bench.set("1234")
    _ = try bench.first.add(bench.item(.always))
    _ = try bench.first.add(bench.item(.whenUnlocked))
    try bench.put(in: .locked)
    bench.expect(.interactionNotAllowed) { () throws(KeychainError) in
      _ = try bench.secrets(bench.first, bench.query("class"))
    }
    let open = Query(.genericPassword, [Predicate(.protection, .text("dk"))])
    bench.expectEqual(try bench.secrets(bench.first, open), ["dk"])
  }

  private static let noHint = ContractCase(
    "while locked, what is not there is not found, and what is there counts as locked"
  ) { bench in
    try bench.set("1234")
    _ = try bench.first.add(bench.item(.whenUnlocked))
    try bench.put(in: .locked)
    bench.expect(.itemNotFound) { () throws(KeychainError) in
      _ = try bench.first.copyMatching(bench.query("none"))
    }
    bench.expect(.itemNotFound) { () throws(KeychainError) in
      try bench.first.delete(bench.query("none"))
    }
    var other = bench.item(.whenUnlocked)
    other.protectionName = Protection.always.name
    bench.expect(.interactionNotAllowed) { () throws(KeychainError) in
      _ = try bench.first.add(other)
    }
  }

  private static let changingProtection = ContractCase(
    "a protection changes in place, and while locked neither up nor down"
  ) { bench in
    try bench.set("1234")
    let added = try bench.first.add(bench.item(.afterFirstUnlock))
    let changes: [(LockState, Protection, KeychainError.Code?)] = [
      (.unlocked, .whenPasscodeSetThisDeviceOnly, nil),
      (.locked, .afterFirstUnlock, .interactionNotAllowed),
      (.unlocked, .afterFirstUnlock, nil),
      (.locked, .whenUnlocked, .interactionNotAllowed),
      (.locked, .always, nil),
      (.beforeFirstUnlock, .afterFirstUnlock, .interactionNotAllowed),
    ]
    for (state, protection, code) in changes {
      try bench.unlock("1234")
      try bench.put(in: state)
      bench.expect(code) { () throws(KeychainError) in
        try bench.first.update(
          bench.query(.afterFirstUnlock), setting: bench.protecting(protection))
      }
    }
    let found = try bench.first.copyMatching(
      bench.query(.afterFirstUnlock, [.secret, .attributes]))
    bench.expectEqual(found.first?.attributes?[.protection], .text("dk"))
    bench.expectEqual(found.first?.identifier, added?.identifier, "the reference")
    bench.expectEqual(bench.text(found.first?.secret), "ck", "the secret")
  }

  private static let everybody = ContractCase("lock and unlock reach every caller") { bench in
    try bench.set("1234")
    _ = try bench.second.add(bench.item(.whenUnlocked))
    try bench.put(in: .locked)
    bench.expectEqual(try bench.second.lockStatus().state, .locked)
    bench.expect(.interactionNotAllowed) { () throws(KeychainError) in
      _ = try bench.second.copyMatching(bench.query(.whenUnlocked))
    }
    try bench.unlock("1234")
    bench.expectEqual(try bench.secrets(bench.second, bench.query(.whenUnlocked)), ["ak"])
  }

  private static let unfinished = ContractCase(
    "what was deleted while locked stays deleted, and its name is free"
  ) { bench in
    try bench.set("1234")
    var item = bench.item(.whenUnlocked)
    item.isSynchronizable = true
    _ = try bench.first.add(item)
    try bench.put(in: .locked)
    var query = bench.query("class")
    query.sync = .any
    try bench.first.delete(query)
    try bench.unlock("1234")
    bench.expect(.itemNotFound) { () throws(KeychainError) in
      _ = try bench.first.copyMatching(query)
    }
    _ = try bench.first.add(item)
    bench.expectEqual(try bench.secrets(bench.first, query), ["ak"])
    bench.expect(try bench.first.check().isClean, "not clean")
  }

  private static let restarting = ContractCase(
    "a machine that starts anew waits for the first unlock; opening again changes nothing"
  ) { bench in
    try bench.set("1234")
    for protection in Protection.allCases { _ = try bench.first.add(bench.item(protection)) }
    try bench.reopen()
    bench.expectEqual(try bench.readable(), Protection.allCases, "opened again")
    try bench.put(in: .locked)
    try bench.reopen()
    bench.expectEqual(try bench.first.lockStatus().state, .locked, "opened again while locked")
    try bench.restart()
    bench.expectEqual(try bench.first.lockStatus().state, .beforeFirstUnlock, "the state")
    bench.expectEqual(try bench.readable(), [.always, .alwaysThisDeviceOnly], "started anew")
    try bench.unlock("1234")
    bench.expectEqual(try bench.readable(), Protection.allCases, "after the first unlock")
  }
}
