// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes

/// The keychains of a call, in the order in which they are asked.
struct FileMembers {
  let all: [SecKeychain]
  /// True if the caller names the keychains, so that a missing file is an error.
  let isNamed: Bool

  /// Finds the keychains of a call.
  ///
  /// The dictionary can name them, or an item or reference of one. Otherwise Add goes to the
  /// default keychain, and the other calls to the search list.
  ///
  /// - Parameter besideStore: true if the store answers the call too, and is no member then.
  /// - Throws: -50 for a search list with an element that is no keychain, -25308 if Add has no
  ///   keychain to go to.
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
      (all, isNamed) = ([item.keychain], true)
    } else if let list = try dictionary.referencedKeychains() {
      (all, isNamed) = (list, true)
    } else {
      let keychains = try? KeychainChoice.current()
      let list = try keychains.map { keychains throws(KeychainError) in
        try SecKeychain.searchList(keychains)
      }
      all = (list ?? []).filter { !besideStore || !$0.isStore }
      isNamed = false
    }
  }

  /// True if the call means the store, which then answers by its own rules.
  var isStoreAlone: Bool { !all.isEmpty && all.allSatisfy(\.isStore) }
}

extension SecKeychain {
  /// True if the keychain is the embedded store.
  var isStore: Bool { if case .store = member { true } else { false } }
}

extension ForeignDictionary {
  /// The item of a keychain file in `v_Ref`, also behind a key that was read from it.
  var fileItem: SecKeychainItem? {
    (referenced as? SecKeychainItem) ?? (referenced as? SecKey)?.fileItem
  }

  /// Returns the keychain files of the persistent references; nil without a reference.
  ///
  /// - Throws: -25300 if no reference names a keychain file.
  fileprivate func referencedKeychains() throws(KeychainError) -> [SecKeychain]? {
    guard let value = self[.value, ValueKey.persistentReference.rawValue] else { return nil }
    let keychains = try KeychainChoice.current()
    let parts = (value as? NSArray).map { PropertyList.elements(of: $0) } ?? [value]
    var found: [SecKeychain] = []
    for case let data as NSData in parts.map({ $0 as AnyObject }) {
      guard let reference = FileReference(decoding: [UInt8](Data(referencing: data))) else {
        continue
      }
      let name = keychains.places.path(ofStored: reference.path)
      let keychain = SecKeychain(keychains, keychains.member(named: name))
      if keychain.fileKeychain != nil, !found.contains(keychain) { found.append(keychain) }
    }
    guard !found.isEmpty else { throw .noFileItem }
    return found
  }
}
