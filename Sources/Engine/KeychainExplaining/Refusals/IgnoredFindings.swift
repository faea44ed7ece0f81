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
          Finding(.searchBySecret, "kSecValueData in a search is ignored.").fix("Remove it."))
      case ("m_SearchList", _) where facts.profile == .dataProtection:
        // The key has chosen the keychains of the call, even if only the store is among them.
        break
      case ("m_CaseInsensitive", _), ("m_SubjectContains", _):
        findings.append(
          Finding(
            .filterHasNoEffect,
            "\(KeyNames.constant(pair.key)) is accepted and ignored by the data-protection engine."
          ).fix("Compare in code."))
      case (let key, .stripped) where key.hasPrefix("m_"):
        findings.append(
          Finding(
            .matchKeyInUpdateOrDelete,
            "\(KeyNames.constant(key)) is ignored: "
              + "\(facts.matchCount.are("the 1 match is", "all \(facts.matchCount) matches are")) "
              + "acted on.",
            as: .warning
          ).fix("Remove it; give the full primary key."))
      case (let key, .stripped) where key.hasPrefix("r_"):
        findings.append(
          Finding(
            .returnKeyInUpdate, "\(KeyNames.constant(key)) is ignored: this call returns nothing.",
            as: .warning
          ).fix("Remove it."))
      case (let key, .ignored) where key.hasPrefix("m_"):
        findings.append(
          DictionaryFindings.unknown(
            key, "it is ignored, as every unknown match key is", as: .warning))
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
    return Finding(
      .alwaysDataProtectionHere,
      "Profile ios: kSecUseDataProtectionKeychain is always true; file-keychain rules do not apply."
    )
  }
}
