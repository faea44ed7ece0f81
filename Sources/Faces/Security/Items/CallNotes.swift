// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainRequests
import KeychainTypes
import SecureMemory

/// Fills the record of a `SecItem` call for tracing, without the item's secrets
/// (Specification/diagnostics.md, "Facts of a call", F2).
extension CallShape {
  /// Records the pairs of the call's first dictionary: the query, or for `SecItemAdd` the
  /// attributes of the new item.
  mutating func describe(_ dictionary: ForeignDictionary, _ profile: Profile) {
    self.profile = profile
    pairs = dictionary.pairs.map { CallFacts.Pair($0, in: verb) }
    forbidsInteraction =
      dictionary.context?.authenticationContext.settings.forbidsInteraction ?? false
  }

  /// Records the changes of a `SecItemUpdate` call, and marks the pairs of the query that the
  /// profile's rules remove.
  mutating func describe(_ changes: NSDictionary?, as request: Request) {
    if request.verb == .update, let changes {
      changedPairs = ForeignDictionary(changes).pairs.map { pair in
        var noted = CallFacts.Pair(pair, in: .add)
        noted.effect =
          pair.key.family == .attribute || pair.key.family == .value ? .changed : .rejected
        return noted
      }
    }
    guard request.profile == .dataProtection else { return }
    let left = Set(
      request.pairs.all.map(\.key)
        .filter { !MacRules.removes($0, of: request.pairs, request.verb) }.map(\.name))
    for place in pairs.indices
    where !left.contains(pairs[place].key) && pairs[place].key != ValueKey.reference.rawValue {
      pairs[place].effect = .stripped
    }
  }
}

extension CallFacts.Pair {
  init(_ pair: ForeignDictionary.Pair, in verb: CallFacts.Verb) {
    let (kind, length, value) = Self.content(pair)
    self.init(
      key: pair.key.name, kind: kind, length: length, value: value,
      effect: Self.effect(pair.key, in: verb), digest: value == nil ? Self.digest(pair) : nil)
  }

  /// Returns a digest of a value, so that a trace shows whether two values are equal.
  ///
  /// The result is nil for the secret of an item, and for texts and data longer than
  /// `ValueDigest.longest`. The result is nil also for objects other than text, data, numbers and
  /// dates. A text and a data object with equal bytes have equal digests, because the engine treats
  /// them as equal.
  private static func digest(_ pair: ForeignDictionary.Pair) -> UInt32? {
    guard pair.key.family != .value || pair.key.name != ValueKey.secret.rawValue else { return nil }
    let digest = ValueDigest.ofThisProcess
    switch pair.value {
    case let text as NSString:
      return text.length > ValueDigest.longest ? nil : digest(String(text).utf8)
    case let data as NSData:
      return data.length > ValueDigest.longest ? nil : digest(data.array)
    case let number as NSNumber: return digest(number.description.utf8)
    case let date as NSDate: return digest("\(date.timeIntervalSinceReferenceDate)".utf8)
    default: return nil
    }
  }

  private static func effect(_ key: RequestKey, in verb: CallFacts.Verb) -> Effect {
    switch key.family {
    case .itemClass: return .filter
    case .attribute: return verb == .add ? .stored : .filter
    case .match: return MatchKey(rawValue: key.name) == nil ? .ignored : .filter
    case .returns: return .return
    case .use: return .option
    case .value where key.name == ValueKey.secret.rawValue: return verb == .add ? .stored : .ignored
    case .value: return .filter
    case .ignored: return .ignored
    case .unknown: return .rejected
    }
  }

  /// The constants of Apple's API that a trace (record of a program's calls) may contain as values.
  ///
  /// A trace leaves out any other text that a call gives in place of a constant, because that text
  /// may be a private name.
  private static let words = Set(
    ItemClass.allCases.map(\.rawValue) + Protection.allCases.map(\.name)
      + [
        kSecMatchLimitOne, kSecMatchLimitAll, kSecUseAuthenticationUIAllow,
        kSecUseAuthenticationUIFail, kSecUseAuthenticationUISkip, kSecAttrSynchronizableAny,
      ].map { $0 as String })

  /// Returns the kind of a value, its length if it is text or data, and the value if it is not
  /// private.
  ///
  /// The value is returned only for constants of the API, access groups, Booleans, and numbers that
  /// control matching. For other values the third element of the result is nil.
  private static func content(
    _ pair: ForeignDictionary.Pair
  ) -> (Kind, Int?, String?) {
    if let flag = RequestValue.boolean(pair.value) { return (.boolean, nil, "\(flag)") }
    switch pair.value {
    case let text as NSString:
      let isExpected =
        [.itemClass, .match, .use].contains(pair.key.family)
        || pair.key.attribute == .protection || pair.key.attribute == .synchronizable
      let isWord =
        pair.key.attribute == .accessGroup || isExpected && words.contains(text as String)
        || pair.key.family == .itemClass && Self.isLikeClass(String(text))
      guard isWord, text.length <= 255 else { return (.text, text.length, nil) }
      return (.constant, nil, String(text))
    case let data as NSData: return (.data, data.length, nil)
    case let number as NSNumber:
      return (.number, nil, pair.key.family == .match ? "\(number)" : nil)
    case is NSDate: return (.date, nil, nil)
    default: return (.reference, nil, nil)
    }
  }
}

/// Lets the C functions report that a program calls them, for traces (records of a program's
/// calls).
package enum Border {
  /// Records that this process called a C function, so that explanations show their examples in C.
  package static func noteCallFromC() { Watchers.noteCallFromC() }
}
