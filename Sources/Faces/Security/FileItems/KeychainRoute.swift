// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes

/// The keychains to which a `SecItem` call goes: Latchkey's own store, keychain files, or both
/// (Specification/secitem.md, "Routing of the macOS shim").
struct KeychainRoute: OptionSet, Hashable {
  let rawValue: UInt8

  static let store = Self(rawValue: 1)
  static let files = Self(rawValue: 2)
  static let both: Self = [.store, .files]
}

extension KeychainRoute {
  /// The dictionary keys that have a meaning for keychain files only.
  ///
  /// A call with one of these keys goes to keychain files only, except if another key demands
  /// Latchkey's own store. `kSecUseDataProtectionKeychain` with the value true, for example, then
  /// sends the call to the store. An access control, for example, makes the call fail.
  static let fileKeys: Set<String> = [
    MatchKey.itemList.rawValue, MatchKey.searchList.rawValue, "m_SubjectStartsWith",
    "m_SubjectEndsWith", "m_SubjectWholeString", "m_DiacriticInsensitive", "m_WidthInsensitive",
    UseKey.itemList.rawValue, UseKey.keychain.rawValue, FlagKey.accessList.name, "prf", "salt",
    "rounds",
  ]

  /// Decides whether a call goes to Latchkey's own store, to keychain files, or to both.
  ///
  /// - Parameter isMerging: true if a call without `kSecUseDataProtectionKeychain` can go to both,
  ///   as in the profile `macos`. The value `false` of this key then sends the call to files only.
  ///   If `isMerging` is false, that value has no effect (Specification/design.md, "Profiles").
  /// - Throws: -50 if neither the store nor a keychain file can answer the call.
  init(_ dictionary: ForeignDictionary, isMerging: Bool) throws(KeychainError) {
    let flag = dictionary[FlagKey.dataProtection].flatMap { RequestValue.boolean($0) }
    let isStores = dictionary[.sharingGroup] != nil || dictionary.isSystemKeychainForced
    guard !isStores || flag != false || !isMerging else {
      throw .parameter("only the store has the shared items that the call means")
    }
    if isStores || flag == true {
      self = .store
      return
    }
    if isMerging, flag == false {
      self = .files
      return
    }
    var route = Self.both
    route.subtract(Self.excluded(by: dictionary.referenced, beside: dictionary.namesKeychains))
    if dictionary[.tokenIdentifier] != nil || dictionary[.accessControl] != nil
      || (dictionary[.accessGroup] as? NSString) == NSString(string: Caller.tokenGroup)
      || dictionary[.synchronizable].map({ RequestValue($0).meansSynchronizable }) == true
    {
      route.remove(.files)
    }
    if let reference = dictionary[.value, ValueKey.persistentReference.rawValue] {
      route.remove(isReferenceOfStore(reference) ? .files : .store)
    }
    if dictionary.pairs.contains(where: { Self.fileKeys.contains($0.key.name) }) {
      route.remove(.store)
    }
    if !dictionary.namesItems { route.remove(.store) }
    guard !route.isEmpty else {
      throw .parameter("neither the store nor a keychain file can have all that the call names")
    }
    self = route
  }

  /// Returns the keychains to which a call with this object in `kSecValueRef` does not go.
  ///
  /// A key in memory belongs to Latchkey's own store, unless the call names a keychain
  /// (Specification/seckey.md, "macOS differences").
  private static func excluded(by object: AnyObject?, beside namesKeychains: Bool) -> Self {
    switch object {
    case let item as SecKeychainItem:
      if case .store = item.place { namesKeychains ? [] : .files } else { .store }
    case let key as SecKey: key.fileItem != nil ? .store : namesKeychains ? [] : .files
    default: []
    }
  }
}

extension ForeignDictionary {
  /// The object in `kSecValueRef`; nil if the dictionary does not have this key.
  var referenced: AnyObject? { self[.value, ValueKey.reference.rawValue] }

  /// Returns the keychain in `kSecUseKeychain`; nil if the dictionary does not have this key.
  ///
  /// - Throws: -50 if the value is not a keychain. Without this error, the call would act on
  ///   keychains that the caller did not mean.
  func namedKeychain() throws(KeychainError) -> SecKeychain? {
    guard let value = self[.use, UseKey.keychain.rawValue] else { return nil }
    guard let keychain = value as? SecKeychain else {
      throw KeychainError.wrongKind("the value is not a keychain").about(UseKey.keychain.rawValue)
    }
    return keychain
  }

  /// Returns the access list in `kSecAttrAccess`; nil if the dictionary does not have this key.
  ///
  /// - Throws: -50 if the value is not a `SecAccess`. Without this error, the item would trust
  ///   other programs than the caller meant.
  func accessList() throws(KeychainError) -> AccessList? {
    guard let value = self[FlagKey.accessList] else { return nil }
    guard let access = value as? SecAccess else {
      throw .wrongKind("the value is not an access object", .attribute(FlagKey.accessList))
    }
    return access.list
  }

  /// Returns the keychains in `kSecMatchSearchList`; nil if the dictionary does not have this key.
  ///
  /// - Throws: -50 if the value is not a list of keychains.
  func searchList() throws(KeychainError) -> [SecKeychain]? {
    guard let value = self[.match, MatchKey.searchList.rawValue] else { return nil }
    guard let list = (value as? NSArray).flatMap({ try? SecKeychain.list($0) }) else {
      throw KeychainError.wrongKind("the search list is not a list of keychains")
        .about(MatchKey.searchList.rawValue)
    }
    return list
  }

  /// True if the dictionary has `kSecUseKeychain` or `kSecMatchSearchList`.
  fileprivate var namesKeychains: Bool {
    self[.use, UseKey.keychain.rawValue] != nil
      || self[.match, MatchKey.searchList.rawValue] != nil
  }

  /// True if a class, a persistent reference or an object says which items are meant.
  fileprivate var namesItems: Bool {
    self[.itemClass, "class"] != nil || referenced != nil
      || self[.value, ValueKey.persistentReference.rawValue] != nil
  }

  fileprivate var isSystemKeychainForced: Bool {
    self[.use, "u_SystemKeychainAlways"].flatMap { RequestValue.boolean($0) } == true
  }

  /// Returns the dictionary in the form that Latchkey's own store reads: without keychains and
  /// access lists.
  ///
  /// A call can name the store as a keychain, but the store itself knows neither keychains nor
  /// access lists. A `SecKeychainItem` of the store in `kSecValueRef` is replaced by its persistent
  /// reference.
  func withoutKeychains() -> ForeignDictionary {
    var dictionary = self
    dictionary.remove { key in
      key.attribute == FlagKey.accessList || key.name == UseKey.keychain.rawValue
        || key.name == MatchKey.searchList.rawValue
    }
    guard case .store(_, let reference)? = (referenced as? SecKeychainItem)?.place else {
      return dictionary
    }
    dictionary.remove { $0.family == .value && $0.name == ValueKey.reference.rawValue }
    dictionary.complete(with: [
      (ValueKey.persistentReference.rawValue, NSData(data: reference))
    ])
    return dictionary
  }
}

extension RequestValue {
  /// True if this value of `kSecAttrSynchronizable` selects only synchronizable items.
  var meansSynchronizable: Bool {
    if case .text(ValueName.anySynchronizable) = self { return false }
    return (try? ValueKind.sync.coerce(self)) == .number(1)
  }
}

/// True if a persistent reference, or the first of several, belongs to Latchkey's own store and not
/// to a keychain file.
///
/// Also true if the value is not a reference.
private func isReferenceOfStore(_ value: AnyObject) -> Bool {
  let part = (value as? NSArray).map { $0.firstObject as AnyObject } ?? value
  guard let first = part as? NSData else { return true }
  return PersistentReference(first.array) != nil
}
