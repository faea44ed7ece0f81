// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes

/// The objects in a dictionary that stand for items of keychain files.
///
/// The objects come from `kSecValueRef`, or from the list `kSecMatchItemList` or
/// `kSecUseItemList`.
struct FileObjects {
  /// The objects in the dictionary; nil if it has neither `kSecValueRef` nor a list of items.
  ///
  /// Objects that cannot be in a keychain file are left out.
  let all: [FileObject]?
  /// The class of the object in `kSecValueRef`, or of the first object in the list of items.
  ///
  /// A dictionary with an object need not name a class. Nil if the dictionary has neither key.
  let itemClass: ItemClass?

  /// Reads the objects in a caller's dictionary.
  ///
  /// - Throws: -50 for an object that cannot stand for an item, and for a list that is not an
  ///   array.
  init(_ dictionary: ForeignDictionary) throws(KeychainError) {
    if let object = dictionary.referenced {
      let found = try Self.object(object)
      (all, itemClass) = (found.map { [$0] } ?? [], found?.itemClass ?? Self.itemClass(object))
      return
    }
    let list =
      dictionary[.match, MatchKey.itemList.rawValue] ?? dictionary[.use, UseKey.itemList.rawValue]
    guard let list else {
      (all, itemClass) = (nil, nil)
      return
    }
    var objects: [FileObject] = []
    for element in try Self.elements(of: list) {
      if let object = try Self.object(element) { objects.append(object) }
    }
    (all, itemClass) = (objects, objects.first?.itemClass)
  }

  /// Returns the objects in a list of items.
  ///
  /// - Throws: -50 for a value that is not an array.
  static func elements(of list: AnyObject) throws(KeychainError) -> [AnyObject] {
    guard let list = list as? NSArray else {
      throw .noItemList
    }
    return PropertyList.elements(of: list).map { element in
      if let item = element as? SecKeychainItem { return item }
      if let key = element as? SecKey { return key }
      if let certificate = element as? SecCertificate { return certificate }
      if let identity = element as? SecIdentity { return identity }
      return element as AnyObject
    }
  }

  /// Converts a caller's object to the type that queries of keychain files contain.
  ///
  /// Nil if the object stands for an item that no keychain file has or can have.
  ///
  /// - Throws: -50 for an object that cannot stand for an item.
  private static func object(_ object: AnyObject) throws(KeychainError) -> FileObject? {
    switch object {
    case let item as SecKeychainItem: return Self.object(item)
    case let certificate as SecCertificate: return .certificate(certificate.value)
    case let identity as SecIdentity:
      return .identity(identity.certificate.value, identity.privateKey.softwareKey)
    case let key as SecKey:
      return key.fileItem.flatMap { Self.object($0) } ?? key.softwareKey.map { .key($0) }
    case let data as NSData:
      guard let reference = FileReference(decoding: data.array) else {
        return nil
      }
      let keychains = try KeychainChoice.current()
      let name = keychains.places.path(ofStored: reference.path)
      guard case .file(let keychain) = keychains.member(named: name) else { return nil }
      return (try? keychain.item(reference.primaryKey)).map { .item($0) }
    default:
      throw KeychainError.noItemReference
        .about(ValueKey.reference.rawValue)
    }
  }

  /// Returns the class of an object that is not in a keychain file, such as an item of the store.
  ///
  /// Nil if the object is no key, certificate, identity or item.
  private static func itemClass(_ object: AnyObject) -> ItemClass? {
    switch object {
    case let item as SecKeychainItem:
      item.itemClass == .internetPasswordItemClass ? .internetPassword : .genericPassword
    case is SecKey: .key
    default: nil
    }
  }

  private static func object(_ item: SecKeychainItem) -> FileObject? {
    if case .file(let item) = item.place { .item(item) } else { nil }
  }
}

extension SecKey {
  /// The public or private key in memory.
  ///
  /// Nil if the key is symmetric, or if it is a private key that stays in the secure element or in
  /// a keychain file.
  fileprivate var softwareKey: SoftwareKey? {
    if case .software(let key) = body { key } else { nil }
  }
}

extension ForeignDictionary {
  /// True if the dictionary names an item of a keychain file, by an object or a reference.
  var namesFileItem: Bool {
    if case .file? = fileItem?.place { return true }
    let value = self[.value, ValueKey.persistentReference.rawValue]
    let part = (value as? NSArray).map { $0.firstObject as AnyObject } ?? value
    guard let data = part as? NSData else { return false }
    return FileReference(decoding: data.array) != nil
  }

  /// Returns the dictionary without the entries that a `Request` to keychain files cannot contain.
  ///
  /// These are `kSecValueRef`, lists of items, keychains and access lists. Dictionary keys that
  /// have no effect on keychain files are left out too.
  func withoutObjects() -> ForeignDictionary {
    var dictionary = withoutKeychains()
    dictionary.remove { key in
      switch key.family {
      case .value: key.name == ValueKey.reference.rawValue
      case .match: key.name == MatchKey.itemList.rawValue
      case .use: key.name == UseKey.itemList.rawValue
      case .returns: ReturnKey(rawValue: key.name) == nil
      case .attribute: key.attribute == .accessControl
      case .itemClass, .ignored, .unknown: false
      }
    }
    return dictionary
  }
}
