// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings about dictionary keys that had no effect on the call (Specification/diagnostics.md,
/// "Dictionary findings").
enum IgnoredFindings {
  static func all(_ facts: CallFacts) -> [Finding] {
    guard facts.error == nil || facts.error?.code == .itemNotFound else { return [] }
    var findings: [Finding] = []
    for pair in facts.pairs {
      switch (pair.key, pair.effect) {
      case ("v_Data", .ignored), ("v_Data", .stripped):
        findings.append(
          Finding(.searchBySecret.text).fix(.searchBySecret.remove))
      case ("m_SearchList", _) where facts.profile == .dataProtection:
        // The key has chosen the keychains of the call, even if only the store is among them.
        break
      case ("m_CaseInsensitive", _), ("m_SubjectContains", _):
        findings.append(
          Finding(.filterHasNoEffect.text(key: KeyNames.constant(pair.key))).fix(
            .filterHasNoEffect.fix))
      case (let key, .stripped) where key.hasPrefix("m_"):
        findings.append(
          Finding(
            .matchKeyInUpdateOrDelete.ignored(key: KeyNames.constant(key), n: facts.matchCount),
            as: .warning
          ).fix(.matchKeyInUpdateOrDelete.fix))
      case (let key, .stripped) where key.hasPrefix("r_"):
        findings.append(
          Finding(
            .returnKeyInUpdate.ignored(key: KeyNames.constant(key)),
            as: .warning
          ).fix(.returnKeyInUpdate.fix))
      case (let key, .ignored) where key.hasPrefix("m_"):
        findings.append(
          DictionaryFindings.unknown(key, isRefused: false, as: .warning))
      default: break
      }
    }
    if let rules = always(facts) { findings.append(rules) }
    return findings
  }

  /// Returns finding K607 if the call passes false for `kSecUseDataProtectionKeychain` in the
  /// profile `ios`.
  ///
  /// This profile has only one keychain, so no dictionary key chooses another keychain. Nil for all
  /// other calls.
  private static func always(_ facts: CallFacts) -> Finding? {
    let flag = facts.pairs.first { $0.key == "nleg" }
    guard facts.profile == .ios, flag?.value == "false" else { return nil }
    return Finding(.alwaysDataProtectionHere.text(ios: "ios"))
  }
}
