// SPDX-License-Identifier: Apache-2.0

/// One row of a class's attribute table: an attribute with its number, value kind, roles and
/// default value.
package struct AttributeRow: Hashable, Sendable {
  /// The value that Add stores if a required attribute is absent (Specification/secitem.md,
  /// "Class-specific attributes", "Attributes returned by CopyMatching for values never set").
  package enum Default: Hashable, Sendable {
    case none
    case zero
    case emptyText
    case emptyBytes
    case referenceDate

    /// The default value of the attribute; nil for `none`.
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
  /// The number that identifies the attribute in sealed metadata (Documentation/Formats/store.md).
  ///
  /// A number is never reused for another attribute.
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
