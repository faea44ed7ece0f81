// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplanations
import KeychainTypes
import SecureMemory

/// Reads the dictionary of Add.
struct ItemReader {
  let profile: Profile

  /// What is to be added.
  ///
  /// - Throws: what is refused before the caller's groups are looked at.
  func read(_ source: ForeignDictionary) throws(KeychainError) -> Reading<NewItem> {
    var dictionary = source
    if profile == .dataProtection { try MacStripping.apply(to: &dictionary, verb: .add) }
    CallListener.current?.stripped(source, to: dictionary)
    try ClientChecks(verb: .add, profile: profile).check(dictionary)
    try dictionary.expandReference(for: .add)
    let group = RequestedGroup(in: dictionary, decodesData: false)
    do throws(KeychainError) {
      guard !dictionary.isOversized else { throw .tooManyPairs }
      let (itemClass, reference) = try ClassReader.itemClass(of: dictionary)
      var parser = ItemParser(itemClass: itemClass, reference: reference, profile: profile)
      try dictionary.forEachPair { (pair) throws(KeychainError) in try parser.take(pair) }
      var (item, late) = parser.finish()
      item.element = dictionary.element
      return Reading(.success(item), group: group, lateRefusal: late, profile: profile)
    } catch {
      return Reading(.failure(error), group: group, profile: profile)
    }
  }
}

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
  mutating func take(_ pair: ForeignDictionary.Pair) throws(KeychainError) {
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
    item.interaction = uses.interaction
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

  private mutating func takeAttribute(_ pair: ForeignDictionary.Pair) throws(KeychainError) {
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

  private mutating func takeValue(_ pair: ForeignDictionary.Pair) throws(KeychainError) {
    switch ValueKey(rawValue: pair.key.name) {
    case .secret: item.secret = try SecretBytes(foreign: pair.value)
    case .persistentReference:
      guard reference != nil else { throw .malformedReference }
    case .reference, nil: throw .unknownKey
    }
  }
}

extension ForeignDictionary.Pair {
  /// Whether the value is `kSecAttrSynchronizableAny`.
  var isAnySynchronizable: Bool {
    value as? NSString == ValueName.anySynchronizable as NSString
  }
}

extension AttributeRow {
  /// Whether setting the attribute to the value needs a private entitlement (spec/secitem.md 5.8).
  func isRestricted(_ value: AttributeValue) -> Bool {
    roles.contains(.restricted) || attribute == .sharingGroup && value != .text("")
  }
}

extension SecretBytes {
  /// A secret of more bytes is refused with -25302 (DESIGN section 6).
  static let mostBytes = 64 << 20

  /// A copy of the data of `v_Data`.
  init(foreign value: AnyObject) throws(KeychainError) {
    guard let data = value as? NSData else { throw .secretIsNoData }
    guard data.length <= Self.mostBytes else {
      throw KeychainError(
        .dataTooLarge, "the secret is larger than one can be", context: .count(Self.mostBytes))
    }
    self = unsafe SecretBytes(count: data.length) { (target: UnsafeMutableRawBufferPointer) in
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(start: data.bytes, count: data.length))
    }
  }
}
