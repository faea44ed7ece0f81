// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of SecAccess.h that are not there yet.
public import Glibc

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecAccessCopyACLList(_ accessRef: SecAccess, _ aclList: UnsafeMutablePointer<CFArray?>)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: nil.
@discardableResult
public func SecAccessCopyMatchingACLList(_ accessRef: SecAccess, _ authorizationTag: CFTypeRef)
  -> CFArray?
{ nil }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecAccessCopyOwnerAndACL(
  _ accessRef: SecAccess, _ userId: UnsafeMutablePointer<uid_t>?,
  _ groupId: UnsafeMutablePointer<gid_t>?, _ ownerType: UnsafeMutablePointer<SecAccessOwnerType>?,
  _ aclList: UnsafeMutablePointer<CFArray?>?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func SecAccessCreate(
  _ descriptor: CFString, _ trustedlist: CFArray?, _ accessRef: UnsafeMutablePointer<SecAccess?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: nil.
@discardableResult
public func SecAccessCreateWithOwnerAndACL(
  _ userId: uid_t, _ groupId: gid_t, _ ownerType: SecAccessOwnerType, _ acls: CFArray?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccess? { unsafe Later.refuse(error) }

/// Not there yet.
@discardableResult
public func SecAccessGetTypeID() -> CFTypeID { 467 }

/// The type of something that is not there yet.
public typealias SecAccessOwnerType = UInt32
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationAny: CFString = "ACLAuthorizationAny"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationChangeACL: CFString =
  "ACLAuthorizationChangeACL"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationChangeOwner: CFString =
  "ACLAuthorizationChangeOwner"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationDecrypt: CFString =
  "ACLAuthorizationDecrypt"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationDelete: CFString = "ACLAuthorizationDelete"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationDerive: CFString = "ACLAuthorizationDerive"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationEncrypt: CFString =
  "ACLAuthorizationEncrypt"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationExportClear: CFString =
  "ACLAuthorizationExportClear"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationExportWrapped: CFString =
  "ACLAuthorizationExportWrapped"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationGenKey: CFString = "ACLAuthorizationGenKey"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationImportClear: CFString =
  "ACLAuthorizationImportClear"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationImportWrapped: CFString =
  "ACLAuthorizationImportWrapped"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationIntegrity: CFString =
  "ACLAuthorizationIntegrity"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainCreate: CFString =
  "ACLAuthorizationKeychainCreate"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainDelete: CFString =
  "ACLAuthorizationKeychainDelete"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemDelete: CFString =
  "ACLAuthorizationKeychainItemDelete"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemInsert: CFString =
  "ACLAuthorizationKeychainItemInsert"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemModify: CFString =
  "ACLAuthorizationKeychainItemModify"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemRead: CFString =
  "ACLAuthorizationKeychainItemRead"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationLogin: CFString = "ACLAuthorizationLogin"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationMAC: CFString = "ACLAuthorizationMAC"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationPartitionID: CFString =
  "ACLAuthorizationPartitionID"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kSecACLAuthorizationSign: CFString = "ACLAuthorizationSign"
/// Not there yet: no function knows it.
public let kSecHonorRoot: Int = 256
/// Not there yet: no function knows it.
public let kSecMatchBits: Int = 3
/// Not there yet: no function knows it.
public let kSecUseOnlyGID: Int = 2
/// Not there yet: no function knows it.
public let kSecUseOnlyUID: Int = 1
