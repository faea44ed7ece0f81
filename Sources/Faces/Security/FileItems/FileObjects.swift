// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes

/// The objects in a dictionary that stand for items of keychain files: `v_Ref` and the lists of
/// items.
struct FileObjects {
  /// The objects in the dictionary; nil if it has neither key.
  ///
  /// An object that can be in no file is left out.
  let all: [FileObject]?
  /// The class of the object in `v_Ref`; nil without this key.
  let itemClass: ItemClass?

  /// - Throws: -50 for an object that stands for no item, and for a list of another type.
  init(_ dictionary: ForeignDictionary) throws(KeychainError) {
    if let object = dictionary.referenced {
      let found = try Self.object(object)
      (all, itemClass) = (found.map { [$0] } ?? [], found?.itemClass)
      return
    }
    itemClass = nil
    let list =
      dictionary[.match, MatchKey.itemList.rawValue] ?? dictionary[.use, UseKey.itemList.rawValue]
    guard let list else {
      all = nil
      return
    }
    var objects: [FileObject] = []
    for element in try Self.elements(of: list) {
      if let object = try Self.object(element) { objects.append(object) }
    }
    all = objects
  }

  /// Returns the objects of a list of items.
  ///
  /// - Throws: -50 for a value that is no list.
  static func elements(of list: AnyObject) throws(KeychainError) -> [AnyObject] {
    guard let list = list as? NSArray else {
      throw KeychainError.wrongKind("the list of items is not a list")
    }
    return PropertyList.elements(of: list).map { element in
      if let item = element as? SecKeychainItem { return item }
      if let key = element as? SecKey { return key }
      if let certificate = element as? SecCertificate { return certificate }
      if let identity = element as? SecIdentity { return identity }
      return element as AnyObject
    }
  }

  /// Returns the object that stands for an item of a file; nil if no file can have the item.
  private static func object(_ object: AnyObject) throws(KeychainError) -> FileObject? {
    switch object {
    case let item as SecKeychainItem: return Self.object(item)
    case let certificate as SecCertificate: return .certificate(certificate.value)
    case let identity as SecIdentity:
      return .identity(identity.certificate.value, identity.privateKey.softwareKey)
    case let key as SecKey:
      return key.fileItem.flatMap { Self.object($0) } ?? key.softwareKey.map { .key($0) }
    case let data as NSData:
      guard let reference = FileReference(decoding: [UInt8](Data(referencing: data))) else {
        return nil
      }
      let keychains = try KeychainChoice.current()
      let name = keychains.places.path(ofStored: reference.path)
      guard case .file(let keychain) = keychains.member(named: name) else { return nil }
      return (try? keychain.item(reference.primaryKey)).map { .item($0) }
    default:
      throw KeychainError.wrongKind("the reference stands for no item")
        .about(ValueKey.reference.rawValue)
    }
  }

  private static func object(_ item: SecKeychainItem) -> FileObject? {
    if case .file(let item) = item.place { .item(item) } else { nil }
  }
}

extension SecKey {
  /// The key pair's half in memory; nil for a symmetric key and a key in the secure element.
  fileprivate var softwareKey: SoftwareKey? {
    if case .software(let key) = body { key } else { nil }
  }
}

extension ForeignDictionary {
  /// Returns the dictionary without the objects that no request can contain, and without keys that
  /// have no effect on keychain files.
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
