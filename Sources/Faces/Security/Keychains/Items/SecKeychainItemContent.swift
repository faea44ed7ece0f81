// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// Adds a password with attributes from a list.
///
/// The function sets the dates of the item. If the list has no label, the label becomes the first
/// of these that the list has: the service, the server, the volume, the account.
///
/// - Parameters:
///   - keychainRef: the keychain; nil for the default keychain.
///   - initialAccess: the access object; nil to trust only the calling program.
///   - itemRef: receives the item; nil to ignore it.
/// - Returns: errSecNoSuchClass for a class other than passwords, errSecNoSuchAttr for an attribute
///   that the class lacks, errSecDuplicateItem if an equal item exists.
@discardableResult
public func SecKeychainItemCreateFromContent(
  _ itemClass: SecItemClass, _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>,
  _ length: UInt32, _ data: UnsafeRawPointer?, _ keychainRef: SecKeychain?,
  _ initialAccess: SecAccess?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
  unsafe createItem(
    itemClass.rawValue, attrList, length, data, keychainRef, initialAccess, itemRef)
}

/// Adds a password, as `SecKeychainItemCreateFromContent` does.
///
/// - Parameter itemClass: the four-character code of the class. The class may be one that
///   `SecItemClass` lacks: passwords for file servers.
package func createItem(
  _ itemClass: UInt32, _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>,
  _ length: UInt32, _ data: UnsafeRawPointer?, _ keychainRef: SecKeychain?,
  _ initialAccess: SecAccess?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
  KeychainCall.run("SecKeychainItemCreateFromContent") { () throws(KeychainError) in
    guard let relation = ItemAttributes.passwords(itemClass) else { throw .noPasswordClass }
    var values = try unsafe GivenAttributes(attrList).set(in: RecordValues(relation))
    // The creation date of a new item is the present, whatever date the caller gives.
    values[Relation.code("cdat")] = nil
    let secret = SecretBytes(copying: [])
    let item = try SecKeychain.forAdding(keychainRef).add(
      values, try unsafe KeychainBytes.given(data, length) ?? secret, initialAccess?.list)
    unsafe itemRef?.pointee = item
  }
}

/// Changes attributes and data of an item.
///
/// The tags of the attributes are the tags that `SecKeychainAttributeInfoForItemID` returns. If the
/// list or the data is nil, the attributes or the data are not changed.
///
/// The entries of the access object need not permit the change. For a change of attributes alone,
/// the item's partition list must name the partition of the calling program. (A partition is a
/// group of programs, for example `unsigned:`.) New data replaces this list by a list that names
/// only the partition of the calling program.
///
/// - Returns: errSecDuplicateItem if another item already has the new unique attributes.
///   errSecAuthFailed if the partition list does not permit the change.
@discardableResult
public func SecKeychainItemModifyAttributesAndData(
  _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?,
  _ length: UInt32, _ data: UnsafeRawPointer?
) -> OSStatus {
  KeychainCall.run(on: itemRef) { () throws(KeychainError) in
    try unsafe itemRef.change(GivenAttributes(attrList), KeychainBytes.given(data, length))
  }
}

/// Changes attributes and data of an item, as `SecKeychainItemModifyAttributesAndData` does.
///
/// The tags of the attributes are values of `SecItemAttr`, for example `labelItemAttr` for the
/// label. If the list or the data is nil, the attributes or the data are not changed.
@discardableResult
public func SecKeychainItemModifyContent(
  _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?,
  _ length: UInt32, _ data: UnsafeRawPointer?
) -> OSStatus {
  KeychainCall.run(on: itemRef) { () throws(KeychainError) in
    try unsafe itemRef.change(GivenAttributes(attrList), KeychainBytes.given(data, length))
  }
}

/// Stores attributes of an item in the caller's list, and the item's data in a variable.
///
/// Free the bytes of the attributes and the data with `SecKeychainItemFreeContent`.
///
/// - Parameters:
///   - attrList: a list whose tags are set. Each attribute receives its bytes; an absent attribute
///     receives the length 0 and nil.
///   - length: receives the number of bytes of the data. If `length` and `outData` are nil, the
///     data is not read.
/// - Returns: errSecNoSuchAttr for a tag that the class lacks. The list is then not changed.
@discardableResult
public func SecKeychainItemCopyContent(
  _ itemRef: SecKeychainItem, _ itemClass: UnsafeMutablePointer<SecItemClass>?,
  _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?,
  _ length: UnsafeMutablePointer<UInt32>?,
  _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  KeychainCall.run(on: itemRef) { () throws(KeychainError) in
    let places = try unsafe attributes(of: attrList)
    let bytes = try itemRef.bytes(of: unsafe places?.map { $0.tag } ?? [])
    let blocks = try unsafe KeychainBytes.blocks(bytes)
    do throws(KeychainError) { try unsafe itemRef.copySecret(length, outData) } catch {
      unsafe KeychainBytes.free(blocks)
      throw error
    }
    unsafe itemClass?.pointee = itemRef.itemClass
    for place in bytes.indices {
      unsafe places?[place].length = UInt32(bytes[place].count)
      unsafe places?[place].data = unsafe blocks[place]
    }
  }
}

/// Frees the bytes in a list of attributes, and the data, that `SecKeychainItemCopyContent`
/// returned.
@discardableResult
public func SecKeychainItemFreeContent(
  _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
  KeychainCall.run { () throws(KeychainError) in
    if let places = try unsafe attributes(of: attrList) {
      for place in places.indices {
        unsafe KeychainBytes.free(places[place].data)
        unsafe places[place].data = nil
      }
    }
    unsafe KeychainBytes.free(data)
  }
}

/// Stores a new list with attributes of an item, and the item's data, in variables.
///
/// Free the list and the data with `SecKeychainItemFreeAttributesAndData`.
///
/// - Parameters:
///   - info: the wanted attributes.
///   - attrList: receives a list with exactly these attributes.
/// - Returns: errSecNoSuchAttr for a tag that the class lacks.
@discardableResult
public func SecKeychainItemCopyAttributesAndData(
  _ itemRef: SecKeychainItem, _ info: UnsafeMutablePointer<SecKeychainAttributeInfo>?,
  _ itemClass: UnsafeMutablePointer<SecItemClass>?,
  _ attrList: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeList>?>?,
  _ length: UnsafeMutablePointer<UInt32>?,
  _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  KeychainCall.run(on: itemRef) { () throws(KeychainError) in
    guard unsafe (info == nil) == (attrList == nil) else {
      throw .parameter("the wanted attributes and the place for their list belong together")
    }
    var tags: [UInt32] = []
    if let info = unsafe info, unsafe info.pointee.count > 0 {
      let count = unsafe info.pointee.count
      // A C program can pass NULL for this pointer, although the Swift type does not permit nil.
      let tag = unsafe UnsafeRawPointer(info).load(
        fromByteOffset: MemoryLayout<SecKeychainAttributeInfo>.offset(of: \.tag) ?? 0,
        as: UnsafeMutablePointer<UInt32>?.self)
      guard count <= ItemAttributes.most, let tag = unsafe tag else {
        throw .parameter("the list of attributes is not sound")
      }
      tags = unsafe Array(UnsafeBufferPointer(start: tag, count: Int(count)))
    }
    let made = try unsafe attrList == nil ? nil : list(tags, itemRef.bytes(of: tags))
    do throws(KeychainError) { try unsafe itemRef.copySecret(length, outData) } catch {
      unsafe SecKeychainItemFreeAttributesAndData(made, nil)
      throw error
    }
    unsafe itemClass?.pointee = itemRef.itemClass
    unsafe attrList?.pointee = unsafe made
  }
}

/// Frees a list and the data that `SecKeychainItemCopyAttributesAndData` returned.
@discardableResult
public func SecKeychainItemFreeAttributesAndData(
  _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
  let status = unsafe SecKeychainItemFreeContent(attrList, data)
  if status == errSecSuccess, let attrList = unsafe attrList {
    unsafe KeychainBytes.free(attrList.pointee.attr)
    unsafe KeychainBytes.free(attrList)
  }
  return status
}

/// Returns the attributes in a caller's list; nil if the list is nil or empty.
///
/// - Throws: -50 if the list has a count but no attributes, or too many attributes.
private func attributes(
  of list: UnsafeMutablePointer<SecKeychainAttributeList>?
) throws(KeychainError) -> UnsafeMutableBufferPointer<SecKeychainAttribute>? {
  guard let list = unsafe list?.pointee, list.count > 0 else { return nil }
  guard let first = unsafe list.attr, list.count <= ItemAttributes.most else {
    throw .parameter("the list of attributes is not sound")
  }
  return unsafe UnsafeMutableBufferPointer(start: first, count: Int(list.count))
}

/// Makes a list of attributes in memory that the caller frees.
private func list(
  _ tags: [UInt32], _ bytes: [[UInt8]]
) throws(KeychainError) -> UnsafeMutablePointer<SecKeychainAttributeList> {
  let blocks = try unsafe KeychainBytes.blocks(bytes)
  let size = MemoryLayout<SecKeychainAttribute>.stride * max(1, tags.count)
  guard let head = unsafe malloc(MemoryLayout<SecKeychainAttributeList>.stride),
    let rows = unsafe malloc(size)
  else {
    unsafe KeychainBytes.free(blocks)
    throw KeychainError(.outOfMemory, "the system has no memory left for a result")
  }
  let first = unsafe rows.bindMemory(to: SecKeychainAttribute.self, capacity: max(1, tags.count))
  for place in tags.indices {
    unsafe (first + place).initialize(
      to: SecKeychainAttribute(
        tag: tags[place], length: UInt32(bytes[place].count), data: blocks[place]))
  }
  let list = unsafe head.bindMemory(to: SecKeychainAttributeList.self, capacity: 1)
  unsafe list.initialize(
    to: SecKeychainAttributeList(count: UInt32(tags.count), attr: first))
  return unsafe list
}

extension KeychainBytes {
  /// Returns a copy of the data that a caller gives; nil if `data` is nil and `length` is 0.
  ///
  /// - Throws: -50 if `data` is nil although `length` is not 0.
  fileprivate static func given(
    _ data: UnsafeRawPointer?, _ length: UInt32
  ) throws(KeychainError) -> SecretBytes? {
    if unsafe data == nil, length > 0 { throw .parameter("a length is given without its bytes") }
    return try unsafe secret(data, length)
  }
}

extension KeychainError {
  fileprivate static let noPasswordClass = KeychainError(
    .noSuchClass, "only passwords can be made from attributes and data")
}
