// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
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
  func row(of key: ForeignKey) throws(KeychainError) -> AttributeRow {
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
  func value(_ value: AnyObject, of row: AttributeRow) throws(KeychainError) -> AttributeValue {
    let stored = try row.kind.coerce(try ForeignValue(value))
    guard row.attribute == .issuer, case .bytes(let bytes) = stored else { return stored }
    return .bytes(DistinguishedName(bytes)?.normalizedContent ?? bytes)
  }

  /// Takes `pdmn` or `accc`, which must not contradict each other (spec/secitem.md 3.5).
  mutating func takeProtection(_ pair: ForeignDictionary.Pair, _ row: AttributeRow)
    throws(KeychainError)
  {
    if row.kind == .accessControl {
      guard let object = pair.value as? SecAccessControl else {
        throw .wrongKind("the access control is none", .attribute(.accessControl))
      }
      accessControl = object.value
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

extension RequestedGroup {
  /// The group that a dictionary names (spec/secitem.md 8.2).
  ///
  /// - Parameter decodesData: whether text may come as data: in CopyMatching only.
  init(in dictionary: ForeignDictionary, decodesData: Bool) {
    guard let value = dictionary[.accessGroup] else {
      self = .absent
      return
    }
    guard let foreign = try? ForeignValue(value) else {
      self = .unusable
      return
    }
    switch foreign {
    case .text(let name): self = .named(name)
    case _ where decodesData:
      guard case .text(let name)? = try? ValueKind.string.coerce(foreign) else {
        self = .unusable
        return
      }
      self = .named(name)
    default: self = .unusable
    }
  }
}
