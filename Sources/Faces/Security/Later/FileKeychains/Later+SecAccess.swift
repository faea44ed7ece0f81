// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecAccess.h that Latchkey does not implement yet.
public import Glibc

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecAccessCopyACLList(_ accessRef: SecAccess, _ aclList: UnsafeMutablePointer<CFArray?>)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: nil.
@discardableResult
public func SecAccessCopyMatchingACLList(_ accessRef: SecAccess, _ authorizationTag: CFTypeRef)
  -> CFArray?
{ nil }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecAccessCopyOwnerAndACL(
  _ accessRef: SecAccess, _ userId: UnsafeMutablePointer<uid_t>?,
  _ groupId: UnsafeMutablePointer<gid_t>?, _ ownerType: UnsafeMutablePointer<SecAccessOwnerType>?,
  _ aclList: UnsafeMutablePointer<CFArray?>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecAccessCreate(
  _ descriptor: CFString, _ trustedlist: CFArray?, _ accessRef: UnsafeMutablePointer<SecAccess?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: nil.
@discardableResult
public func SecAccessCreateWithOwnerAndACL(
  _ userId: uid_t, _ groupId: gid_t, _ ownerType: SecAccessOwnerType, _ acls: CFArray?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccess? { unsafe Later.refuse(error) }

/// A function that Latchkey does not implement yet.
@discardableResult
public func SecAccessGetTypeID() -> CFTypeID { 467 }

/// A type of a feature that Latchkey does not implement yet.
public typealias SecAccessOwnerType = UInt32
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationAny: CFString = "ACLAuthorizationAny"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationChangeACL: CFString =
  "ACLAuthorizationChangeACL"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationChangeOwner: CFString =
  "ACLAuthorizationChangeOwner"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationDecrypt: CFString =
  "ACLAuthorizationDecrypt"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationDelete: CFString = "ACLAuthorizationDelete"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationDerive: CFString = "ACLAuthorizationDerive"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationEncrypt: CFString =
  "ACLAuthorizationEncrypt"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationExportClear: CFString =
  "ACLAuthorizationExportClear"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationExportWrapped: CFString =
  "ACLAuthorizationExportWrapped"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationGenKey: CFString = "ACLAuthorizationGenKey"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationImportClear: CFString =
  "ACLAuthorizationImportClear"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationImportWrapped: CFString =
  "ACLAuthorizationImportWrapped"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationIntegrity: CFString =
  "ACLAuthorizationIntegrity"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainCreate: CFString =
  "ACLAuthorizationKeychainCreate"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainDelete: CFString =
  "ACLAuthorizationKeychainDelete"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemDelete: CFString =
  "ACLAuthorizationKeychainItemDelete"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemInsert: CFString =
  "ACLAuthorizationKeychainItemInsert"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemModify: CFString =
  "ACLAuthorizationKeychainItemModify"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemRead: CFString =
  "ACLAuthorizationKeychainItemRead"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationLogin: CFString = "ACLAuthorizationLogin"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationMAC: CFString = "ACLAuthorizationMAC"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationPartitionID: CFString =
  "ACLAuthorizationPartitionID"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationSign: CFString = "ACLAuthorizationSign"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecHonorRoot: Int = 256
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecMatchBits: Int = 3
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecUseOnlyGID: Int = 2
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
public let kSecUseOnlyUID: Int = 1
