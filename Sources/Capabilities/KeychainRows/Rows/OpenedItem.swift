// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes

/// A row whose metadata has been opened.
///
/// An object, since a value of so many parts would cost more at each place that passes it on than
/// all that is done with it.
package final class OpenedItem: Sendable {
  package let row: SealedRow
  package let metadata: ItemMetadata

  package init(row: SealedRow, metadata: ItemMetadata) {
    self.row = row
    self.metadata = metadata
  }

  /// Whether the secret is under an application password.
  package var needsPassword: Bool {
    !facts.isTombstone && metadata.accessControl?.constraints?.requiresPassword == true
  }

  package var facts: RowFacts { row.facts }

  /// The key of the secure element that the item keeps; its secret is for the element alone.
  package var element: ElementKey? {
    guard case .text(ElementKey.token)? = metadata.attributes[.tokenIdentifier],
      case .bytes(let point)? = metadata.attributes[.tokenObject],
      let accessControl = metadata.accessControl
    else { return nil }
    return ElementKey(
      .item(facts.persistentIdentifier), point: point, accessControl: accessControl)
  }

  /// The value of an attribute, clear columns included; nil when absent.
  package subscript(attribute: Attribute) -> AttributeValue? {
    switch attribute {
    case .protection: .text(facts.protection.name)
    case .synchronizable: .number(facts.isSynchronizable ? 1 : 0)
    case .tombstone: .number(facts.isTombstone ? 1 : 0)
    case .uuid: .text(facts.uuid.uuidText)
    default: metadata.attributes[attribute]
    }
  }

  /// The item's access group.
  package var group: String {
    guard case .text(let name)? = metadata.attributes[.accessGroup] else { return "" }
    return name
  }

  /// What may go out in a dictionary: all attributes that the item has, without the hidden ones.
  ///
  /// The clear ones are among them (spec/secitem.md 2.7, 4.4).
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

  /// The access control in force: the item's own, or the bare one of its protection.
  package var accessControl: AccessControl {
    metadata.accessControl ?? .bare(facts.protection)
  }
}
