// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations
import KeychainTypes

/// The nine lines of `doctor --checklist`: a tick only where a fact proves it
/// (spec/diagnostics.md 5.10).
enum Checklist {
  static func lines(_ facts: HealthFacts, _ calls: [TraceFileReader.Call]) -> [String] {
    let steps: [(String, Bool)] = [
      ("items listed", !facts.items.isEmpty),
      (
        "class agrees with the stored class",
        calls.contains { $0.function == "SecItemCopyMatching" && $0.status == 0 }
          && none(calls, [.existsInOtherClass])
      ),
      (
        "key attributes complete in adds and searches",
        has(calls, "SecItemAdd") && has(calls, "SecItemCopyMatching")
          && none(
            calls,
            [
              .duplicateWithEmptyKeyAttribute, .upsertOnNonuniqueAttribute,
              .severalMatchOneReturned, .deleteBroaderThanOneItem,
            ])
      ),
      (
        "protection stated",
        calls.contains { $0.function == "SecItemAdd" && $0.status == 0 }
          && none(calls, [.defaultProtection, .deprecatedAlways])
      ),
      ("groups as the entitlements file has them", hasFile(facts.caller)),
      ("tested on a device with a passcode, while locked", calls.contains { $0.lock == "locked" }),
      ("tested before the first unlock", calls.contains { $0.lock == "beforeFirstUnlock" }),
      (
        "no protection changed while locked",
        calls.contains { $0.lock != "unlocked" } && none(calls, [.protectionMigratedWhileLocked])
      ),
      // Only a look at both programs could prove it.
      ("sharing partners agree", false),
    ]
    return steps.map { words, isProved in (isProved ? "ok    " : "open  ") + words }
  }

  private static func has(_ calls: [TraceFileReader.Call], _ function: String) -> Bool {
    calls.contains { $0.function == function }
  }

  private static func none(_ calls: [TraceFileReader.Call], _ codes: Set<FindingCode>) -> Bool {
    !calls.contains { !codes.isDisjoint(with: $0.codes) }
  }

  private static func hasFile(_ caller: Caller) -> Bool {
    if case .entitlementsFile = caller.origin { return !caller.groups.isEmpty }
    return false
  }
}
