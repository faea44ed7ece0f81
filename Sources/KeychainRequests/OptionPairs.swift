// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Reads the return keys (spec/secitem.md 3.3).
enum ReturnPairs {
  /// What a pair asks for: nothing when it is false.
  ///
  /// - Throws: -50 for an unknown key and for anything but a Boolean, a number 1 included.
  static func read(_ pair: Request.Pair) throws(KeychainError) -> Returns {
    guard let key = ReturnKey(rawValue: pair.key.name) else { throw .unknownKey }
    guard case .boolean(let flag) = pair.value else {
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

  /// Takes one pair.
  mutating func take(_ pair: Request.Pair) throws(KeychainError) {
    switch UseKey(rawValue: pair.key.name) {
    // A context stays here: it goes into the evidence of the call.
    case .prompt, .callerName, .tokenRawItems, .context: return
    case .itemList: hasItemList = true
    case .tombstones: leavesTombstone = try flag(pair.value)
    case .evidence:
      guard pair.value.isData else { throw .wrongKind("the authentication handle is no data") }
    case .noInteraction:
      guard case .boolean = pair.value else {
        throw .wrongKind("a use key has a value that is no Boolean")
      }
    case .interaction:
      guard pair.value.isText else { throw .wrongKind("what is said about prompts is no text") }
    case .keychain, nil: throw .unknownKey
    }
  }

  /// A Boolean, a number that is not zero, or text with such a number.
  private func flag(_ value: RequestValue) throws(KeychainError) -> Bool {
    switch try value.fitting() {
    case .boolean(let flag): return flag
    case .number(let number): return number != 0
    case .real(let real): return real.isFinite && real.rounded(.towardZero) != 0
    case .text(let text): return text.leadingNumberIsNotZero
    default: throw .wrongKind("the tombstone option is no Boolean, number or text")
    }
  }
}

extension String {
  /// Whether the whole number that the text begins with, behind blanks and a sign, is not zero.
  fileprivate var leadingNumberIsNotZero: Bool {
    var rest = utf8.drop { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest = rest.dropFirst()
    }
    return rest.prefix { (48...57).contains($0) }.contains { $0 != 48 }
  }
}
