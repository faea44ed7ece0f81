// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes

/// Reads the return keys (spec/secitem.md 3.3).
enum ReturnPairs {
  /// What a pair asks for: nothing when it is false.
  ///
  /// - Throws: -50 for an unknown key and for anything but a Boolean, a number 1 included.
  static func read(_ pair: ForeignDictionary.Pair) throws(KeychainError) -> Returns {
    guard let key = ReturnKey(rawValue: pair.key.name) else { throw .unknownKey }
    guard let flag = ForeignValue.boolean(pair.value) else {
      throw .wrongKind("a return key has a value that is no Boolean")
    }
    guard flag else { return [] }
    return switch key {
    case .secret: .secret
    case .attributes: .attributes
    case .reference: .reference
    case .persistentReference: .persistentReference
    }
  }
}

/// Reads the use keys (spec/secitem.md 3.3).
struct UsePairs {
  /// `u_Tomb`; nil when it was not given.
  private(set) var leavesTombstone: Bool?
  private(set) var hasItemList = false
  private var interactionName: String?
  private var refusesInteraction = false

  /// What was said about prompts; the newer key wins over the older.
  var interaction: Interaction {
    switch interactionName {
    case ValueName.interactionFail?: .fail
    case ValueName.interactionSkip?: .skip
    case nil: refusesInteraction ? .fail : .allow
    default: .allow
    }
  }

  /// Takes one pair.
  mutating func take(_ pair: ForeignDictionary.Pair) throws(KeychainError) {
    switch UseKey(rawValue: pair.key.name) {
    // A context stays here: it goes into the evidence of the call.
    case .prompt, .callerName, .tokenRawItems, .context: return
    case .itemList: hasItemList = true
    case .tombstones: leavesTombstone = try flag(pair.value)
    case .evidence:
      guard pair.value is NSData else {
        throw .wrongKind("the authentication handle is no data")
      }
    case .noInteraction:
      guard let flag = ForeignValue.boolean(pair.value) else {
        throw .wrongKind("a use key has a value that is no Boolean")
      }
      refusesInteraction = flag
    case .interaction:
      guard let name = pair.value as? NSString else {
        throw .wrongKind("what is said about prompts is no text")
      }
      interactionName = name.length > 16 ? "" : String(name)
    case .keychain, nil: throw .unknownKey
    }
  }

  /// A Boolean, a number that is not zero, or text with such a number.
  private func flag(_ value: AnyObject) throws(KeychainError) -> Bool {
    switch try ForeignValue(value) {
    case .boolean(let flag): return flag
    case .number(let number): return number != 0
    case .real(let real): return real.isFinite && real.rounded(.towardZero) != 0
    case .text(let text): return NSString(string: text).intValue != 0
    default: throw .wrongKind("the tombstone option is no Boolean, number or text")
    }
  }
}
