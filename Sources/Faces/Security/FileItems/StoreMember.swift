// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Latchkey's own store as one of the keychains in a call that names several keychains.
///
/// The store finds the items by its own rules, but the default limit of keychain files holds:
/// without `kSecMatchLimit`, the call finds, updates or deletes only one item.
struct StoreMember {
  private let call: ItemRequest
  private let keychain: SecKeychain
  private let query: FileQuery

  init(_ call: ItemRequest, _ keychain: SecKeychain, _ query: FileQuery) {
    (self.call, self.keychain, self.query) = (call, keychain, query)
  }

  /// Returns the results for the items that the store finds, in the form that the `kSecReturn…`
  /// keys demand.
  ///
  /// If references are wanted, each password is returned as a `SecKeychainItem`, as for keychain
  /// files.
  func elements(_ returns: Returns, limit: Int?) throws(KeychainError) -> [AnyObject] {
    let isPassword = !query.itemClass.hasObjects
    guard isPassword, returns.contains(.reference) else { return try found(returns, limit: limit) }
    let elements = try found(
      returns.subtracting(.reference).union(.persistentReference), limit: limit)
    return elements.map { element in
      guard let dictionary = element as? NSDictionary else {
        return item(element as? NSData ?? NSData())
      }
      let changed = NSMutableDictionary()
      for pair in ForeignDictionary(dictionary).pairs {
        changed[NSString(string: pair.key.name)] = pair.value
      }
      if let reference = dictionary[kSecValuePersistentRef] as? NSData {
        changed[kSecValueRef] = item(reference)
      }
      if !returns.contains(.persistentReference) {
        changed.removeObject(forKey: kSecValuePersistentRef)
      }
      return changed
    }
  }

  private func item(_ reference: NSData) -> SecKeychainItem {
    let itemClass: SecItemClass =
      query.itemClass == .internetPassword ? .internetPasswordItemClass : .genericPasswordItemClass
    return SecKeychainItem(
      .store(itemClass, reference: Data(referencing: reference)), in: keychain)
  }

  private func found(_ returns: Returns, limit: Int?) throws(KeychainError) -> [AnyObject] {
    var dictionary = call.dictionary.withoutKeychains()
    let lists = [MatchKey.itemList.rawValue, UseKey.itemList.rawValue]
    // A dictionary that names items of keychain files matches no item of the store.
    guard !dictionary.pairs.contains(where: { lists.contains($0.key.name) }),
      !dictionary.namesFileItem
    else { return [] }
    dictionary.remove { key in
      key.family == .returns || key.family == .match && key.name == MatchKey.limit.rawValue
        || key.family == .value && key.name == ValueKey.secret.rawValue
    }
    let limits: AnyObject = limit.map { NSNumber(value: $0) } ?? kSecMatchLimitAll
    dictionary.complete(with: [(MatchKey.limit.rawValue, limits)])
    dictionary.complete(with: ReturnKey.names(of: returns).map { ($0, kCFBooleanTrue) })
    do throws(KeychainError) {
      guard
        case .object(let object) = try call.of(dictionary).performOnStore(
          .copyMatching, setting: nil)
      else { return [] }
      guard limit != 1 else { return object.map { [$0] } ?? [] }
      return (object as? NSArray).map { list in
        PropertyList.elements(of: list).map { $0 as AnyObject }
      } ?? []
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  /// An item of the store that a call changes.
  struct Item {
    fileprivate let call: ItemRequest

    func update(to changes: NSDictionary) throws(KeychainError) {
      let cleaned = NSMutableDictionary()
      for pair in ForeignDictionary(changes).withoutKeychains().pairs {
        cleaned[NSString(string: pair.key.name)] = pair.value
      }
      _ = try call.performOnStore(.update, setting: cleaned)
    }

    func delete() throws(KeychainError) { _ = try call.performOnStore(.delete, setting: nil) }
  }

  /// Returns the items that the store finds, so that each can be changed separately.
  func items(limit: Int?) throws(KeychainError) -> [Item] {
    try found(.persistentReference, limit: limit).map { reference in
      Item(
        call: call.of(
          ForeignDictionary([kSecValuePersistentRef: reference] as NSDictionary)))
    }
  }

  /// Adds an item of a keychain file to Latchkey's own store as a synchronizable item.
  ///
  /// If the store has an equal item already, that item is updated.
  ///
  /// - Parameter changes: the caller's new values, which override the values of the item.
  func take(_ item: NSDictionary, setting changes: NSDictionary) throws(KeychainError) {
    let all = NSMutableDictionary()
    for pair in ForeignDictionary(item).pairs + ForeignDictionary(changes).withoutKeychains().pairs
    where !Self.ofFilesAlone.contains(pair.key.name) {
      all[NSString(string: pair.key.name)] = pair.value
    }
    do throws(KeychainError) {
      _ = try call.of(ForeignDictionary(all)).performOnStore(.add, setting: nil)
    } catch {
      guard error.code == .duplicateItem else { throw error }
      try update(all, or: error)
    }
  }

  /// Updates an item of the store after the store has refused to add an item with an equal primary
  /// key.
  ///
  /// - Parameters:
  ///   - all: the class, the attributes and the secret of the item that was not added.
  ///   - duplicate: the error of the refused addition.
  /// - Throws: -25300 if no item with this primary key is visible to the calling program.
  ///   `duplicate` if several items match, for example in several access groups, because `all` need
  ///   not contain each attribute of the primary key.
  private func update(
    _ all: NSMutableDictionary, or duplicate: KeychainError
  ) throws(KeychainError) {
    let query: NSMutableDictionary = [
      kSecMatchLimit: kSecMatchLimitAll, kSecReturnPersistentRef: true,
    ]
    for key in Self.primary { query[key] = all[key] }
    // The store keeps a missing attribute as an empty value. Without this pair, the query would
    // match every value.
    for key in all[kSecAttrServer] == nil ? [kSecAttrAccount, kSecAttrService] : [kSecAttrAccount]
    where query[key] == nil { query[key] = NSString() }
    guard
      case .object(let found) = try call.of(ForeignDictionary(query)).performOnStore(
        .copyMatching, setting: nil), let found = found as? NSArray, found.count == 1
    else { throw duplicate }
    for key in Self.primary { all.removeObject(forKey: key) }
    let item: NSDictionary = [kSecValuePersistentRef: found.object(at: 0)]
    _ = try call.of(ForeignDictionary(item)).performOnStore(.update, setting: all)
  }

  /// The attributes of keychain files that Latchkey's own store does not have or sets itself.
  private static let ofFilesAlone: Set<String> = ["alis", "prot", "cdat", "mdat"]
  /// The names of the class and of the attributes that make a password of the store unique in its
  /// class.
  private static var primary: [NSString] {
    [
      kSecClass, kSecAttrAccount, kSecAttrService, kSecAttrServer, kSecAttrSecurityDomain,
      kSecAttrProtocol, kSecAttrAuthenticationType, kSecAttrPort, kSecAttrPath,
      kSecAttrSynchronizable, kSecAttrAccessGroup,
    ]
  }
}

extension ReturnKey {
  /// Returns the names of the `kSecReturn…` keys that demand the given parts of an item.
  fileprivate static func names(of returns: Returns) -> [String] {
    let all: [(Returns, ReturnKey)] = [
      (.secret, .secret), (.attributes, .attributes), (.reference, .reference),
      (.persistentReference, .persistentReference),
    ]
    return all.filter { returns.contains($0.0) }.map(\.1.rawValue)
  }
}
