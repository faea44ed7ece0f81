// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainRequests
import KeychainTypes
import SecureMemory

/// The shape of a call, taken from its dictionaries (spec/diagnostics.md 2, F2).
extension CallShape {
  /// The dictionary of one of the four calls.
  mutating func describe(_ dictionary: ForeignDictionary, _ profile: Profile) {
    self.profile = profile
    pairs = dictionary.pairs.map { CallFacts.Pair($0, in: verb) }
    forbidsInteraction =
      dictionary.context?.authenticationContext.settings.forbidsInteraction ?? false
  }

  /// The changes, and what became of the dictionary: the rules of the profile take some of it away
  /// before anybody reads it.
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

  /// Tells equal values from different ones; text equals data of its bytes, as in the engine.
  private static func digest(_ pair: ForeignDictionary.Pair) -> UInt32? {
    guard pair.key.family != .value || pair.key.name != ValueKey.secret.rawValue else { return nil }
    let digest = ValueDigest.ofThisProcess
    switch pair.value {
    case let text as NSString:
      return text.length > ValueDigest.longest ? nil : digest(String(text).utf8)
    case let data as NSData:
      return data.length > ValueDigest.longest ? nil : digest([UInt8](Data(referencing: data)))
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

  /// The API's own words; what else stands where one is expected may be anybody's name.
  private static let words = Set(
    ItemClass.allCases.map(\.rawValue) + Protection.allCases.map(\.name)
      + [
        kSecMatchLimitOne, kSecMatchLimitAll, kSecUseAuthenticationUIAllow,
        kSecUseAuthenticationUIFail, kSecUseAuthenticationUISkip, kSecAttrSynchronizableAny,
      ].map { $0 as String })

  /// The kind, the size, and the value where it is one of the API's own words.
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

/// Notes that the functions of C make for the rest of the library.
package enum Border {
  /// Notes that a call came through a function of C, so that advice is for a program in C.
  package static func noteCallFromC() { Watchers.noteCallFromC() }
}
