// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes

/// An item of the store with its decrypted metadata (attributes and access control).
///
/// The type is a class, because copying a value of this size would cost more than all other work on
/// it.
package final class OpenedItem: Sendable {
  package let row: SealedRow
  package let metadata: ItemMetadata

  package init(row: SealedRow, metadata: ItemMetadata) {
    self.row = row
    self.metadata = metadata
  }

  /// True if an application password protects the secret of the item.
  package var needsPassword: Bool {
    !facts.isTombstone && metadata.accessControl?.constraints?.requiresPassword == true
  }

  package var facts: RowFacts { row.facts }

  /// The key of the secure element that this item represents.
  ///
  /// Nil if the item is not a key of the secure element. Only the secure element can use the secret
  /// of the item.
  package var element: ElementKey? {
    guard case .text(ElementKey.token)? = metadata.attributes[.tokenIdentifier],
      case .bytes(let point)? = metadata.attributes[.tokenObject],
      let accessControl = metadata.accessControl
    else { return nil }
    return ElementKey(
      .item(facts.persistentIdentifier), point: point, accessControl: accessControl)
  }

  /// The value of an attribute of the item, including the attributes that are stored in unencrypted
  /// columns.
  ///
  /// Nil if the item does not have the attribute.
  package subscript(attribute: Attribute) -> AttributeValue? {
    switch attribute {
    case .protection: .text(facts.protection.name)
    case .synchronizable: .number(facts.isSynchronizable ? 1 : 0)
    case .tombstone: .number(facts.isTombstone ? 1 : 0)
    case .uuid: .text(facts.uuid.uuidText)
    default: metadata.attributes[attribute]
    }
  }

  /// The name of the item's access group, or an empty string if the metadata lacks the group.
  package var group: String {
    guard case .text(let name)? = metadata.attributes[.accessGroup] else { return "" }
    return name
  }

  /// The attributes of the item that the caller may get in a result dictionary.
  ///
  /// Only attributes with the role `hidden` are left out. Attributes in unencrypted columns are
  /// included (Specification/secitem.md, "Attributes returned by CopyMatching for values never
  /// set", "Which values are in a returned dictionary").
  package var returnedAttributes: AttributeSet {
    let schema = Schema.of(facts.itemClass)
    var result = metadata.attributes
    for attribute in [Attribute.protection, .synchronizable, .tombstone] {
      result[attribute] = self[attribute]
    }
    for entry in result where schema[entry.attribute]?.roles.contains(.hidden) ?? true {
      result[entry.attribute] = nil
    }
    return result
  }

  /// The access control that the item was given, or else the access control that its protection
  /// implies.
  package var accessControl: AccessControl {
    metadata.accessControl ?? .bare(facts.protection)
  }
}
