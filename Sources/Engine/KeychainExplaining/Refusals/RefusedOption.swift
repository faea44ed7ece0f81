// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings that explain why the keychain refuses a match, return or use key of the dictionary
/// (K705 to K707, K715, K716, K718).
enum RefusedOption {
  static func finding(_ cause: KeychainError.Cause, _ facts: CallFacts) -> Finding {
    switch cause {
    case .matchKeyInAdd:
      return Finding(.matchKeyInAdd.refused(keys: given("m_", facts))).fix(.matchKeyInAdd.fix)
    case .matchKeyInChange:
      return Finding(
        .matchKeyInUpdateOrDelete.refused(keys: given("m_", facts)), as: .error
      ).fix(.matchKeyInUpdateOrDelete.fix)
    case .returnKeyInUpdate:
      return Finding(
        .returnKeyInUpdate.refused(keys: given("r_", facts)),
        as: .error
      ).fix(.returnKeyInUpdate.fix)
    case .limitOfWrongKind: return limit(facts)
    case .filterNotForClass: return filter(facts)
    default:
      return Finding(.skipOnlyForSearch.text(update: facts.verb.rawValue)).fix(
        .skipOnlyForSearch.failOrAllow)
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
    guard !keys.isEmpty else { return FindingText.shared.aKey.description }
    return keys.prefix(5).map { KeyNames.constant($0) }.joined(separator: ", ")
  }

  private static func limit(_ facts: CallFacts) -> Finding {
    let pair = facts.pairs.first { $0.key == "m_Limit" }
    let words: FindingText =
      switch pair?.kind {
      case .boolean: .limitOfWrongKind.boolean
      case .number:
        pair?.value.map { .limitOfWrongKind.number(value: $0) } ?? .limitOfWrongKind.notWhole
      case .text, .constant: .limitOfWrongKind.words
      default: .limitOfWrongKind.notNumber
      }
    return Finding(.limitOfWrongKind.isValue(value: words))
      .fix(.limitOfWrongKind.fix)
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
    return Finding(.filterNotForClass.filters(keys: names, n: keys.count, isHost: isHost)).fix(
      .filterNotForClass.remove)
  }
}
