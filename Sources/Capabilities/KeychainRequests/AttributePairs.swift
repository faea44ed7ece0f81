// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainTypes

/// Converts the attribute pairs of a request by the schema of its item class.
///
/// The schema says which attribute names the class has, and which types their values may have.
package struct AttributePairs {
  let itemClass: ItemClass
  private let schema: Schema
  private var protectionName: String?
  private var accessControl: AccessControl?

  package init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
    schema = Schema.of(itemClass)
  }

  /// Returns the schema row (name, type, roles) of the attribute that a key names.
  ///
  /// - Throws: -25303 if the class has no attribute with this name, or if the key is a number.
  func row(of key: RequestKey) throws(KeychainError) -> AttributeRow {
    guard let attribute = key.attribute,
      let row = schema[attribute]
    else {
      throw KeychainError(
        .noSuchAttribute, "the class does not have the attribute", context: .itemClass(itemClass),
        cause: .attributeNotOfClass)
    }
    return row
  }

  /// Converts the value of an attribute from a request to the form in which it is stored.
  ///
  /// The encoded name of a certificate issuer is reduced to its normalized content
  /// (Specification/secitem.md, "Order of evaluation", C9b). The value then equals the name in a
  /// certificate.
  func value(_ value: RequestValue, of row: AttributeRow) throws(KeychainError) -> AttributeValue {
    let stored = try row.kind.coerce(try value.fitting())
    guard row.attribute == .issuer, case .bytes(let bytes) = stored else { return stored }
    return .bytes(DistinguishedName(bytes)?.normalizedContent ?? bytes)
  }

  /// Throws the error by which the store refuses the value of an attribute, if it does.
  package func check(_ pair: Request.Pair) throws(KeychainError) {
    if case .refused(let refusal) = pair.value { throw refusal }
    let row = try row(of: pair.key)
    if row.attribute == .issuer, !pair.value.isData { throw .issuerIsNoData }
    _ = try value(pair.value, of: row)
  }

  /// Reads the protection of an item (`pdmn`) or its access control (`accc`) from a pair.
  ///
  /// Throws if the request has values of `pdmn` and `accc` that contradict each other
  /// (Specification/secitem.md, "pdmn and accc").
  mutating func takeProtection(_ pair: Request.Pair, _ row: AttributeRow)
    throws(KeychainError)
  {
    if row.kind == .accessControl {
      guard case .accessControl(let given) = pair.value else {
        throw .wrongKind("the value is not an access control", .attribute(.accessControl))
      }
      accessControl = given
    } else if case .text(let name) = try value(pair.value, of: row) {
      protectionName = name
    }
    guard let accessControl, let protectionName else { return }
    let implied = Protection(name: protectionName).map { AccessControl.bare($0) }
    guard accessControl == implied else {
      throw .parameter(
        "the access control and the protection contradict each other",
        cause: .accessibleAndAccessControl)
    }
  }

  /// The protection (`pdmn`) that the request names, or nil if no pair contains `pdmn`.
  var readProtection: String? { protectionName }
  /// The access control (`accc`) in the request, or nil if no pair contains `accc`.
  var readAccessControl: AccessControl? { accessControl }
}
