// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
package import KeychainTypes

/// An object that a caller's dictionary can contain under the key `kSecUseAuthenticationContext`.
///
/// `LAContext` conforms to this protocol. This module needs the protocol because it cannot import
/// the module of `LAContext`.
package protocol CarriesAuthenticationContext: AnyObject {
  /// The engine's part of the object: the proofs that the user authenticated, the settings, and
  /// whether the context is still valid.
  var authenticationContext: AuthenticationContext { get }
  /// The test installation (a test's service and caller) that was current when the object was made;
  /// nil if no test installation was current.
  var installation: Installation? { get }
}

/// A copy of a caller's dictionary: its pairs, in the order in which they are evaluated.
///
/// The caller's dictionary is read only once.
struct ForeignDictionary {
  /// A key of the caller's dictionary, with its value as Foundation returned it.
  ///
  /// The value is of type `AnyObject` instead of `Any`. Each use of an `Any` costs a dynamic cast,
  /// and each value is used several times.
  struct Pair {
    let key: RequestKey
    let value: AnyObject
  }

  private(set) var pairs: [Pair] = []
  /// The families (kinds of keys, such as attributes) to which the dictionary's keys belong, as one
  /// bit for each family.
  ///
  /// A look-up of a key in a missing family then needs no search.
  private var families: UInt16 = 0
  /// True if the caller's dictionary has too many pairs; `pairs` is then empty.
  let isOversized: Bool
  /// The caller's value for `kSecUseAuthenticationContext`; nil if it is missing or is not an
  /// authentication context.
  private(set) var context: (any CarriesAuthenticationContext)?
  /// True if the dictionary has an object or a reference that belongs to keychain files.
  ///
  /// `KeychainRoute` then decides whether the call goes to the store, to keychain files, or to
  /// both.
  private(set) var concernsKeychains = false

  init(_ dictionary: NSDictionary) {
    let count = dictionary.count
    isOversized = count > RequestPairs.most
    guard !isOversized else { return }
    pairs.reserveCapacity(count)
    dictionary.forEachObject { name, value in
      let key = RequestKey(name)
      guard key.family == .use, key.name == UseKey.context.rawValue else {
        let object = unboxed(value, of: key)
        insert(Pair(key: key, value: object))
        return
      }
      context = value as? any CarriesAuthenticationContext
      insert(Pair(key: key, value: value))
    }
  }

  /// Inserts a pair at its place in the order of evaluation, after the pairs that have an equal
  /// place.
  ///
  /// For most dictionaries, inserting is faster than sorting at the end, because they have only a
  /// few pairs.
  private mutating func insert(_ pair: Pair) {
    families |= 1 << pair.key.family.place
    var place = pairs.count
    while place > 0, RequestKey.isEvaluatedEarlier(pair.key, pairs[place - 1].key) { place -= 1 }
    pairs.insert(pair, at: place)
  }

  /// Returns the object in a box of Foundation; an object without a box is returned unchanged.
  ///
  /// Sets `concernsKeychains` if the object belongs to keychain files.
  ///
  /// Foundation puts objects of classes that it does not know, such as `SecKey`, into boxes.
  private mutating func unboxed(_ object: AnyObject, of key: RequestKey) -> AnyObject {
    if object is NSString { return object }
    if let data = object as? NSData {
      if case .value = key.family { noteReference(data, of: key) }
      return object
    }
    if object is NSNumber { return object }
    // Casts from `Any`, because a cast from `AnyObject` does not look into the box.
    let value: Any = object
    if let accessControl = value as? SecAccessControl { return accessControl }
    if let policy = value as? SecPolicy { return policy }
    if let certificate = value as? SecCertificate { return certificate }
    if let identity = value as? SecIdentity { return identity }
    if let key = value as? SecKey {
      if key.fileItem != nil { concernsKeychains = true }
      return key
    }
    if let named = Self.keychainObject(value) {
      concernsKeychains = true
      return named
    }
    if let list = object as? NSArray { noteList(list, of: key) }
    return object
  }

  /// Returns the object if it is a keychain, an item of a keychain or an access object; nil for
  /// other objects.
  private static func keychainObject(_ value: Any) -> AnyObject? {
    if let keychain = value as? SecKeychain { return keychain }
    if let item = value as? SecKeychainItem { return item }
    return value as? SecAccess
  }

  /// Sets `concernsKeychains` if the data is a persistent reference to an item of a keychain file.
  private mutating func noteReference(_ data: NSData, of key: RequestKey) {
    guard key.name == ValueKey.persistentReference.rawValue, FileReference.isLong(data.length)
    else { return }
    if FileReference(decoding: data.array) != nil { concernsKeychains = true }
  }

  /// Sets `concernsKeychains` if the list is the list of keychains to search, or has an item of a
  /// keychain or a reference to an item of a keychain file.
  private mutating func noteList(_ list: NSArray, of key: RequestKey) {
    switch key.name {
    case MatchKey.searchList.rawValue:
      if (try? SecKeychain.list(list)) != nil { concernsKeychains = true }
    case ValueKey.persistentReference.rawValue, MatchKey.itemList.rawValue,
      UseKey.itemList.rawValue:
      if PropertyList.elements(of: list).contains(where: Self.isOfKeychains) {
        concernsKeychains = true
      }
    default: return
    }
  }

  /// Returns true if an element of a list is an item of a keychain, or a reference to an item of a
  /// keychain file.
  private static func isOfKeychains(_ element: Any) -> Bool {
    if keychainObject(element) != nil { return true }
    if let key = element as? SecKey { return key.fileItem != nil }
    guard let data = element as AnyObject as? NSData, FileReference.isLong(data.length) else {
      return false
    }
    return FileReference(decoding: data.array) != nil
  }

  /// Returns the value of the key with this family (kind of key, such as attribute) and name; nil
  /// if the dictionary does not have the key.
  subscript(family: RequestKey.Family, name: String) -> AnyObject? {
    guard families & 1 << family.place != 0 else { return nil }
    // Searches by index, because `first(where:)` copies each pair.
    for index in pairs.indices
    where pairs[index].key.family.place == family.place && pairs[index].key.name == name {
      return pairs[index].value
    }
    return nil
  }

  /// Returns the value of an attribute; nil if the dictionary does not contain the attribute.
  subscript(attribute: Attribute) -> AnyObject? {
    for index in pairs.indices
    where pairs[index].key.attribute?.rawValue == attribute.rawValue {
      return pairs[index].value
    }
    return nil
  }

  /// Inserts those of the given pairs whose keys are missing in the dictionary.
  ///
  /// Each pair is inserted at its place in the order of evaluation.
  mutating func complete(with others: [(name: String, value: AnyObject)]) {
    for other in others {
      let key = RequestKey(other.name)
      guard !pairs.contains(where: { $0.key.isText && $0.key.name == key.name }) else { continue }
      insert(Pair(key: key, value: other.value))
    }
  }

  /// Removes each pair for whose key `isUnwanted` returns true.
  mutating func remove(where isUnwanted: (RequestKey) -> Bool) {
    pairs.removeAll { isUnwanted($0.key) }
  }
}

/// The values of a dictionary that control how a call is performed, such as the text of the prompt.
extension ForeignDictionary {
  /// The text of `kSecUseOperationPrompt`; nil if it is missing or is not a string.
  var prompt: String? {
    (self[.use, UseKey.prompt.rawValue] as? NSString).map { String($0) }
  }

  /// The test installation (a test's service and caller) in which the call must be performed; nil
  /// if the current installation is right.
  ///
  /// An authentication context or access control in the dictionary remembers the installation in
  /// which it was made. Code under test may therefore change threads
  /// (Specification/access-control.md, "API of KeychainTesting").
  ///
  /// A call with an authentication context is always performed in the context's installation,
  /// because the user of that installation has authenticated in the context. The installation of an
  /// access control is used only if no installation is current: a program may keep the access
  /// control longer than a test runs.
  var rememberedInstallation: Installation? {
    if let context {
      let current = CurrentInstallation.installed
      guard let home = context.installation, current?.isHome(of: home) != true else { return nil }
      return home
    }
    guard let object = self[.accessControl] as? SecAccessControl,
      CurrentInstallation.installed == nil
    else { return nil }
    return object.installation
  }
}

extension Installation {
  /// True if an authentication context from the other installation (a test's service and caller)
  /// may be used in this installation.
  ///
  /// The two installations must have the same authenticator, and equal callers and profiles.
  fileprivate func isHome(of other: Installation) -> Bool {
    guard let authenticator, authenticator === other.authenticator else { return false }
    return caller == other.caller && profile == other.profile
  }
}

extension RequestKey {

  /// Makes a dictionary key from an object that is a key of the caller's dictionary; a text longer
  /// than every valid name is cut.
  init(_ key: AnyObject) {
    guard let text = key as? NSString else {
      self.init(isNumber: key is NSNumber)
      return
    }
    self.init(text.text(ofAtMost: RequestKey.mostUnits) ?? text.substring(to: RequestKey.mostUnits))
  }
}
