// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

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
