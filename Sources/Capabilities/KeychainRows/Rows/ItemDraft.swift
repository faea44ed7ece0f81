// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainTypes
package import SecureMemory

/// The plain content of an item that is about to be sealed.
package struct ItemDraft: Sendable {
  package let itemClass: ItemClass
  /// Attributes with the role `sealed`, the access group among them.
  package var attributes: AttributeSet
  package var protection: Protection
  package var isSynchronizable: Bool
  package var isTombstone: Bool
  /// nil: the bare one of the protection.
  package var accessControl: AccessControl?
  package var secret: SecretBytes?
  /// What a new secret is put under, where the access control asks for a password.
  package var password: ApplicationPassword?
  /// The secret as it is sealed under a password that nobody gave; nil for all others.
  package var lockedSecret: PasswordSecret?
  /// Whether a secret that is sealed so is one of the caller's.
  private var hasLockedSecret = false
  package var creator: String
  package var tombstone: ItemMetadata.Tombstone?
  /// Entries of a newer version, carried along (spec/sync.md S8).
  package var unknown: [TaggedList.Entry] = []

  package var schema: Schema { Schema.of(itemClass) }

  /// The draft of a stored item.
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

  /// The draft of a stored item whose secret stays under its password.
  init(_ item: OpenedItem, locked: PasswordSecret) {
    self.init(item, secret: nil)
    lockedSecret = locked
    hasLockedSecret = item.metadata.hasSecret
  }

  /// Whether the secret goes under an application password.
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

  /// The value that an attribute will have, clear ones included.
  package subscript(attribute: Attribute) -> AttributeValue? {
    // The clear ones are never among the attributes.
    if let value = attributes[attribute] { return value }
    return switch attribute {
    case .protection: .text(protection.name)
    case .synchronizable: .number(isSynchronizable ? 1 : 0)
    case .tombstone: .number(isTombstone ? 1 : 0)
    default: nil
    }
  }

  /// Fills in what the schema requires (spec/secitem.md 2.7).
  package mutating func addDefaults() {
    for row in schema.required where attributes[row.attribute] == nil {
      if row.roles.contains(.sealed), let value = row.fallback.value {
        attributes[row.attribute] = value
      }
    }
    // Absent and empty are one for the nullable members of the primary key (2.4).
    for row in schema.primaryKey where !row.roles.contains(.required) {
      if attributes[row.attribute] == .text("") { attributes[row.attribute] = nil }
    }
  }

  /// What is sealed beside the secret.
  package var metadata: ItemMetadata {
    ItemMetadata(
      attributes: attributes, accessControl: accessControl, creator: creator,
      tombstone: tombstone, hasSecret: secret != nil || hasLockedSecret, unknown: unknown)
  }

  /// The canonical primary key.
  package var primaryKey: [UInt8] {
    Canonical.primaryKey(of: schema) { self[$0.attribute] }
  }

  /// The bytes that the item digest covers, without the secret: the attributes with the role
  /// `hashed`, as a tagged list.
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

  /// What is left of the item when it is deleted but has to be told to other devices
  /// (spec/secitem.md 7.3).
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
