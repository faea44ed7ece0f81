// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainExplaining
import KeychainTesting
import KeychainTypes
import Security
import Testing

/// Tests that following a report makes the call succeed, on random stores in random states.
///
/// If a report says that nothing helps, the tests check that nothing does.
@Suite("advice works")
struct AdviceTests {
  /// The number of seeds, each with 250 calls: four in ordinary tests, 40 or more by `make
  /// simulate`.
  private static let worlds =
    ProcessInfo.processInfo.environment["LATCHKEY_MODEL_SEQUENCES"].flatMap(UInt64.init)
    .map { max(40, $0 / 25) } ?? 4
  /// The most reports to follow for one call, since a report may lead to the call's next fault.
  private static let mostSteps = 12

  @Test("random calls", arguments: 0..<worlds)
  func random(seed: UInt64) throws {
    var world = RandomWorld(seed: seed &+ 1_000)
    var followed = 0
    for step in 0..<250 {
      world.happen()
      let call = try world.call()
      let stage = world.stage
      if stage.phone.run({ Foresight.status(of: call) }).map({ $0 != errSecSuccess }) == true {
        follow(call, on: stage, "seed \(seed), call \(step)")
        followed += 1
      }
      _ = stage.phone.run { Stage.perform(call) }
    }
    #expect(followed > 50)
  }

  /// Follows report after report until the call succeeds, or a report says that nothing helps.
  private func follow(_ call: KeychainCall, on stage: Stage, _ place: String) {
    var advised = AdvisedCall(call, on: stage)
    defer { advised.restore() }
    var told: Set<String> = []
    for _ in 0..<Self.mostSteps {
      let explanation = stage.phone.explain(advised.call)
      // The call may still prompt. The user of these tests agrees.
      guard explanation.status != errSecSuccess else { return }
      let errors = explanation.report.findings.filter { $0.severity == .error }
      guard let deciding = errors.first else {
        Issue.record("\(place): no finding is the cause\n\(explanation.text)")
        return
      }
      guard told.insert("\(deciding.code) \(deciding.found)").inserted else {
        Issue.record("\(place): what was advised changed nothing\n\(explanation.text)")
        return
      }
      let facts = explanation.report.facts
      switch advised.follow(deciding, facts) {
      case .isAnswer:
        prove("\(deciding.code)", &advised, facts, place, explanation.text)
        return
      case .notUnderstood:
        Issue.record("\(place): nobody can follow this\n\(explanation.text)")
        return
      case .changed:
        // An item that fails several conditions takes several changes.
        guard facts.error?.code == .itemNotFound, !deciding.items.isEmpty else { continue }
        for finding in errors.dropFirst() where finding.items == deciding.items {
          _ = advised.follow(finding, facts)
        }
      }
    }
    Issue.record("\(place): not done after \(Self.mostSteps) reports\n\(advised.call)")
  }

  /// Checks a report that says that no change of the call helps.
  ///
  /// An item that matches the call has to be added, and then the call finds it.
  private func prove(
    _ code: String, _ advised: inout AdvisedCall, _ facts: CallFacts, _ place: String,
    _ text: String
  ) {
    guard facts.error?.code == .itemNotFound else { return }
    // Unlocked first: a locked item would fail for a reason that the report does not mean.
    advised.unlock(facts)
    if code == "K201" || code == "K218" {
      nothingHelps(advised.call, facts, on: advised.stage, place, text)
    }
    // K218 says that the value itself is wrong, so its advice is not to add it.
    guard code != "K218" else { return }
    if let failure = adding(advised.call, facts, on: advised.stage) {
      Issue.record("\(place): added anew, \(failure)\n\(text)")
    }
  }

  /// Checks that no combination of conditions finds an item with more of them than the report says.
  private func nothingHelps(
    _ call: KeychainCall, _ facts: CallFacts, on stage: Stage, _ place: String, _ text: String
  ) {
    let dictionary = call.parts.1 as? [String: Any] ?? [:]
    let conditions = ["svce", "srvr", "acct", "labl", "gena"].filter { dictionary[$0] != nil }
    let absence = facts.absence ?? AbsenceFact()
    for mask in 0..<(1 << conditions.count) {
      let chosen = conditions.indices.filter { mask & (1 << $0) != 0 }.map { conditions[$0] }
      // If items of the class exist, the report also counts group, protection and the rest, which
      // are left out here. They only raise the count.
      guard absence.classCount == 0 || chosen.count > absence.agreement.met else { continue }
      var query: [String: Any] = [
        kSecClass as String: dictionary[kSecClass as String] ?? "",
        kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
      ]
      for name in chosen { query[name] = dictionary[name] }
      let found = stage.phone.run { Foresight.status(of: .copyMatching(query as NSDictionary)) }
      #expect(found == errSecItemNotFound, "\(place): \(chosen) helps\n\(text)")
    }
  }

  /// Adds an item that matches a call, searches for it, and removes it again.
  ///
  /// - Returns: the step that fails, or nil if the item is found. Also nil if its key is taken,
  ///   which the report of the add explains.
  private func adding(_ call: KeychainCall, _ facts: CallFacts, on stage: Stage) -> String? {
    guard let itemClass = facts.itemClass else { return "the class is not known" }
    let (phone, schema) = (stage.phone, Schema.of(itemClass))
    var search: [String: Any] = [kSecClass as String: itemClass.rawValue]
    for (name, value) in call.parts.1 as? [String: Any] ?? [:]
    where Attribute(name: name).map({ schema[$0] != nil }) == true {
      search[name] = value
    }
    var item = search
    // Where the call leaves attributes open, they get a value of their own.
    for attribute: Attribute in [.account, .service, .server]
    where schema[attribute] != nil && item[attribute.name] == nil {
      item[attribute.name] = "anew"
    }
    var addition = item
    addition[kSecValueData as String] = Data("anew".utf8)
    let added = phone.run { SecItemAdd(addition as NSDictionary, nil) }
    guard added != errSecDuplicateItem else { return nil }
    guard added == errSecSuccess else { return "SecItemAdd answers \(added)" }
    let found = phone.explain(.copyMatching(search as NSDictionary)).status
    let (group, sync) = (kSecAttrAccessGroup as String, kSecAttrSynchronizable as String)
    if item[group] == nil, let first = facts.caller.groups.first { item[group] = first }
    item[sync] = item[sync] as? Bool ?? false
    let removed = phone.run { SecItemDelete(item as NSDictionary) }
    if found != errSecSuccess { return "a search for it answers \(found)" }
    return removed == errSecSuccess ? nil : "SecItemDelete answers \(removed)"
  }
}
