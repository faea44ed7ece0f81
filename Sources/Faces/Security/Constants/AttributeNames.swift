// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

// Names of attributes that all classes have or that passwords have (spec/secitem.md 1.2).

/// When the item may be opened: one of the protections.
@safe nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
/// The access control of the item, a `SecAccessControl`.
@safe nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
/// The access group that decides who sees the item.
@safe nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
/// Whether the item travels to the user's other devices.
@safe nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
/// In a query: items that travel and items that do not.
@safe nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"
/// When the item was added.
@safe nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"
/// When the item was last changed.
@safe nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"
/// What a person reads as the item's name.
@safe nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
/// What kind of item it is, in words.
@safe nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
/// A comment.
@safe nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
/// The four-character code of the creator, as a number.
@safe nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"
/// The four-character code of the type, as a number.
@safe nonisolated(unsafe) public let kSecAttrType: CFString = "type"
/// Whether the item should not be shown.
@safe nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"
/// Whether the item says that there is no password.
@safe nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"
/// The account name; part of the primary key of passwords.
@safe nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
/// The service of a generic password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
/// Data of the application's own with a generic password.
@safe nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"
/// The security domain of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"
/// The server of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"
/// The protocol of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"
/// The authentication type of an internet password; in its primary key.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"
/// The port of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrPort: CFString = "port"
/// The path of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrPath: CFString = "path"
/// The view that an item that travels belongs to.
@safe nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"
/// The token that holds the item.
@safe nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"
/// The item's lasting identifier; not usable as a key of queries.
@safe nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"
/// The same as `kSecAttrPersistentReference`, in its first spelling.
@safe nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"
