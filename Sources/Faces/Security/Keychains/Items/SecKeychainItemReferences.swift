// SPDX-License-Identifier: Apache-2.0
import FileKeychain
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Stores a persistent reference to an item in a variable.
///
/// `SecKeychainItemCopyFromPersistentReference` finds the item by the reference. A reference to an
/// item of a keychain file becomes invalid if a unique attribute of the item changes.
@discardableResult
public func SecKeychainItemCreatePersistentReference(
  _ itemRef: SecKeychainItem, _ persistentItemRef: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  KeychainCall.run(on: itemRef) { () throws(KeychainError) in
    switch itemRef.place {
    case .store(_, let reference):
      unsafe persistentItemRef.pointee = NSData(data: reference)
    case .file(let item):
      // Fails if the item was deleted.
      _ = try item.values()
      let bytes = FileReference(item).encode(itemRef.keychain.keychains.places)
      unsafe persistentItemRef.pointee = NSData(data: Data(bytes))
    }
  }
}

/// Stores in a variable the item that a persistent reference names.
///
/// The length of the reference shows whether the item is in Latchkey's own store or in a keychain
/// file.
///
/// - Returns: errSecItemNotFound if the item does not exist.
@discardableResult
public func SecKeychainItemCopyFromPersistentReference(
  _ persistentItemRef: CFData, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychains = try KeychainChoice.current()
    let reference = Data(referencing: persistentItemRef)
    let store = SecKeychain(keychains, .store)
    for itemClass in [SecItemClass.genericPasswordItemClass, .internetPasswordItemClass]
    where !FileReference.isLong(reference.count) && StoreItems.has(reference, itemClass) {
      unsafe itemRef.pointee = SecKeychainItem(.store(itemClass, reference: reference), in: store)
      return
    }
    guard let found = FileReference(decoding: [UInt8](reference)) else { throw .noItemFound }
    let name = keychains.places.path(ofStored: found.path)
    let keychain = SecKeychain(keychains, keychains.member(named: name))
    guard case .file(let file) = keychain.member, let item = try? file.item(found.primaryKey)
    else { throw .noItemFound }
    unsafe itemRef.pointee = SecKeychainItem(.file(item), in: keychain)
  }
}

/// Copies a password into another keychain; the copy keeps the date of creation.
///
/// - Parameters:
///   - destKeychainRef: the keychain of the copy; nil for the default keychain.
///   - initialAccess: the access object of the copy; nil to copy the access object of the item.
/// - Returns: errSecDuplicateItem if the keychain has an equal item already.
@discardableResult
public func SecKeychainItemCreateCopy(
  _ itemRef: SecKeychainItem, _ destKeychainRef: SecKeychain?, _ initialAccess: SecAccess?,
  _ itemCopy: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus {
  KeychainCall.run(on: itemRef) { () throws(KeychainError) in
    let keychain = try SecKeychain.forAdding(destKeychainRef)
    guard ItemAttributes.passwords(itemRef.classCode) != nil else {
      throw KeychainError(.noSuchClass, "only passwords can be copied to another keychain")
    }
    let values = try itemRef.values()
    let secret = try itemRef.data()
    var access = initialAccess?.list
    if access == nil, case .file(let item) = itemRef.place {
      access = try item.access()
      access?.partitions = nil
      access?.integrity = nil
    }
    let copy = try keychain.add(values, secret, access)
    try copy.keepDate(of: values)
    unsafe itemCopy.pointee = copy
  }
}

extension SecKeychainItem {
  /// Sets the creation date of a copy in Latchkey's own store to the creation date of the original.
  ///
  /// A copy in a keychain file already has this date.
  fileprivate func keepDate(of values: RecordValues) throws(KeychainError) {
    guard case .store(_, let reference) = place, let date = values[Relation.code("cdat")] else {
      return
    }
    do throws(KeychainError) {
      let term = RecordTerm(Relation.code("cdat"), date)
      try StoreItems.update(reference, values.relation, setting: [term], nil)
    } catch {
      try? StoreItems.delete(reference)
      throw error
    }
  }
}

extension KeychainError {
  fileprivate static let noItemFound = KeychainError(
    .itemNotFound, "no keychain has the item of the persistent reference")
}
