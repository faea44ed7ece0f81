// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations
import KeychainTypes

/// The lines of `doctor --checklist`, after one that says which trace was read: a tick only where
/// a fact proves it (spec/diagnostics.md 5.10).
enum Checklist {
  /// From where the calls are.
  ///
  /// - Parameter reason: why no trace is read.
  static func trace(
    _ facts: HealthFacts, _ calls: [TraceFileReader.Call], reason: String?
  ) -> String {
    guard let trace = facts.trace, reason == nil else {
      return "no trace: \(reason ?? "there is none")"
    }
    let (path, name) = (Wording.visible(trace.path), Wording.visible(facts.caller.identifier))
    guard !calls.isEmpty else { return "\(path) has no calls of \(name): set --as PROGRAM" }
    return "\(path): \(calls.count) \(calls.count.are("call", "calls")) of \(name)"
  }

  /// A step: what proves it, and the codes of calls that speak against it.
  private struct Step {
    let words: String
    let isShown: Bool
    var against: Set<FindingCode> = []
  }

  static func lines(_ facts: HealthFacts, _ calls: [TraceFileReader.Call]) -> [String] {
    steps(facts, calls).map { step in
      guard step.isShown else { return "open  " + step.words }
      guard let (number, code) = first(of: step.against, in: calls) else {
        return "ok    " + step.words
      }
      return "open  \(step.words) (call \(number): \(code))"
    }
  }

  private static func steps(
    _ facts: HealthFacts, _ calls: [TraceFileReader.Call]
  ) -> [Step] {
    let added = calls.filter { $0.function == "SecItemAdd" }
    let searched = calls.filter { $0.function == "SecItemCopyMatching" }
    return [
      Step(words: "items listed", isShown: !facts.items.isEmpty),
      Step(
        words: "class agrees with the stored class",
        isShown: searched.contains { $0.status == 0 }, against: [.existsInOtherClass]),
      Step(
        words: "key attributes complete in adds and searches",
        isShown: !added.isEmpty && !searched.isEmpty,
        against: [
          .duplicateWithEmptyKeyAttribute, .upsertOnNonuniqueAttribute, .severalMatchOneReturned,
          .deleteBroaderThanOneItem,
        ]),
      Step(
        words: "protection stated", isShown: added.contains { $0.status == 0 },
        against: [.defaultProtection, .deprecatedAlways]),
      Step(words: "groups as the entitlements file has them", isShown: hasFile(facts.caller)),
      Step(
        words: "tested on a device with a passcode, while locked",
        isShown: calls.contains { $0.lock == "locked" }),
      Step(
        words: "tested before the first unlock",
        isShown: calls.contains { $0.lock == "beforeFirstUnlock" }),
      Step(
        words: "no protection changed while locked",
        isShown: calls.contains { ["locked", "beforeFirstUnlock"].contains($0.lock) },
        against: [.protectionMigratedWhileLocked]),
      // Only a look at both programs could prove it.
      Step(words: "sharing partners agree", isShown: false),
    ]
  }

  /// The first call that has one of some codes.
  private static func first(
    of codes: Set<FindingCode>, in calls: [TraceFileReader.Call]
  ) -> (Int, FindingCode)? {
    for call in calls {
      if let code = call.codes.first(where: codes.contains) { return (call.number, code) }
    }
    return nil
  }

  private static func hasFile(_ caller: Caller) -> Bool {
    if case .entitlementsFile = caller.origin { return !caller.groups.isEmpty }
    return false
  }
}
