// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings that explain why the keychain refuses a match, return or use key of the dictionary
/// (K705 to K707, K715, K716, K718).
enum RefusedOption {
  static func finding(_ cause: KeychainError.Cause, _ facts: CallFacts) -> Finding {
    switch cause {
    case .matchKeyInAdd:
      return Finding(
        .matchKeyInAdd, "\(given("m_", facts)) means nothing when adding: refused."
      ).fix("Remove it.")
    case .matchKeyInChange:
      return Finding(
        .matchKeyInUpdateOrDelete, "\(given("m_", facts)) is refused.", as: .error
      ).fix("Remove it; give the full primary key.")
    case .returnKeyInUpdate:
      return Finding(
        .returnKeyInUpdate, "\(given("r_", facts)) is refused: an update returns nothing.",
        as: .error
      ).fix("Remove it.")
    case .limitOfWrongKind: return limit(facts)
    case .filterNotForClass: return filter(facts)
    default:
      return Finding(
        .skipOnlyForSearch,
        "kSecUseAuthenticationUISkip is refused in \(facts.verb.rawValue)."
      ).fix("Use kSecUseAuthenticationUIFail or kSecUseAuthenticationUIAllow.")
    }
  }

  /// Returns the constants for the dictionary keys of one family that the call passed.
  ///
  /// For example, the result for the family `m_` (match keys) may be `kSecMatchLimit`.
  ///
  /// - Parameter family: the prefix of all keys of the family.
  private static func given(_ family: String, _ facts: CallFacts) -> String {
    let keys = facts.pairs.map(\.key).filter {
      $0.hasPrefix(family) || family == "m_" && $0 == "u_ItemList"
    }
    guard !keys.isEmpty else { return "A key of the dictionary" }
    return keys.prefix(5).map { KeyNames.constant($0) }.joined(separator: ", ")
  }

  private static func limit(_ facts: CallFacts) -> Finding {
    let pair = facts.pairs.first { $0.key == "m_Limit" }
    let words =
      switch pair?.kind {
      case .boolean: "a Boolean"
      case .number: pair?.value ?? "not a whole number"
      case .text, .constant: "text"
      default: "not a number"
      }
    return Finding(.limitOfWrongKind, "kSecMatchLimit is \(words).")
      .fix("Pass a whole number, kSecMatchLimitOne or kSecMatchLimitAll.")
  }

  private static func filter(_ facts: CallFacts) -> Finding {
    let isHost =
      facts.itemClass != .internetPassword
      && facts.pairs.contains { $0.key == "m_HostOrSubdomainOfHost" }
    let keys =
      isHost
      ? ["m_HostOrSubdomainOfHost"]
      : ["m_Issuers", "m_Policy"].filter { key in facts.pairs.contains { $0.key == key } }
    let names = keys.map { KeyNames.constant($0) }.joined(separator: " and ")
    let works = keys.count == 1 ? "works" : "work"
    return Finding(
      .filterNotForClass,
      "\(names) \(works) on "
        + (isHost ? "internet passwords" : "certificates and identities") + " only (-4)."
    ).fix("Remove it.")
  }
}
