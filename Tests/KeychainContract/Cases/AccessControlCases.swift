// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// Items that the user has to allow (Specification/secitem.md, "Use in the four calls",
/// "Authentication loop", Specification/access-control.md, "Evidence of a context, and SecItem").
enum AccessControlCases {
  private typealias Flags = AccessControl.Flags
  private typealias Answer = ContractPerson.Answer

  /// A call for the secret of one item, with the user's answers and the expected status.
  private struct Row {
    let words: String
    let flags: Flags
    let answers: [Answer]
    let status: KeychainError.Code?
    let prompts: Int

    init(
      _ words: String, _ flags: Flags, _ answers: [Answer], _ status: KeychainError.Code?,
      prompts: Int = 1
    ) {
      (self.words, self.flags, self.answers) = (words, flags, answers)
      (self.status, self.prompts) = (status, prompts)
    }
  }

  // swift-format-ignore
  private static let rows: [Row] = [
    Row("presence, by a finger",        .userPresence,        [.finger],    nil),
    Row("presence, by the passcode",    .userPresence,        [.passcode],  nil),
    Row("a finger",                     .biometryAny,         [.finger],    nil),
    Row("a finger of those enrolled",   .biometryCurrentSet,  [.finger],    nil),
    Row("the passcode",                 .devicePasscode,      [.passcode],  nil),
    Row("a finger or the passcode",     [.biometryAny, .devicePasscode, .or], [.passcode], nil),
    Row("a password of its own",        .applicationPassword, [.applicationPassword("a")], nil),
    Row("another password",             .applicationPassword, [.applicationPassword("b")], .authorizationFailed),
    Row("failure",                      .userPresence,        [.fails],     .authorizationFailed),
    Row("cancelled",                    .userPresence,        [.cancels],   .userCancelled),
    Row("flags that ask for nothing",   [],                   [],           nil, prompts: 0),
  ]

  static let all: [ContractCase] =
    rows.map { row in
      ContractCase("an item that asks for something: \(row.words)") { bench in
        try copy(bench, row)
      }
    } + [quiet, skipping, several, contexts, lock, changes, enrolment, nothingToBind]

  /// Adds an item with these flags.
  ///
  /// The user types its password if it has one.
  private static func add(
    _ bench: ContractBench, _ account: String, _ flags: Flags, _ person: ContractPerson
  ) throws {
    var item = bench.item("a", account)
    item.accessControl = try AccessControl(protectionName: "ak", flags: flags)
    if flags.contains(.applicationPassword) { person.answer(.applicationPassword("a")) }
    _ = try bench.asking(person).add(item)
  }

  private static func copy(_ bench: ContractBench, _ row: Row) throws {
    let person = ContractPerson()
    try add(bench, "b", row.flags, person)
    for returns in [[], .attributes, .secret] as [Returns] {
      let before = person.prompts
      row.answers.forEach { person.answer($0) }
      bench.expect(row.status) { () throws(KeychainError) in
        _ = try bench.asking(person).copyMatching(bench.query("a", "b", returns))
      }
      bench.expectEqual(person.prompts - before, row.prompts, "prompts for \(returns)")
    }
    let before = person.prompts
    try bench.asking(person).delete(bench.query("a", "b"))
    bench.expectEqual(person.prompts, before, "prompts of a delete")
  }

  private static let quiet = ContractCase("where nobody may be asked, nobody is") { bench in
    let person = ContractPerson()
    try add(bench, "b", .userPresence, person)
    var query = bench.query("a", "b")
    query.interaction = .fail
    let silent = AuthenticationContext()
    silent.set { $0.forbidsInteraction = true }
    for (context, interaction) in [(nil, Interaction.fail), (silent, .allow)] {
      query.interaction = interaction
      bench.expect(.interactionNotAllowed) { () throws(KeychainError) in
        _ = try bench.asking(person, in: context).copyMatching(query)
      }
      bench.expect(.interactionNotAllowed) { () throws(KeychainError) in
        try bench.asking(person, in: context).update(query, setting: bench.setting(.label, "x"))
      }
    }
    person.change { $0.isInteractive = false }
    bench.expect(.interactionNotAllowed) { () throws(KeychainError) in
      _ = try bench.asking(person).copyMatching(bench.query("a", "b"))
    }
    bench.expectEqual(person.prompts, 0, "prompts")
  }

  private static let skipping = ContractCase("skipping leaves out what would ask, and no more") {
    bench in
    let person = ContractPerson()
    try add(bench, "one", .userPresence, person)
    var query = bench.query("a", nil, .secret)
    query.interaction = .skip
    bench.expect(.itemNotFound) { () throws(KeychainError) in
      _ = try bench.asking(person).copyMatching(query)
    }
    _ = try bench.first.add(bench.item("a", "two"))
    bench.expectEqual(try bench.asking(person).copyMatching(query).count, 1, "the rest")
    // The limit counts items that are left out.
    query.limit = .one
    bench.expect(.itemNotFound) { () throws(KeychainError) in
      _ = try bench.asking(person).copyMatching(query)
    }
    bench.expectEqual(person.prompts, 0, "prompts")
    query.limit = .all
    let context = AuthenticationContext()
    context.set { $0.evidence.add([Proof(.passcode, at: person.facts(for: ContractCaller.first))]) }
    let proved = try bench.asking(person, in: context)
    bench.expectEqual(try proved.copyMatching(query).count, 2, "with evidence in hand")
  }

  private static let several = ContractCase("one answer serves all items; one refusal fails all") {
    bench in
    let person = ContractPerson()
    for account in ["one", "two"] { try add(bench, account, .userPresence, person) }
    _ = try bench.first.add(bench.item("a", "three"))
    person.answer(.finger)
    let found = try bench.asking(person).copyMatching(bench.query("a", nil, .secret))
    bench.expectEqual(found.count, 3)
    bench.expectEqual(person.prompts, 1, "prompts")
    person.answer(.cancels)
    bench.expect(.userCancelled) { () throws(KeychainError) in
      _ = try bench.asking(person).copyMatching(bench.query("a", nil, .secret))
    }
  }

  private static let contexts = ContractCase(
    "a context keeps what was proved, until it is invalidated or the device was locked"
  ) { bench in
    let person = ContractPerson()
    try add(bench, "b", .userPresence, person)
    let context = AuthenticationContext()
    person.answer(.passcode)
    for _ in 0..<2 {
      _ = try bench.asking(person, in: context).copyMatching(bench.query("a", "b", .secret))
    }
    bench.expectEqual(person.prompts, 1, "prompts in one context")
    person.change { $0.era += 1 }
    person.answer(.cancels)
    bench.expect(.userCancelled) { () throws(KeychainError) in
      _ = try bench.asking(person, in: context).copyMatching(bench.query("a", "b"))
    }
    context.invalidate()
    bench.expect(.authorizationFailed) { () throws(KeychainError) in
      _ = try bench.asking(person, in: context).copyMatching(bench.query("a", "b"))
    }
    bench.expectEqual(person.prompts, 2, "prompts")
    _ = try bench.first.add(bench.item("a", "plain"))
    _ = try bench.asking(person, in: context).copyMatching(bench.query("a", "plain"))
  }

  private static let lock = ContractCase("a lock comes before any prompt") { bench in
    let person = ContractPerson()
    try bench.set("1234")
    try add(bench, "b", .userPresence, person)
    try bench.put(in: .locked)
    bench.expect(.interactionNotAllowed) { () throws(KeychainError) in
      _ = try bench.asking(person).copyMatching(bench.query("a", "b"))
    }
    bench.expect(.interactionNotAllowed) { () throws(KeychainError) in
      try bench.asking(person).update(bench.query("a"), setting: bench.protecting(.always))
    }
    try bench.asking(person).delete(bench.query("a", "b"))
    bench.expectEqual(person.prompts, 0, "prompts")
  }

  private static let changes = ContractCase(
    "an update asks like a copy; another protection takes the access control away"
  ) { bench in
    let person = ContractPerson()
    try add(bench, "b", .userPresence, person)
    person.answer(.cancels)
    bench.expect(.userCancelled) { () throws(KeychainError) in
      try bench.asking(person).update(bench.query("a"), setting: bench.setting(.label, "x"))
    }
    person.answer(.finger, .finger)
    try bench.asking(person).update(bench.query("a"), setting: bench.setting(.label, "x"))
    try bench.asking(person).update(bench.query("a"), setting: bench.protecting(.always))
    bench.expectEqual(person.prompts, 3, "prompts")
    let found = try bench.first.copyMatching(bench.query("a", "b", [.attributes, .secret]))
    bench.expectEqual(found.first?.accessControl, .bare(.always))
    bench.expectEqual(found.first?.attributes?[.label], .text("x"))
    bench.expectEqual(bench.text(found.first?.secret), "secret")
  }

  private static let enrolment = ContractCase(
    "another finger ends what is bound to those of before, and that alone"
  ) { bench in
    let person = ContractPerson()
    try add(bench, "bound", .biometryCurrentSet, person)
    try add(bench, "any", .biometryAny, person)
    try add(bench, "either", [.biometryCurrentSet, .devicePasscode, .or], person)
    person.enrol(2)
    bench.expect(.itemNotFound) { () throws(KeychainError) in
      _ = try bench.asking(person).copyMatching(bench.query("a", "bound"))
    }
    bench.expectEqual(person.prompts, 0, "prompts in vain")
    person.answer(.finger, .passcode)
    for account in ["any", "either"] {
      _ = try bench.asking(person).copyMatching(bench.query("a", account))
    }
    try add(bench, "bound", .biometryCurrentSet, person)
    person.answer(.finger)
    _ = try bench.asking(person).copyMatching(bench.query("a", "bound"))
  }

  private static let nothingToBind = ContractCase(
    "no item is made that asks for what is not there"
  ) { bench in
    let person = ContractPerson()
    person.change { facts in
      facts.hasPasscode = false
      facts.biometry?.enrolments = []
    }
    for flags in [.userPresence, .devicePasscode, .biometryAny, .biometryCurrentSet] as [Flags] {
      var item = bench.item("a", "\(flags.rawValue)")
      item.accessControl = try AccessControl(protectionName: "ak", flags: flags)
      bench.expect(.authorizationFailed) { () throws(KeychainError) in
        _ = try bench.asking(person).add(item)
      }
    }
    var item = bench.item()
    item.accessControl = try AccessControl(protectionName: "ak", flags: .applicationPassword)
    person.change { $0.isInteractive = false }
    bench.expect(.interactionNotAllowed) { () throws(KeychainError) in
      _ = try bench.asking(person).add(item)
    }
    bench.expect(.itemNotFound) { () throws(KeychainError) in
      _ = try bench.first.copyMatching(bench.query("a"))
    }
  }
}
