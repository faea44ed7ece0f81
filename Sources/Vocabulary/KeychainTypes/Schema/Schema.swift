// SPDX-License-Identifier: Apache-2.0

/// The table of all attributes that items of a class can have, with lists that are derived from the
/// table.
///
/// All code that depends on attributes uses this table, so that no fact about an attribute is
/// written a second time. For example, the table decides the columns of the database, the default
/// values, the attributes that a search returns, and the primary key.
package final class Schema: Sendable {
  package let itemClass: ItemClass
  /// All attributes of the class; the attributes that every class has come first.
  package let rows: [AttributeRow]
  /// The attributes of the class's primary key, in the order of their canonical bytes.
  ///
  /// The attributes that only this class has come first. The attributes that are in every primary
  /// key follow; synchronizability is among them (Specification/secitem.md, "Uniqueness tuples").
  package let primaryKey: [AttributeRow]
  /// The attributes whose values have a column of digests in the store, in the order of `rows`.
  package let digested: [AttributeRow]
  /// The attributes for which Add stores the default value if the caller gives no value.
  package let required: [AttributeRow]
  /// The attributes from whose values the item digest (the attribute `sha1`) is computed, in
  /// ascending order of their tags (numbers in sealed metadata).
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

  // The rows are searched one by one: a hash costs more than forty comparisons of small numbers.

  /// The attribute's row in the table; nil if the class does not have the attribute.
  ///
  /// A call that names an attribute without a row fails with -25303.
  package subscript(attribute: Attribute) -> AttributeRow? {
    place(of: attribute).map { rows[$0] }
  }

  /// Returns the index of an attribute's row in `rows`; nil if the class does not have the
  /// attribute.
  func place(of attribute: Attribute) -> Int? {
    for place in rows.indices where rows[place].attribute.rawValue == attribute.rawValue {
      return place
    }
    return nil
  }

  /// Returns the index in `rows` of the attribute with this tag in sealed metadata; nil if no
  /// attribute has the tag.
  ///
  /// - Parameter hint: the index at which the search begins; tags mostly come in the order of
  ///   `rows`.
  func place(ofTag tag: UInt16, from hint: Int) -> Int? {
    for place in hint..<rows.count where rows[place].tag == tag { return place }
    for place in 0..<hint where rows[place].tag == tag { return place }
    return nil
  }

  /// Returns the row of the attribute with this tag in sealed metadata; nil if no attribute of the
  /// class has the tag.
  package func row(tag: UInt16) -> AttributeRow? { rows.first { $0.tag == tag } }

  /// Returns the schema of a class; the schema of identities has the attributes of keys and
  /// certificates.
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
