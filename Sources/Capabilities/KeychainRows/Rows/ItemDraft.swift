// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainTypes
package import SecureMemory

/// The unencrypted content of an item, before it is sealed into a row.
package struct ItemDraft: Sendable {
  package let itemClass: ItemClass
  /// The attributes that are stored encrypted (role `sealed`), including the access group.
  package var attributes: AttributeSet
  package var protection: Protection
  package var isSynchronizable: Bool
  package var isTombstone: Bool
  /// The access control that the caller gave the item.
  ///
  /// Nil if only the protection of the item limits access.
  package var accessControl: AccessControl?
  package var secret: SecretBytes?
  /// The application password with which to seal a new secret, or nil if the access control
  /// requires no password.
  package var password: ApplicationPassword?
  /// The secret in the form that is sealed with an application password.
  ///
  /// Nil if no password protects the secret. The value is either a stored secret whose password was
  /// not given, or a new secret that `RowCodec.prepare` has sealed.
  package var lockedSecret: PasswordSecret?
  /// True if the stored `lockedSecret` contains the secret of the item.
  ///
  /// False if the item has no secret, and `lockedSecret` is only used to check a password.
  private var hasLockedSecret = false
  package var creator: String
  package var tombstone: ItemMetadata.Tombstone?
  /// The metadata of the stored item that this version of Latchkey does not know, because a newer
  /// version added it (Specification/sync.md, "Seams", S8).
  ///
  /// Latchkey keeps this metadata unchanged.
  package var unknown: [TaggedList.Entry] = []

  package var schema: Schema { Schema.of(itemClass) }

  /// Creates the draft of a stored item with the given secret, or without a secret if it is nil.
  package init(_ item: OpenedItem, secret: SecretBytes?) {
    itemClass = item.facts.itemClass
    attributes = item.metadata.attributes
    protection = item.facts.protection
    isSynchronizable = item.facts.isSynchronizable
    isTombstone = item.facts.isTombstone
    accessControl = item.metadata.accessControl
    self.secret = secret
    creator = item.metadata.creator
    tombstone = item.metadata.tombstone
    unknown = item.metadata.unknown
  }

  /// Creates the draft of a stored item whose secret stays sealed with an application password.
  init(_ item: OpenedItem, locked: PasswordSecret) {
    self.init(item, secret: nil)
    lockedSecret = locked
    hasLockedSecret = item.metadata.hasSecret
  }

  /// True if an application password must protect the secret of the item.
  package var needsPassword: Bool {
    !isTombstone && accessControl?.constraints?.requiresPassword == true
  }

  package init(
    _ itemClass: ItemClass, attributes: AttributeSet, protection: Protection,
    isSynchronizable: Bool, isTombstone: Bool, accessControl: AccessControl?,
    secret: SecretBytes?, creator: String
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.protection = protection
    self.isSynchronizable = isSynchronizable
    self.isTombstone = isTombstone
    self.accessControl = accessControl
    self.secret = secret
    self.creator = creator
  }

  /// The value of an attribute of the item, including the attributes that are stored in unencrypted
  /// columns.
  ///
  /// Nil if the item does not have the attribute.
  package subscript(attribute: Attribute) -> AttributeValue? {
    // The clear attributes are never in `attributes`.
    if let value = attributes[attribute] { return value }
    return switch attribute {
    case .protection: .text(protection.name)
    case .synchronizable: .number(isSynchronizable ? 1 : 0)
    case .tombstone: .number(isTombstone ? 1 : 0)
    default: nil
    }
  }

  /// Adds the default values of attributes that the schema requires and that the draft lacks
  /// (Specification/secitem.md, "Attributes returned by CopyMatching for values never set").
  package mutating func addDefaults() {
    for row in schema.required where attributes[row.attribute] == nil {
      if row.roles.contains(.sealed), let value = row.fallback.value {
        attributes[row.attribute] = value
      }
    }
    // In nullable members of the primary key, absent and empty are equal (Specification/secitem.md,
    // "Uniqueness tuples").
    for row in schema.primaryKey where !row.roles.contains(.required) {
      if attributes[row.attribute] == .text("") { attributes[row.attribute] = nil }
    }
  }

  /// The part of the item that is sealed separately from its secret: attributes, access control,
  /// and the program that created the item.
  package var metadata: ItemMetadata {
    ItemMetadata(
      attributes: attributes, accessControl: accessControl, creator: creator,
      tombstone: tombstone, hasSecret: secret != nil || hasLockedSecret, unknown: unknown)
  }

  /// The canonical encoding of the item's primary key.
  package var primaryKey: [UInt8] {
    Canonical.primaryKey(of: schema) { self[$0.attribute] }
  }

  /// The bytes over which the item digest (the attribute `sha1`) is computed, together with the
  /// secret.
  ///
  /// The bytes are the attributes with the role `hashed`, encoded as a `TaggedList`.
  package var hashedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    bytes += TaggedList.start
    for row in schema.hashed {
      guard let value = self[row.attribute] else { continue }
      let start = TaggedList.begin(row.tag, in: &bytes)
      ItemMetadata.append(value, to: &bytes)
      TaggedList.end(start, in: &bytes)
    }
    return bytes
  }

  /// Returns the draft of the tombstone that replaces this item when it is deleted.
  ///
  /// The tombstone tells other devices of the deletion (Specification/secitem.md, "Tombstones").
  /// The tombstone contains the primary key, the creation date and the given reason.
  package func tombstone(_ reason: ItemMetadata.Tombstone) -> ItemDraft {
    var result = self
    let kept = Set(schema.primaryKey.map(\.attribute)).union([.creationDate])
    for entry in attributes where !kept.contains(entry.attribute) {
      result.attributes[entry.attribute] = nil
    }
    result.isTombstone = true
    result.accessControl = nil
    result.secret = nil
    result.lockedSecret = nil
    result.hasLockedSecret = false
    result.tombstone = reason
    return result
  }
}
