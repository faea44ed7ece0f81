// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// Reads the attribute pairs of a class: names by the schema, values by their kinds.
struct AttributePairs {
  let itemClass: ItemClass
  private let schema: Schema
  private var protectionName: String?
  private var accessControl: AccessControl?

  init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
    schema = Schema.of(itemClass)
  }

  /// The row of a name.
  ///
  /// - Throws: -25303 for a name that the class does not have, and for keys that are numbers.
  func row(of key: RequestKey) throws(KeychainError) -> AttributeRow {
    guard let attribute = key.attribute,
      let row = schema[attribute]
    else {
      throw KeychainError(
        .noSuchAttribute, "the class has no such attribute", context: .itemClass(itemClass),
        cause: .attributeNotOfClass)
    }
    return row
  }

  /// The value in the form in which it is stored: a whole name of an issuer loses its header and
  /// its spelling (spec/secitem.md 3.1 C9b), so that it meets the one in a certificate.
  func value(_ value: RequestValue, of row: AttributeRow) throws(KeychainError) -> AttributeValue {
    let stored = try row.kind.coerce(try value.fitting())
    guard row.attribute == .issuer, case .bytes(let bytes) = stored else { return stored }
    return .bytes(DistinguishedName(bytes)?.normalizedContent ?? bytes)
  }

  /// Takes `pdmn` or `accc`, which must not contradict each other (spec/secitem.md 3.5).
  mutating func takeProtection(_ pair: Request.Pair, _ row: AttributeRow)
    throws(KeychainError)
  {
    if row.kind == .accessControl {
      guard case .accessControl(let given) = pair.value else {
        throw .wrongKind("the access control is none", .attribute(.accessControl))
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

  /// What `pdmn` said.
  var readProtection: String? { protectionName }
  /// What `accc` said.
  var readAccessControl: AccessControl? { accessControl }
}
