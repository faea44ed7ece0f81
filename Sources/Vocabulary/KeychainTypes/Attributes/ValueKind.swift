// SPDX-License-Identifier: Apache-2.0

/// The value kind of an attribute, which decides the values that the attribute may have
/// (Specification/secitem.md, "Attribute value coercion").
package enum ValueKind: String, Sendable {
  case string
  /// The value kind of the attribute `pdmn`, whose values are the names of protections.
  case access
  case blob
  case data
  case number
  case sync
  case tomb
  case date
  case uuid
  case sha1
  case accessControl
  /// The value kind of attributes that exist, but that no caller may set or ask for (`data`,
  /// `v_pk`, `clip`).
  case refused
}
