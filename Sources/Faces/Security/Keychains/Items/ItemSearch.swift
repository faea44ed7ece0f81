// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The keychains in which a call searches, in their order (Specification/file-keychain.md,
/// "Search", "Default keychain, search list, preferences").
struct ItemSearch {
  let keychains: [SecKeychain]
  /// True if the caller names the keychains, so that a missing file is an error; false if they come
  /// from the search list.
  let isNamed: Bool

  /// Makes the search in a keychain, in the keychains of an array, or, for nil, in the search list.
  ///
  /// - Throws: -25295 for any other object.
  init(_ keychainOrArray: AnyObject?) throws(KeychainError) {
    isNamed = keychainOrArray != nil
    switch keychainOrArray {
    case nil: keychains = try SecKeychain.searchList(KeychainChoice.current())
    case let keychain as SecKeychain: keychains = [keychain]
    case let array as NSArray: keychains = try SecKeychain.list(array)
    default: throw KeychainError(.invalidKeychain, "the object is no keychain")
    }
  }

  /// The items that a search found, and the error of the last keychain that failed.
  ///
  /// The error is nil if no keychain failed.
  struct Result {
    var items: [SecKeychainItem] = []
    var failure: KeychainError?
    /// True if every keychain failed.
    var isFailed = false
  }

  /// Returns the items of a table that fulfil all terms: each term is a column and the value in it.
  func items(
    _ relation: Relation, _ terms: [RecordTerm], limit: Int = .max
  ) -> Result {
    var result = Result()
    var failures = 0
    for keychain in keychains where result.items.count < limit {
      do throws(KeychainError) {
        let left = limit == .max ? limit : limit - result.items.count
        result.items += try Self.items(relation, terms, in: keychain, limit: left)
      } catch {
        guard isNamed || error.code != .noSuchKeychain else { continue }
        failures += 1
        result.failure = error
      }
    }
    result.isFailed =
      failures > 0 && failures == keychains.count { !$0.member.isAuthorities }
    return result
  }

  private static func items(
    _ relation: Relation, _ terms: [RecordTerm], in keychain: SecKeychain, limit: Int
  ) throws(KeychainError) -> [SecKeychainItem] {
    switch keychain.member {
    case .authorities: return []
    case .file(let file):
      return try file.items(in: relation, where: terms, limit: limit)
        .map { SecKeychainItem(.file($0), in: keychain) }
    case .store:
      guard let itemClass = ItemAttributes.storeClass(of: relation.id) else { return [] }
      return try StoreItems.find(relation, terms, limit: limit)
        .map { SecKeychainItem(.store(itemClass, reference: $0), in: keychain) }
    }
  }

  /// Returns the first password whose attributes have all given values.
  ///
  /// - Throws: -25300 if no password is found. If a keychain could not be searched, its error is
  ///   thrown instead.
  func first(_ values: RecordValues) throws(KeychainError) -> SecKeychainItem {
    let result = items(values.relation, values.terms, limit: 1)
    if let item = result.items.first { return item }
    throw result.failure ?? KeychainError(.itemNotFound, "no item has these attributes")
  }
}

extension SecKeychain {
  /// Adds a password to this keychain.
  ///
  /// - Parameter access: the access list of an item in a file; nil to trust only the calling
  ///   program.
  func add(
    _ values: RecordValues, _ secret: SecretBytes, _ access: AccessList? = nil
  ) throws(KeychainError) -> SecKeychainItem {
    switch member {
    case .authorities: throw .readOnlyAuthorities(path)
    case .file(let file):
      return SecKeychainItem(
        .file(try file.addPassword(values, secret: secret, access)), in: self)
    case .store:
      var values = values
      values.setLabel()
      guard let itemClass = ItemAttributes.storeClass(of: values.relation.id) else {
        throw KeychainError(.noSuchClass, "the embedded store has no items of this class")
      }
      let item = SecKeychainItem(
        .store(itemClass, reference: try StoreItems.add(values, secret)), in: self)
      KeychainEvents.post(.addEvent, self, item)
      return item
    }
  }

  /// Returns the keychain to which an item is added; if `keychain` is nil, the default keychain.
  ///
  /// - Throws: -25308 if `keychain` is nil, and the default keychain or its file is missing.
  ///   Apple's systems then ask the user for a new keychain, but Latchkey has no prompt for that.
  static func forAdding(_ keychain: SecKeychain?) throws(KeychainError) -> SecKeychain {
    if let keychain { return CalledKeychain.noted(keychain) }
    let keychains = try KeychainChoice.current()
    guard let member = try keychains.standard(keychains.preferenceDomain) else {
      throw .noPlaceForItem
    }
    let keychain = CalledKeychain.noted(SecKeychain(keychains, member))
    if case .file(let file) = member, file.isMissing { throw .noPlaceForItem }
    return keychain
  }
}

extension KeychainError {
  fileprivate static let noPlaceForItem = KeychainError(
    .interactionNotAllowed, "there is no default keychain, and no user can be asked for one",
    advice: "make one with security create-keychain and security default-keychain")
}
