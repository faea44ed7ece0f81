// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Finds the attributes to use in place of attributes that the class of the item does not have.
///
/// Specification/diagnostics.md, "Tree 7: errSecNoSuchAttr".
enum Counterparts {
  /// Returns the names of the attributes that a program may pass for a class, separated by spaces.
  ///
  /// Attributes of the class itself come before attributes that all classes have.
  static func list(_ schema: Schema) -> String {
    let first: [Attribute] = [.certificateType, .certificateEncoding, .subject]
    let common: [Attribute] = [
      .label, .alias, .accessGroup, .synchronizable, .protection, .accessControl, .creationDate,
      .modificationDate,
    ]
    let own = schema.rows.filter { row in
      row.roles.contains(.returned) && row.tag >= 0x100 && !common.contains(row.attribute)
    }
    let names = own.map(\.attribute)
    let ordered = first.filter(names.contains) + names.filter { !first.contains($0) }
    return (ordered + common).filter { schema[$0] != nil }.map(\.name)
      .joined(separator: " ")
  }

  /// Returns a noun for an item of a class, for example `password`.
  static func noun(_ itemClass: ItemClass) -> String {
    switch itemClass {
    case .genericPassword, .internetPassword: "password"
    case .certificate: "certificate"
    case .key: "key"
    case .identity: "identity"
    }
  }

  /// Returns the advice that names another attribute for one that the class lacks.
  static func advice(_ attribute: Attribute, in itemClass: ItemClass) -> FindingText {
    let isPassword = itemClass == .genericPassword || itemClass == .internetPassword
    return switch (attribute, itemClass) {
    case (.applicationTag, _) where isPassword: .attributeNotOfClass.accountOrService
    case (.applicationTag, .certificate): .attributeNotOfClass.markCertificate
    case (.service, .internetPassword): .attributeNotOfClass.server
    case (.server, .genericPassword), (.port, .genericPassword), (.protocolCode, .genericPassword),
      (.path, .genericPassword):
      .attributeNotOfClass.internetOrService
    case (.generic, .key): .attributeNotOfClass.tag
    case (.generic, _): .attributeNotOfClass.genericOnly
    case (.itemDescription, _), (.comment, _): .attributeNotOfClass.label
    case (.applicationLabel, .certificate): .attributeNotOfClass.publicKeyHash
    case (.publicKeyHash, .key): .attributeNotOfClass.applicationLabel
    case (.subject, .key), (.issuer, .key), (.serialNumber, .key), (.subjectKeyIdentifier, .key):
      .attributeNotOfClass.certificateOrIdentity
    default: .attributeNotOfClass.remove
    }
  }
}
