// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Reads the pairs of a call of Add one by one, and at the end returns the new item.
///
/// If the call must be refused after the check of the caller's access groups, the parser also
/// returns the error.
struct ItemParser {
  private let profile: Profile
  private let reference: PersistentReference?
  private var item: NewItem
  private var attributes: AttributePairs
  private var uses = UsePairs()
  private var matches: MatchPairs
  private var restricted: Attribute?

  init(itemClass: ItemClass, reference: PersistentReference?, profile: Profile) {
    self.profile = profile
    self.reference = reference
    item = NewItem(itemClass)
    attributes = AttributePairs(itemClass)
    matches = MatchPairs(itemClass)
  }

  /// Reads one pair of the new item, and throws if its key is unknown or its value is invalid.
  mutating func take(_ pair: Request.Pair) throws(KeychainError) {
    switch pair.key.family {
    case .itemClass, .ignored: return
    case .attribute: try takeAttribute(pair)
    case .match: try matches.take(pair)
    case .returns: item.returns.formUnion(try ReturnPairs.read(pair))
    case .use: try uses.take(pair)
    case .value: try takeValue(pair)
    case .unknown: throw .unknownKey
    }
  }

  /// Returns the new item, and the error to report after the caller's access groups have been
  /// checked.
  ///
  /// Add refuses a persistent reference, an attribute that needs a private entitlement, and match
  /// keys (Specification/secitem.md, "Order of evaluation", rows 6 and 7). The error is nil if the
  /// call is accepted.
  ///
  /// In the profile `quirks`, Add accepts match keys. In this profile, Add also accepts a
  /// persistent reference that contains the persistent identifier of an item
  /// (`PersistentReference.identifier`).
  mutating func finish() -> (NewItem, KeychainError?) {
    item.protectionName = attributes.readProtection
    item.accessControl = attributes.readAccessControl
    let searches = matches.areGiven || uses.hasItemList
    if profile == .quirks { item.hasNoEffect = searches }
    return (item, lateRefusal(searches: searches))
  }

  private func lateRefusal(searches: Bool) -> KeychainError? {
    switch reference {
    case nil: break
    case .identifier? where profile == .quirks: break
    default: return .addUnderReference
    }
    if let restricted {
      return KeychainError(
        .missingEntitlement, "the attribute needs a private entitlement",
        context: .attribute(restricted), cause: .restrictedAttribute)
    }
    if searches, profile != .quirks {
      return .parameter("match keys have no meaning in this call", cause: .matchKeyInAdd)
    }
    return nil
  }

  private mutating func takeAttribute(_ pair: Request.Pair) throws(KeychainError) {
    switch pair.key.attribute {
    case FlagKey.dataProtection, FlagKey.derivedIdentifier: return
    case .synchronizable where pair.isAnySynchronizable: return
    default: break
    }
    let row = try attributes.row(of: pair.key)
    switch row.attribute {
    case .accessControl, .protection:
      try attributes.takeProtection(pair, row)
      return
    default: break
    }
    let value = try attributes.value(pair.value, of: row)
    switch row.attribute {
    case .accessGroup: return
    case .synchronizable: item.isSynchronizable = value == .number(1)
    case .tombstone: item.tombstone = value == .number(1)
    default:
      if row.isRestricted(value) { restricted = restricted ?? row.attribute }
      item.attributes[row.attribute] = value
    }
  }

  private mutating func takeValue(_ pair: Request.Pair) throws(KeychainError) {
    switch ValueKey(rawValue: pair.key.name) {
    case .secret: item.secret = try SecretBytes(pair.value)
    case .persistentReference:
      guard reference != nil else { throw .malformedReference }
    case .reference, nil: throw .unknownKey
    }
  }
}

extension KeychainError {
  package static let addUnderReference = KeychainError.parameter(
    "an item cannot be added under a persistent reference", cause: .referenceMisused)
}

extension AttributeRow {
  /// True if a caller needs a private entitlement to give this attribute the value
  /// (Specification/secitem.md, "Other Add rules").
  func isRestricted(_ value: AttributeValue) -> Bool {
    roles.contains(.restricted) || attribute == .sharingGroup && value != .text("")
  }
}

extension SecretBytes {
  /// Copies the secret of an item from the value of the key `v_Data` in a request.
  ///
  /// Throws if the value is not data or is larger than the limit for secrets.
  init(_ value: RequestValue) throws(KeychainError) {
    switch value {
    case .secret(let secret) where secret.count <= Self.mostBytes: self = secret
    case .secret, .tooLarge(isText: false):
      throw .secretTooLarge
    default: throw .secretIsNoData
    }
  }
}
