// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Reads the use keys (`kSecUse...`) of a request (Specification/secitem.md, "Match, return, use
/// and value keys").
package struct UsePairs {
  /// True if the caller wants deleted items to leave tombstones (`u_Tomb`), and false if not.
  ///
  /// Nil if the request does not contain `u_Tomb`.
  private(set) var leavesTombstone: Bool?
  private(set) var hasItemList = false

  package init() {}

  /// Reads one pair with a use key (`kSecUse...`), and throws if its key is unknown or its value
  /// has the wrong type.
  package mutating func take(_ pair: Request.Pair) throws(KeychainError) {
    switch UseKey(rawValue: pair.key.name) {
    // A context needs no reading here: it goes into the evidence of the call.
    case .prompt, .callerName, .tokenRawItems, .context: return
    case .itemList: hasItemList = true
    case .tombstones: leavesTombstone = try flag(pair.value)
    case .evidence:
      guard pair.value.isData else { throw .wrongKind("the authentication handle is not data") }
    case .noInteraction:
      guard case .boolean = pair.value else {
        throw .wrongKind("the value of a use key is not a Boolean")
      }
    case .interaction:
      guard pair.value.isText else {
        throw .wrongKind("the value of kSecUseAuthenticationUI is not text")
      }
    case .keychain, nil: throw .unknownKey
    }
  }

  /// Returns the value of the tombstone option `u_Tomb` as a Boolean.
  ///
  /// A number that is not zero means true. Text that begins with a number that is not zero also
  /// means true.
  private func flag(_ value: RequestValue) throws(KeychainError) -> Bool {
    switch try value.fitting() {
    case .boolean(let flag): return flag
    case .number(let number): return number != 0
    case .real(let real): return real.isFinite && real.rounded(.towardZero) != 0
    case .text(let text): return text.leadingNumberIsNotZero
    default: throw .wrongKind("the tombstone option is not a Boolean, number or text")
    }
  }
}
