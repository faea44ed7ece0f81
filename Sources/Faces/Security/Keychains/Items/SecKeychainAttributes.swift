// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes

/// Stores a structure with the attributes that items of a class have, in the order of their
/// columns.
///
/// Free the structure with `SecKeychainFreeAttributeInfo`.
///
/// - Parameters:
///   - itemID: the class, or the number of its table.
///   - info: receives a structure with the tags and the formats of the attributes.
/// - Returns: errSecNoSuchAttr for an unknown class.
@discardableResult
public func SecKeychainAttributeInfoForItemID(
  _ keychain: SecKeychain?, _ itemID: UInt32,
  _ info: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeInfo>?>
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    let keychain = try SecKeychain.orDefault(keychain)
    guard var relation = ItemAttributes.relation(itemID) else { throw .noAttribute }
    if case .file(let file) = keychain.member {
      relation = try file.image().relations[relation.id] ?? relation
    }
    let count = relation.attributes.count
    let size = MemoryLayout<UInt32>.stride * count
    let tags = try unsafe KeychainBytes.allocated(size)
      .bindMemory(to: UInt32.self, capacity: count)
    let formats = try unsafe KeychainBytes.allocated(size)
      .bindMemory(to: UInt32.self, capacity: count)
    for (place, attribute) in relation.attributes.enumerated() {
      unsafe tags[place] = attribute.id
      unsafe formats[place] = attribute.format.rawValue
    }
    let made = try unsafe KeychainBytes.allocated(
      MemoryLayout<SecKeychainAttributeInfo>.stride
    ).bindMemory(to: SecKeychainAttributeInfo.self, capacity: 1)
    unsafe made.initialize(
      to: SecKeychainAttributeInfo(count: UInt32(count), tag: tags, format: formats))
    unsafe info.pointee = made
  }
}

/// Frees a structure that `SecKeychainAttributeInfoForItemID` returned.
@discardableResult
public func SecKeychainFreeAttributeInfo(
  _ info: UnsafeMutablePointer<SecKeychainAttributeInfo>
) -> OSStatus {
  unsafe KeychainBytes.free(info.pointee.tag)
  unsafe KeychainBytes.free(info.pointee.format)
  unsafe KeychainBytes.free(info)
  return errSecSuccess
}
