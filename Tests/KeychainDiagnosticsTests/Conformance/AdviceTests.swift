// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainExplaining
import KeychainTesting
import KeychainTypes
import Security
import Testing

/// Who does what a report says gets what the call was for, on random stores in random states; where
/// a report says that nothing helps, nothing does.
@Suite("advice works")
struct AdviceTests {
  /// 250 calls each: four of them in the ordinary tests, twenty and more by `make simulate`.
  private static let worlds =
    ProcessInfo.processInfo.environment["LATCHKEY_MODEL_SEQUENCES"].flatMap(UInt64.init)
    .map { max(40, $0 / 25) } ?? 4
  /// A report may lead to the next fault of a call that has several.
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
      // A person may still be asked, and says yes.
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
        // What fails several conditions takes several changes.
        guard facts.error?.code == .itemNotFound, !deciding.items.isEmpty else { continue }
        for finding in errors.dropFirst() where finding.items == deciding.items {
          _ = advised.follow(finding, facts)
        }
      }
    }
    Issue.record("\(place): not done after \(Self.mostSteps) reports\n\(advised.call)")
  }

  /// What a report says that knows of no change: nothing like it is there, and an item such as the
  /// call looks for has to be added, with which the call finds it.
  private func prove(
    _ code: String, _ advised: inout AdvisedCall, _ facts: CallFacts, _ place: String,
    _ text: String
  ) {
    guard facts.error?.code == .itemNotFound else { return }
    // What is locked would be neither found nor added for a reason that the report does not mean.
    advised.unlock(facts)
    if code == "K201" || code == "K218" {
      nothingHelps(advised.call, facts, on: advised.stage, place, text)
    }
    // Of a value that is wrong nobody says that it should be added.
    guard code != "K218" else { return }
    if let failure = adding(advised.call, facts, on: advised.stage) {
      Issue.record("\(place): added anew, \(failure)\n\(text)")
    }
  }

  /// No choice of the conditions finds anything that has more of them than the report says.
  private func nothingHelps(
    _ call: KeychainCall, _ facts: CallFacts, on stage: Stage, _ place: String, _ text: String
  ) {
    let dictionary = call.parts.1 as? [String: Any] ?? [:]
    let conditions = ["svce", "srvr", "acct", "labl", "gena"].filter { dictionary[$0] != nil }
    let absence = facts.absence ?? AbsenceFact()
    for mask in 0..<(1 << conditions.count) {
      let chosen = conditions.indices.filter { mask & (1 << $0) != 0 }.map { conditions[$0] }
      // Of no class member at all; else group, protection and the rest count too, which are left
      // out here: who has so many has no fewer with them.
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

  /// Adds an item such as a call looks for, looks for it, and removes it again.
  ///
  /// - Returns: what of it does not work; nil where it is found, and where its key is taken, of
  ///   which the report of the add tells.
  private func adding(_ call: KeychainCall, _ facts: CallFacts, on stage: Stage) -> String? {
    guard let itemClass = facts.itemClass else { return "the class is not known" }
    let (phone, schema) = (stage.phone, Schema.of(itemClass))
    var search: [String: Any] = [kSecClass as String: itemClass.rawValue]
    for (name, value) in call.parts.1 as? [String: Any] ?? [:]
    where Attribute(name: name).map({ schema[$0] != nil }) == true {
      search[name] = value
    }
    var item = search
    // An item of its own, where the call leaves open which.
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
