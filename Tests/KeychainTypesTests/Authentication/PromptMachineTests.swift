// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

/// Tests of the table of events at a prompt, event by event (Specification/access-control.md,
/// "Evaluation").
@Suite("Authentication: the prompt")
struct PromptMachineTests {
  /// The requirement, the facts, the events, and the step after each event.
  typealias Row = (requirement: String, facts: String, events: String, steps: String)

  /// The rows. `bio`, `code`, `near` and `pass` are stages, `ok` and numbers are outcomes.
  ///
  /// The first step comes before any event.
  // swift-format-ignore
  static let rows: [Row] = [
    ("1", "passcode touch", "match",                    "bio ok"),
    ("2", "passcode touch", "match",                    "bio ok"),
    ("4", "passcode touch watch", "match",              "bio ok"),
    ("1", "passcode touch", "no no match",              "bio bio bio ok"),
    ("1", "passcode touch", "no no no",                 "bio bio bio -1"),
    ("2", "passcode touch", "no no no right",           "bio bio bio code ok"),
    ("4", "passcode touch watch", "no no no",           "bio bio bio -1"),
    ("1", "passcode face", "no no no",                  "bio bio bio -1"),
    ("1", "passcode face", "no no match",               "bio bio bio ok"),
    ("2", "passcode face", "no no right",               "bio bio code ok"),
    ("1", "passcode touch", "no last",                  "bio bio -8"),
    ("1", "passcode touch", "no no last",               "bio bio bio -8"),
    ("2", "passcode touch", "last right",               "bio code ok"),
    ("3", "passcode touch watch", "no no no near",      "near near near near ok"),
    ("4", "passcode touch watch", "last near",          "bio near ok"),
    ("4", "passcode touch watch", "last away",          "bio near -8"),
    ("1", "passcode touch", "cancel",                   "bio -2"),
    ("2", "passcode touch", "last cancel",              "bio code -2"),
    ("3", "passcode touch watch", "cancel",             "near -2"),
    ("1", "passcode touch", "fallback",                 "bio -3"),
    ("2", "passcode touch", "fallback right",           "bio code ok"),
    ("3", "passcode touch watch", "fallback",           "near -3"),
    ("4", "passcode touch watch", "fallback",           "bio -3"),
    ("1", "passcode touch hidden", "fallback no fallback", "bio bio bio -3"),
    ("1", "passcode face hidden", "no fallback no fallback", "bio bio bio bio -3"),
    ("2", "passcode touch", "fallback wrong wrong right", "bio code code code ok"),
    ("2", "passcode touch", "fallback spent",           "bio code -1"),
    ("2", "passcode touch", "right spent wrong match",  "bio bio bio bio ok"),
    ("2", "passcode touch", "fallback match right",     "bio code code ok"),
    ("2", "passcode touch mac watch", "near",           "bio ok"),
    ("2", "passcode touch watch", "near match",         "bio bio ok"),
    ("2", "passcode touch mac watch", "refuse",         "bio -2"),
    ("3", "passcode watch", "refuse",                   "near -2"),
    ("4", "passcode touch watch", "refuse",             "bio -2"),
    ("2", "passcode touch mac watch", "away match",     "bio bio ok"),
    ("3", "passcode watch", "away",                     "near -11"),
    ("3", "passcode far", "",                           "-11"),
    ("4", "passcode far", "",                           "-11"),
    ("4", "passcode touch empty far", "",               "-7"),
    ("4", "passcode touch far", "match",                "bio ok"),
    ("1", "passcode touch", "system",                   "bio -4"),
    ("2", "passcode touch", "fallback system",          "bio code -4"),
    ("1", "passcode touch", "app",                      "bio -9"),
    ("1", "passcode touch", "deadline",                 "bio -4"),
    ("1", "passcode touch", "slow",                     "bio -4"),
    ("2", "passcode touch", "slow right",               "bio code ok"),
    ("1", "passcode touch", "lost",                     "bio -6"),
    ("2", "passcode touch", "lost right",               "bio code ok"),
    ("1", "passcode touch", "match no cancel",          "bio ok ok ok"),
    // Some means are not ready from the start.
    ("1", "passcode touch lockout", "",                 "-8"),
    ("2", "passcode touch lockout", "right",            "code ok"),
    ("2", "passcode face refused", "right",             "code ok"),
    // Requirements of access controls.
    ("P", "passcode touch", "match",                    "bio ok"),
    ("P", "passcode", "right",                          "code ok"),
    ("B", "passcode touch", "fallback",                 "bio -3"),
    ("B", "passcode touch", "no no no",                 "bio bio bio -1"),
    ("K", "passcode touch", "match no right",           "code code code ok"),
    ("BK", "passcode touch", "match right",             "bio code ok"),
    ("BKA", "passcode touch", "match wrong spent",      "bio code code -1"),
    ("BKA", "passcode touch", "fallback",               "bio -3"),
    ("BKA", "passcode touch", "no no no",               "bio bio bio -1"),
    ("BKO", "passcode touch", "fallback right",         "bio code ok"),
    ("BKO", "passcode touch", "no no no right",         "bio bio bio code ok"),
    ("BWA", "passcode touch watch", "match near",       "bio near ok"),
    ("BWA", "passcode touch watch", "near match",       "bio bio ok"),
    ("BWA", "passcode touch watch", "match away",       "bio near -11"),
    ("W", "watch", "near",                              "near ok"),
    ("C", "passcode touch", "match",                    "bio ok"),
    ("C", "passcode touch", "other",                    "bio -1"),
    ("CKO", "passcode touch", "other right",            "bio code ok"),
    ("S", "", "typed",                                  "pass ok"),
    ("PS", "passcode touch", "match typed",             "bio pass ok"),
    ("PS", "passcode touch", "match cancel",            "bio pass -2"),
  ]

  @Test("events and steps", arguments: rows)
  func table(row: Row) throws {
    let caller = Caller(identifier: "test", groups: [])
    let request = AuthenticationRequest(try requirement(row.requirement), for: caller)
    var machine = PromptMachine(request, in: facts(row.facts))
    var steps = [Self.text(machine.step)]
    for word in row.events.split(separator: " ") {
      machine.take(try #require(Self.event(word, after: machine.failures)))
      steps.append(Self.text(machine.step))
    }
    #expect(steps.joined(separator: " ") == row.steps, "\(row)")
  }

  @Test("a bound set that is replaced leaves the other branch only")
  func otherBranch() throws {
    let caller = Caller(identifier: "test", groups: [])
    let request = AuthenticationRequest(try requirement("CKO"), for: caller)
    let machine = PromptMachine(request, in: facts("passcode touch", generation: 2))
    #expect(machine.step == .ask(.passcode))
  }

  @Test("what is proved already is not asked for")
  func provedBefore() throws {
    let caller = Caller(identifier: "test", groups: [])
    var request = AuthenticationRequest(try requirement("BKS"), for: caller)
    request.proved = [.biometry(generation: .generation(1))]
    request.hasApplicationPassword = true
    var machine = PromptMachine(request, in: facts("passcode touch"))
    #expect(machine.step == .ask(.passcode))
    machine.take(.passcodeRight)
    #expect(machine.step == .end(.success) && machine.gained == [.passcode])
  }

  @Test("the fallback button: hidden by its title, there from the start, or after a failure")
  func fallbackButton() throws {
    let caller = Caller(identifier: "test", groups: [])
    func offers(_ title: String?, _ words: String, _ failures: Int) -> Bool {
      var request = AuthenticationRequest(AuthenticationRequirement(.biometrics), for: caller)
      request.fallbackTitle = title
      var machine = PromptMachine(request, in: facts(words))
      for number in 0..<failures { machine.take(.noMatch(deviceFailures: number + 1)) }
      return machine.offersFallback
    }
    #expect(offers(nil, "passcode touch", 0) && offers("Type", "passcode touch", 0))
    #expect(!offers("", "passcode touch", 0) && !offers("", "passcode touch hidden", 2))
    #expect(!offers(nil, "passcode touch hidden", 0) && offers(nil, "passcode touch hidden", 1))
    #expect(!offers(nil, "passcode face hidden", 1) && offers(nil, "passcode face hidden", 2))
  }

  private static func text(_ step: PromptMachine.Step) -> String {
    switch step {
    case .ask(.biometry): "bio"
    case .ask(.passcode): "code"
    case .ask(.companion): "near"
    case .ask(.applicationPassword): "pass"
    case .end(.success): "ok"
    case .end(.failure(let failure)): "\(failure.rawValue)"
    }
  }

  private static func event(_ word: Substring, after failures: Int) -> PromptMachine.Event? {
    let events: [Substring: PromptMachine.Event] = [
      "match": .match(generation: .generation(1)), "other": .match(generation: .generation(2)),
      "no": .noMatch(deviceFailures: failures + 1), "last": .noMatch(deviceFailures: 5),
      "lost": .biometryLost, "slow": .biometryTimedOut, "cancel": .cancel,
      "fallback": .fallback, "right": .passcodeRight, "wrong": .passcodeWrong,
      "spent": .passcodeExhausted, "near": .companionConfirmed(.watch),
      "refuse": .companionRefused, "away": .companionOutOfReach(.watch),
      "typed": .applicationPasswordTyped, "system": .systemCancel, "app": .appCancel,
      "deadline": .deadline,
    ]
    return events[word]
  }
}
