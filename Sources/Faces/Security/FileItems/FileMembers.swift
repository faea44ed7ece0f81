// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes

/// The keychains of a call, in the order in which they are searched.
struct FileMembers {
  let all: [SecKeychain]
  /// True if the caller names the keychains, so that a missing file is an error; false if they come
  /// from the search list.
  let isNamed: Bool

  /// Finds the keychains of a call.
  ///
  /// `SecItemAdd` uses the keychain in `kSecUseKeychain`, or the default keychain. The other calls
  /// use the first of these that the dictionary has:
  ///
  /// - the keychains in `kSecMatchSearchList`, or the keychain in `kSecUseKeychain`
  /// - the keychain of the item in `kSecValueRef`
  /// - the keychain files that persistent references name
  ///
  /// If the dictionary has no such entry, these calls use the search list.
  ///
  /// - Parameter besideStore: true if Latchkey's own store answers the call separately. The store
  ///   is then left out of the search list.
  /// - Throws: -50 if a value is not a keychain or a list of keychains. -25308 if `SecItemAdd`
  ///   finds no default keychain. -25300 if no persistent reference names a keychain file.
  init(
    _ dictionary: ForeignDictionary, _ verb: Request.Verb, besideStore: Bool
  ) throws(KeychainError) {
    let named = try dictionary.namedKeychain()
    guard verb != .add else {
      all = [try SecKeychain.forAdding(named)]
      isNamed = true
      return
    }
    if let list = try dictionary.searchList() ?? named.map({ [$0] }) {
      (all, isNamed) = (list, true)
    } else if let item = dictionary.fileItem {
      all = [item.keychain] + (dictionary.namesIdentities ? Self.others(than: [item.keychain]) : [])
      isNamed = true
    } else if let (list, areIdentities) = try dictionary.referencedKeychains() {
      (all, isNamed) = (list + (areIdentities ? Self.others(than: list) : []), true)
    } else {
      let keychains = try? KeychainChoice.current()
      let list = try keychains.map { keychains throws(KeychainError) in
        try SecKeychain.searchList(keychains)
      }
      let hasCertificates = dictionary.findsCertificates
      all = (list ?? []).filter { keychain in
        (!besideStore || !keychain.isStore)
          && (hasCertificates && verb == .copyMatching || !keychain.member.isAuthorities)
      }
      isNamed = false
    }
  }

  /// Returns the keychain files of the search list that are not among `known`.
  ///
  /// The certificate and the key of an identity may be in different files
  /// (Specification/file-keychain.md, "Keys, identities, certificates").
  private static func others(than known: [SecKeychain]) -> [SecKeychain] {
    let keychains = try? KeychainChoice.current()
    let list = keychains.flatMap { try? SecKeychain.searchList($0) } ?? []
    return list.filter { $0.fileKeychain != nil && !known.contains($0) }
  }

  /// True if Latchkey's own store is the only keychain of the call.
  ///
  /// The store then answers the call by its own rules.
  var isStoreAlone: Bool { !all.isEmpty && all.allSatisfy(\.isStore) }
}

extension SecKeychain {
  /// True if the keychain is Latchkey's own store, and not a keychain file.
  var isStore: Bool { if case .store = member { true } else { false } }
}

extension ForeignDictionary {
  /// True if the dictionary's class is certificates.
  ///
  /// The search then includes the certificates that the Linux distribution trusts.
  fileprivate var findsCertificates: Bool {
    (self[.itemClass, "class"] as? NSString) == kSecClassCertificate
  }

  /// The keychain item that `kSecValueRef` names: a `SecKeychainItem`, or the item from which a
  /// `SecKey` was read.
  ///
  /// Nil if `kSecValueRef` is absent or has another object.
  var fileItem: SecKeychainItem? {
    (referenced as? SecKeychainItem) ?? (referenced as? SecKey)?.fileItem
  }

  /// Returns the keychain files of the persistent references, and true if a reference is for an
  /// identity.
  ///
  /// The whole result is nil if the dictionary has no persistent reference.
  ///
  /// - Throws: -25300 if no reference names a keychain file.
  fileprivate func referencedKeychains() throws(KeychainError) -> ([SecKeychain], Bool)? {
    guard let value = self[.value, ValueKey.persistentReference.rawValue] else { return nil }
    let keychains = try KeychainChoice.current()
    let parts = (value as? NSArray).map { PropertyList.elements(of: $0) } ?? [value]
    var found: [SecKeychain] = []
    var areIdentities = false
    for case let data as NSData in parts.map({ $0 as AnyObject }) {
      guard let reference = FileReference(decoding: data.array) else {
        continue
      }
      let name = keychains.places.path(ofStored: reference.path)
      let keychain = SecKeychain(keychains, keychains.member(named: name))
      areIdentities = areIdentities || reference.isIdentity
      if keychain.fileKeychain != nil, !found.contains(keychain) { found.append(keychain) }
    }
    guard !found.isEmpty else { throw .noFileItem }
    return (found, areIdentities)
  }
}
