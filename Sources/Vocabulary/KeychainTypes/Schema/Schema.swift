// SPDX-License-Identifier: Apache-2.0

/// The attribute table of a class, and what is derived from it.
///
/// Tables, digests, sealing, defaults, coercion, returned attributes and uniqueness all read these
/// rows; nothing about an attribute is written a second time.
package final class Schema: Sendable {
  package let itemClass: ItemClass
  /// All attributes, common ones first.
  package let rows: [AttributeRow]
  /// The primary key in canonical order: the class's own part, then the common tail.
  ///
  /// spec/secitem.md 2.4; `sync` is in it.
  package let primaryKey: [AttributeRow]
  /// Attributes with a digest column, in table order.
  package let digested: [AttributeRow]
  /// Attributes that Add fills in when absent.
  package let required: [AttributeRow]
  /// Attributes whose values the item digest covers, ascending by tag.
  package let hashed: [AttributeRow]

  init(_ itemClass: ItemClass, own: [AttributeRow], primaryKey: [Attribute]) {
    self.itemClass = itemClass
    let rows = CommonAttributes.rows + own
    self.rows = rows
    self.primaryKey = (primaryKey + CommonAttributes.primaryKeyTail).compactMap { attribute in
      rows.first { $0.attribute == attribute }
    }
    digested = rows.filter { $0.roles.contains(.digested) }
    required = rows.filter { $0.roles.contains(.required) }
    hashed = rows.filter { $0.roles.contains(.hashed) }.sorted { $0.tag < $1.tag }
  }

  // Walked, not hashed: the rows are few and small, and a hash costs more than forty comparisons.

  /// The row of an attribute; nil when the class has none (-25303).
  package subscript(attribute: Attribute) -> AttributeRow? {
    place(of: attribute).map { rows[$0] }
  }

  /// The place of an attribute among `rows`; nil when the class has none.
  func place(of attribute: Attribute) -> Int? {
    for place in rows.indices where rows[place].attribute.rawValue == attribute.rawValue {
      return place
    }
    return nil
  }

  /// The place among `rows` of a tag of the sealed metadata.
  ///
  /// - Parameter hint: where the search begins; tags mostly come in the order of the rows.
  func place(ofTag tag: UInt16, from hint: Int) -> Int? {
    for place in hint..<rows.count where rows[place].tag == tag { return place }
    for place in 0..<hint where rows[place].tag == tag { return place }
    return nil
  }

  /// The row with a tag of the sealed metadata.
  package func row(tag: UInt16) -> AttributeRow? { rows.first { $0.tag == tag } }

  /// The table of a class; an identity has the rows of both its halves.
  package static func of(_ itemClass: ItemClass) -> Schema {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate: certificate
    case .key: key
    case .identity: identity
    }
  }
}
