// SPDX-License-Identifier: Apache-2.0

/// One row of the schema: an attribute of a class with all that is said about it.
package struct AttributeRow: Hashable, Sendable {
  /// What Add stores when a required attribute is absent (spec/secitem.md 2.3, 2.7).
  package enum Default: Hashable, Sendable {
    case none
    case zero
    case emptyText
    case emptyBytes
    case referenceDate

    /// The value, or nil for `none`.
    package var value: AttributeValue? {
      switch self {
      case .none: nil
      case .zero: .number(0)
      case .emptyText: .text("")
      case .emptyBytes: .bytes([])
      case .referenceDate: .date(.reference)
      }
    }
  }

  package let attribute: Attribute
  /// The attribute's name in sealed metadata; never reused for another (Formats/store.md).
  package let tag: UInt16
  package let kind: ValueKind
  package let roles: AttributeRoles
  package let fallback: Default

  package init(
    _ attribute: Attribute, _ tag: UInt16, _ kind: ValueKind, _ roles: AttributeRoles,
    _ fallback: Default = .none
  ) {
    self.attribute = attribute
    self.tag = tag
    self.kind = kind
    self.roles = roles
    self.fallback = fallback
  }
}
