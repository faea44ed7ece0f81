// SPDX-License-Identifier: Apache-2.0

/// Some of the attributes of a class, as bits in the order of `Schema.rows`.
package struct AttributeSelection: Hashable, Sendable {
  private var places: UInt64 = 0

  package init() {}

  package var count: Int { places.nonzeroBitCount }

  package mutating func insert(_ attribute: Attribute, of schema: Schema) {
    if let place = schema.place(of: attribute) { places |= 1 << UInt64(place) }
  }

  /// Whether the attribute in a place of the schema's rows is among them.
  func contains(place: Int) -> Bool { places & 1 << UInt64(place) != 0 }
}
