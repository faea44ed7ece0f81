// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplanations
import KeychainTypes
import SecureMemory

/// Reads what Update is to set (spec/secitem.md 6.2).
struct ChangesReader {
  let profile: Profile

  /// The changes for the items of a query.
  ///
  /// - Throws: what is refused before the caller's groups are looked at.
  func read(_ source: NSDictionary, for query: Reading<Query>) throws(KeychainError)
    -> Reading<Changes>
  {
    var dictionary = ForeignDictionary(source)
    CallListener.current?.changes(dictionary)
    try ClientChecks(verb: .update, profile: profile).check(changes: dictionary)
    try dictionary.expandReference(for: .update)
    let group = RequestedGroup(in: dictionary, decodesData: false)
    do throws(KeychainError) {
      // Without a class there is nothing to read the attributes by; the query fails first.
      let itemClass = try query.outcome.get().itemClass
      let (changes, late) = try parse(dictionary, itemClass)
      return Reading(.success(changes), group: group, lateRefusal: late, profile: profile)
    } catch {
      return Reading(.failure(error), group: group, profile: profile)
    }
  }

  private func parse(_ dictionary: ForeignDictionary, _ itemClass: ItemClass)
    throws(KeychainError) -> (Changes, KeychainError?)
  {
    guard !dictionary.isOversized else { throw .tooManyPairs }
    var changes = Changes()
    var attributes = AttributePairs(itemClass)
    var restricted: KeychainError?
    try dictionary.forEachPair(areChanges: true) { (pair) throws(KeychainError) in
      guard pair.key.isText else { throw .unknownKey }
      if pair.key.name == ValueKey.secret.rawValue {
        changes.secret = try SecretBytes(foreign: pair.value)
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

  /// Takes one attribute; answers the refusal of one that needs a private entitlement.
  private func take(
    _ pair: ForeignDictionary.Pair, _ row: AttributeRow, _ attributes: inout AttributePairs,
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
    .noSuchAttribute, "a key of the changes is no attribute", cause: .notAnAttribute)
}
