// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
import KeychainTypes

/// A public `SecKeychain` function, with the facts that a record of its call needs.
struct KeychainFunction {
  let literal: StaticString
  /// The name without arguments, for example `SecKeychainUnlock`.
  let name: String

  init(_ function: StaticString) {
    literal = function
    name = String("\(function)".prefix { $0 != "(" })
  }

  /// The functions that act on items, by name.
  ///
  /// `verb` is the `SecItem` call to which the function corresponds; records of the call contain
  /// it. `operation` is the operation that the item's access list must permit; nil if the function
  /// needs no permission.
  // swift-format-ignore
  private static let ofItems: [String: (verb: CallFacts.Verb, operation: Authorization?)] = [
    "SecCertificateAddToKeychain": (.add, nil),
    "SecKeychainAddGenericPassword": (.add, nil),
    "SecKeychainAddInternetPassword": (.add, nil),
    "SecKeychainItemCreateFromContent": (.add, nil),
    "SecKeychainItemCreateCopy": (.add, .decrypt),
    "SecKeychainFindGenericPassword": (.copyMatching, .decrypt),
    "SecKeychainFindInternetPassword": (.copyMatching, .decrypt),
    "SecKeychainItemCopyAccess": (.copyMatching, nil),
    "SecKeychainItemCopyAttributesAndData": (.copyMatching, .decrypt),
    "SecKeychainItemCopyContent": (.copyMatching, .decrypt),
    "SecKeychainItemDelete": (.delete, nil),
    "SecKeychainItemModifyAttributesAndData": (.update, nil),
    "SecKeychainItemModifyContent": (.update, nil),
    "SecKeychainItemSetAccess": (.update, .changeAccess),
  ]

  /// The kind of call under which calls of this function are recorded.
  ///
  /// For a function that acts on items, the kind is the corresponding `SecItem` call, such as
  /// `add`. For every other function, the kind is `keychain`.
  var verb: CallFacts.Verb { Self.ofItems[name]?.verb ?? .keychain }
  /// The operation that the item's access list must permit; nil if no permission is needed.
  var operation: Authorization? { Self.ofItems[name]?.operation }

  /// True if `KeychainCall` records the calls of this function.
  ///
  /// False for the `SecKeychainFind…` functions, because `ItemSearch` records their calls together
  /// with the searched keychains. Also false for a function that only frees memory.
  var isRecordedHere: Bool { !name.hasPrefix("SecKeychainFind") && !name.contains("Free") }

  /// True if the password of the keychain is an argument of the function.
  var takesPassword: Bool { ["SecKeychainCreate", "SecKeychainUnlock"].contains(name) }

  /// Returns true if an error only says that a search has no further item.
  ///
  /// This error of a function like `SecKeychainSearchCopyNext` is not recorded.
  func isEnd(_ error: KeychainError?) -> Bool {
    error?.code == .itemNotFound && name.hasSuffix("SearchCopyNext")
  }
}
