// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.
public import Foundation

// Names of attributes that all classes have or that passwords have (Specification/secitem.md,
// "Attribute keys").

/// The protection of the item: one of the `kSecAttrAccessible…` values.
@safe nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
/// The access control of the item: a `SecAccessControl`.
@safe nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
/// The access group of the item: only programs in that group can use the item.
@safe nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
/// Whether the item is synchronized to the user's other devices.
@safe nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
/// A value of `kSecAttrSynchronizable` in queries: items match whether they are synchronizable or
/// not.
@safe nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"
/// The date when the item was added.
@safe nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"
/// The date when the item was last changed.
@safe nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"
/// The label of the item: the name that the user reads.
@safe nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
/// A text that says to the user which kind of item this is.
@safe nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
/// The user's comment on the item.
@safe nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
/// The four-character code of the item's creator, as a number.
@safe nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"
/// The four-character code of the item's type, as a number.
@safe nonisolated(unsafe) public let kSecAttrType: CFString = "type"
/// Whether programs should hide the item in lists.
@safe nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"
/// Whether the item records that no password exists.
@safe nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"
/// The account name; part of the primary key of passwords.
@safe nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
/// The service of a generic password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
/// Data that the application attaches to a generic password.
@safe nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"
/// The security domain of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"
/// The server of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"
/// The protocol of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"
/// The authentication type of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"
/// The port of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrPort: CFString = "port"
/// The path of an internet password; part of its primary key.
@safe nonisolated(unsafe) public let kSecAttrPath: CFString = "path"
/// The sync view to which a synchronizable item belongs.
@safe nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"
/// The identifier of the token that holds the item, such as the secure element.
@safe nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"
/// The persistent reference of the item; queries cannot use this key.
@safe nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"
/// The former spelling of `kSecAttrPersistentReference`.
@safe nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"
