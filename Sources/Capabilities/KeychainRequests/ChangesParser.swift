// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Reads the dictionary of new values that a call of Update sets in the items it finds
/// (Specification/secitem.md, "Changes side of SecItemUpdate").
enum ChangesParser {
  /// Returns the changes to items of a class, and the error to report after the caller's access
  /// groups have been checked.
  ///
  /// The error is that a changed attribute needs a private entitlement. Nil if no changed attribute
  /// needs one.
  static func parse(
    _ pairs: RequestPairs, _ itemClass: ItemClass
  ) throws(KeychainError) -> (Changes, KeychainError?) {
    guard !pairs.isOversized else { throw .tooManyPairs }
    var changes = Changes()
    var attributes = AttributePairs(itemClass)
    var restricted: KeychainError?
    try pairs.forEach(areChanges: true) { (pair) throws(KeychainError) in
      guard pair.key.isText else { throw .unknownKey }
      if pair.key.name == ValueKey.secret.rawValue {
        changes.secret = try SecretBytes(pair.value)
        return
      }
      if pair.key.attribute == FlagKey.dataProtection { return }
      guard pair.key.family == .attribute else { throw .notChangeable }
      let row = try attributes.row(of: pair.key)
      let refusal = try take(pair, row, &attributes, into: &changes)
      restricted = restricted ?? refusal
    }
    changes.protectionName = attributes.readProtection
    changes.accessControl = attributes.readAccessControl
    return (changes, restricted)
  }

  /// Reads one attribute pair and adds it to the changes.
  ///
  /// Returns the error to report after the check of access groups, if setting the attribute needs a
  /// private entitlement. Nil if it needs no entitlement.
  private static func take(
    _ pair: Request.Pair, _ row: AttributeRow, _ attributes: inout AttributePairs,
    into changes: inout Changes
  ) throws(KeychainError) -> KeychainError? {
    switch row.attribute {
    case .multiUser: return nil
    case .synchronizable where pair.isAnySynchronizable: return nil
    case .accessControl, .protection:
      try attributes.takeProtection(pair, row)
      return nil
    default: break
    }
    let value = try attributes.value(pair.value, of: row)
    switch row.attribute {
    case .accessGroup: return nil
    case .synchronizable: changes.isSynchronizable = value == .number(1)
    case .tombstone: changes.tombstone = value == .number(1)
    default: changes.attributes[row.attribute] = value
    }
    guard row.isRestricted(value) else { return nil }
    return KeychainError(
      .missingEntitlement, "the attribute needs a private entitlement",
      context: .attribute(row.attribute), cause: .restrictedAttribute)
  }
}

extension KeychainError {
  fileprivate static let notChangeable = KeychainError(
    .noSuchAttribute, "a key in the changes is not an attribute", cause: .notAnAttribute)
}
