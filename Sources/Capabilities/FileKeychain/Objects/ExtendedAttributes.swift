// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Extended attributes of items: attributes with names that a program chooses
/// (Specification/keychain-file-format.md, "Attribute lists").
///
/// Extended attributes have a table of their own, and are deleted with their item. They are not
/// encrypted, so no key is needed.
extension KeychainItem {
  /// Sets an extended attribute of the item.
  ///
  /// The keychain may be locked, because extended attributes are not encrypted.
  ///
  /// - Throws: -25302 if the name or the value is larger than the limit.
  package func setExtended(_ name: [UInt8], _ value: [UInt8]) throws(KeychainError) {
    guard max(name.count, value.count) <= RequestValue.mostAttributeBytes else {
      throw .attributeTooLarge
    }
    let now = keychain.surroundings.clock.now()
    let owner = primaryKey
    try keychain.replace { (image) throws(EditFailure) in
      _ = try record(in: image)
      var draft = FileDraft(image)
      var values = RecordValues(
        image.relations[Relation.extendedAttributes.id] ?? .extendedAttributes)
      values[Relation.code("eart")] = .number(relation)
      values[Relation.code("eaii")] = .bytes(owner)
      values[Relation.code("eaan")] = .bytes(name)
      let old = image.records(in: .extendedAttributes, Self.terms(values), limit: 1).first
      values[Relation.code("mdat")] = .date(now)
      values[Relation.code("eaav")] = .bytes(value)
      try draft.changing { (draft) throws(DraftFailure) in
        if let old {
          try draft.replace(old, values.all, content: [])
        } else {
          _ = try draft.insert(into: values.relation, values.all, content: [])
        }
      }
      return ((), draft)
    }
  }

  /// Returns the value of an extended attribute; nil if the item has no extended attribute of this
  /// name.
  package func extended(_ name: [UInt8]) throws(KeychainError) -> [UInt8]? {
    let image = try keychain.image()
    var values = RecordValues(.extendedAttributes)
    values[Relation.code("eart")] = .number(relation)
    values[Relation.code("eaii")] = .bytes(primaryKey)
    values[Relation.code("eaan")] = .bytes(name)
    let found = image.records(in: .extendedAttributes, Self.terms(values), limit: 1).first
    return found.flatMap { try? $0.value(of: Relation.code("eaav")) }?.content
  }

  /// Returns the conditions that find one extended attribute of an item.
  ///
  /// These are the item's table, the item's primary key and the name of the extended attribute.
  private static func terms(_ values: RecordValues) -> [RecordTerm] {
    ["eart", "eaii", "eaan"].map(Relation.code).compactMap { id in
      values[id].map { RecordTerm(id, $0) }
    }
  }
}
