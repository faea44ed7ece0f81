// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes

/// The uses of a key (to sign, to encrypt and others) as a number with one bit for each use
/// (Specification/keychain-file-format.md, "Key blob").
///
/// `SecIdentitySearchCreate` and other C functions take this number.
struct KeyUses: OptionSet, Sendable {
  let rawValue: UInt32
  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bit that stands for every use.
  static let any = Self(rawValue: KeyHeader.Uses.any.rawValue)

  // swift-format-ignore
  private static var names: [(use: KeyHeader.Uses, name: NSString)] {
    [
      (.encrypt, kSecAttrCanEncrypt), (.decrypt, kSecAttrCanDecrypt), (.sign, kSecAttrCanSign),
      (.verify, kSecAttrCanVerify), (.wrap, kSecAttrCanWrap), (.unwrap, kSecAttrCanUnwrap),
      (.derive, kSecAttrCanDerive),
    ]
  }

  /// Makes the uses that an array of `kSecAttrCan…` names; nil and other names add no use.
  init(_ names: NSArray?) {
    var uses = KeyUses()
    for case let name as NSString in names.map({ PropertyList.elements(of: $0) }) ?? [] {
      for known in Self.names where known.name == name {
        uses.insert(Self(rawValue: known.use.rawValue))
      }
    }
    self = uses
  }

  /// The numbers of the attributes in keychain files that stand for these uses, one for each use;
  /// empty if the uses contain `any`.
  var columns: [UInt32] {
    guard !contains(.any) else { return [] }
    return KeyAttribute.uses.filter { rawValue & $0.use.rawValue != 0 }.map(\.id)
  }

  /// The `kSecAttrCan…` attributes of the store that stand for these uses; empty if the uses
  /// contain `any`.
  ///
  /// Nil if a use does not exist in the store: signing or verifying with recovery.
  var attributes: [NSString]? {
    guard !contains(.any) else { return [] }
    let recovering = KeyHeader.Uses.signRecover.union(.verifyRecover)
    guard rawValue & recovering.rawValue == 0 else { return nil }
    return Self.names.filter { rawValue & $0.use.rawValue != 0 }.map(\.name)
  }

  /// The `kSecAttrCan…` names of these uses.
  ///
  /// Nil if the uses contain `any` or are empty: both mean that every use is permitted.
  var allNames: NSArray? {
    guard !isEmpty, !contains(.any) else { return nil }
    return NSArray(array: Self.names.filter { rawValue & $0.use.rawValue != 0 }.map(\.name))
  }
}
