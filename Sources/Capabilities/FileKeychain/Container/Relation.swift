// SPDX-License-Identifier: Apache-2.0

/// The description of one table of a keychain file: its attributes in order, and its indexes
/// (Specification/keychain-file-format.md, "Tables of a keychain").
package struct Relation: Hashable, Sendable {
  /// An attribute of a table; its position in `Relation.attributes` is its position in each record.
  package struct Attribute: Hashable, Sendable {
    package let id: UInt32
    /// The name of the attribute; nil if the file gives no name.
    package let name: String?
    package let format: ValueFormat
    /// True if the file identifies the attribute by its name, false if by its number.
    package let isNamed: Bool

    package init(_ id: UInt32, _ name: String?, _ format: ValueFormat, isNamed: Bool = false) {
      (self.id, self.name, self.format, self.isNamed) = (id, name, format, isNamed)
    }
  }

  /// An index: its number, the numbers of its attributes, and whether each key may occur only once.
  package struct Index: Hashable, Sendable {
    package let id: UInt32
    package let isUnique: Bool
    package let attributes: [UInt32]

    package init(_ id: UInt32, isUnique: Bool = false, _ attributes: [UInt32]) {
      (self.id, self.isUnique, self.attributes) = (id, isUnique, attributes)
    }
  }

  package let id: UInt32
  package let name: String
  package var attributes: [Attribute]
  /// The indexes, by ascending number.
  package var indexes: [Index]

  package init(_ id: UInt32, _ name: String, _ attributes: [Attribute], _ indexes: [Index] = []) {
    (self.id, self.name, self.attributes, self.indexes) = (id, name, attributes, indexes)
  }

  /// Returns the position of the attribute with a number; nil if the table has no such attribute.
  package func position(of id: UInt32) -> Int? { attributes.firstIndex { $0.id == id } }

  /// The index whose attributes make a record unique; nil if the table has no unique index.
  package var unique: Index? { indexes.first(where: \.isUnique) }
}
