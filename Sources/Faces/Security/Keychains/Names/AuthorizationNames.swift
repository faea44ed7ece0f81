// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Operations that the entries of an access object permit (Specification/file-keychain.md, "Access
// objects and ACL entries").

/// All operations.
@safe nonisolated(unsafe) public let kSecACLAuthorizationAny: CFString = "ACLAuthorizationAny"
/// Logging in.
@safe nonisolated(unsafe) public let kSecACLAuthorizationLogin: CFString = "ACLAuthorizationLogin"
/// Making a key.
@safe nonisolated(unsafe) public let kSecACLAuthorizationGenKey: CFString = "ACLAuthorizationGenKey"
/// Deleting a key.
@safe nonisolated(unsafe) public let kSecACLAuthorizationDelete: CFString = "ACLAuthorizationDelete"
/// Exporting a key in wrapped form.
@safe nonisolated(unsafe) public let kSecACLAuthorizationExportWrapped: CFString =
  "ACLAuthorizationExportWrapped"
/// Exporting a key in clear form.
@safe nonisolated(unsafe) public let kSecACLAuthorizationExportClear: CFString =
  "ACLAuthorizationExportClear"
/// Importing a key in wrapped form.
@safe nonisolated(unsafe) public let kSecACLAuthorizationImportWrapped: CFString =
  "ACLAuthorizationImportWrapped"
/// Importing a key in clear form.
@safe nonisolated(unsafe) public let kSecACLAuthorizationImportClear: CFString =
  "ACLAuthorizationImportClear"
/// Signing.
@safe nonisolated(unsafe) public let kSecACLAuthorizationSign: CFString = "ACLAuthorizationSign"
/// Encrypting.
@safe nonisolated(unsafe) public let kSecACLAuthorizationEncrypt: CFString =
  "ACLAuthorizationEncrypt"
/// Decrypting, and reading the secret of a password.
@safe nonisolated(unsafe) public let kSecACLAuthorizationDecrypt: CFString =
  "ACLAuthorizationDecrypt"
/// Making and checking message authentication codes.
@safe nonisolated(unsafe) public let kSecACLAuthorizationMAC: CFString = "ACLAuthorizationMAC"
/// Deriving keys.
@safe nonisolated(unsafe) public let kSecACLAuthorizationDerive: CFString = "ACLAuthorizationDerive"
/// Creating a keychain.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainCreate: CFString =
  "ACLAuthorizationKeychainCreate"
/// Deleting a keychain.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainDelete: CFString =
  "ACLAuthorizationKeychainDelete"
/// Reading an item.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemRead: CFString =
  "ACLAuthorizationKeychainItemRead"
/// Adding an item.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemInsert: CFString =
  "ACLAuthorizationKeychainItemInsert"
/// Changing an item.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemModify: CFString =
  "ACLAuthorizationKeychainItemModify"
/// Deleting an item.
@safe nonisolated(unsafe) public let kSecACLAuthorizationKeychainItemDelete: CFString =
  "ACLAuthorizationKeychainItemDelete"
/// Changing the entries of the access object.
@safe nonisolated(unsafe) public let kSecACLAuthorizationChangeACL: CFString =
  "ACLAuthorizationChangeACL"
/// Changing the owner entry.
@safe nonisolated(unsafe) public let kSecACLAuthorizationChangeOwner: CFString =
  "ACLAuthorizationChangeOwner"
/// Belonging to a partition: the entry holds the list of partitions.
@safe nonisolated(unsafe) public let kSecACLAuthorizationPartitionID: CFString =
  "ACLAuthorizationPartitionID"
/// Keeping the integrity: the entry holds a digest.
@safe nonisolated(unsafe) public let kSecACLAuthorizationIntegrity: CFString =
  "ACLAuthorizationIntegrity"

// Options of the owner of an access object.

/// The owner is a user.
public let kSecUseOnlyUID: Int = 1
/// The owner is a group.
public let kSecUseOnlyGID: Int = 2
/// The superuser counts as the owner.
public let kSecHonorRoot: Int = 256
/// The owner is a user and a group.
public let kSecMatchBits: Int = 3
