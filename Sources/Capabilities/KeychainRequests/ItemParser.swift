// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Takes the pairs of an item one by one and says at the end what comes of them.
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

  /// Takes one pair.
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

  /// The item and the refusal that comes after the groups: rows 6 and 7 of Add.
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
    default:
      return .parameter(
        "an item cannot be added under a persistent reference", cause: .referenceMisused)
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

extension AttributeRow {
  /// Whether setting the attribute to the value needs a private entitlement (spec/secitem.md 5.8).
  func isRestricted(_ value: AttributeValue) -> Bool {
    roles.contains(.restricted) || attribute == .sharingGroup && value != .text("")
  }
}

extension SecretBytes {
  /// The secret that is the value of `v_Data`.
  init(_ value: RequestValue) throws(KeychainError) {
    switch value {
    case .secret(let secret) where secret.count <= Self.mostBytes: self = secret
    case .secret, .tooLarge(isText: false):
      throw KeychainError(
        .dataTooLarge, "the secret is larger than one can be", context: .count(Self.mostBytes))
    default: throw .secretIsNoData
    }
  }
}
