// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
package import KeychainTypes

/// The result of comparing an item's stored value with a wanted value
/// (Specification/diagnostics.md, "security dump-items").
package enum ItemComparison: Hashable, Sendable {
  case same
  /// The values differ only in their form, for example in letter case.
  ///
  /// The text names the difference in words.
  case form(String)
  case differs
  case isEmpty
  case isNotStored
  /// The values cannot be compared, because the item's value is encrypted and was not decrypted.
  case unknown
}

extension Session {
  /// Compares the stored values of the items of a class with wanted values.
  ///
  /// All local and synchronizable items in the caller's groups are compared. Values are compared by
  /// their digests, so that locked items can be compared. An attribute without a digest is compared
  /// only in items that can be decrypted.
  ///
  /// - Returns: for each persistent identifier of an item, the comparisons with the wanted values,
  ///   in the order of `wanted`.
  package func compare(
    _ itemClass: ItemClass, with wanted: [Predicate]
  ) throws(KeychainError) -> [Identifier16: [ItemComparison]] {
    try withKeys { (call) throws(KeychainError) in try call.compareOnce(itemClass, wanted) }
  }

  private func compareOnce(
    _ itemClass: ItemClass, _ wanted: [Predicate]
  ) throws(KeychainError) -> [Identifier16: [ItemComparison]] {
    let scope = try authorizer.scope(.copyMatching, .absent)
    var query = Query(itemClass)
    query.sync = .any
    let plan = try planner.plan(query, within: scope, reading: .digests)
    let rows = try reading { (reader) throws(KeychainError) in
      try storing { () throws(StorageError) in try reader.fetch(plan.store) }
    }
    var aims: [ComparedValue] = []
    for predicate in wanted { aims.append(try ComparedValue(predicate, itemClass, codec)) }
    var found: [Identifier16: [ItemComparison]] = [:]
    for row in rows {
      let opening = codec.open(row)
      var shown = opening
      if case .item(let item) = opening {
        guard scope.contains(item.group) else { continue }
        // An item that needs an authentication is compared like a locked item: by its digests.
        if item.metadata.accessControl?.isConstrained(.decrypt) ?? false {
          shown = .locked(row.facts.protection)
        }
      }
      found[row.facts.persistentIdentifier] = aims.map { $0.compared(row, shown) }
    }
    return found
  }
}

/// A wanted value, with the digests of the value and of its other spellings for comparison with
/// rows.
private struct ComparedValue {
  let predicate: Predicate
  let row: AttributeRow?
  /// The position of the digest of the value's attribute among the digests of a row.
  ///
  /// Nil if rows have no digest of the attribute.
  let place: Int?
  var digest: Digest?
  var empty: Digest?
  /// Other spellings of the wanted value, each under its digest.
  var variants: [Digest: ValueVariant] = [:]

  init(
    _ predicate: Predicate, _ itemClass: ItemClass, _ codec: RowCodec
  ) throws(KeychainError) {
    self.predicate = predicate
    let attribute = predicate.attribute
    row = Schema.of(itemClass)[attribute]
    place = Schema.of(itemClass).digested.firstIndex { $0.attribute == attribute }
    guard let row, place != nil else { return }
    func digest(_ value: AttributeValue) throws(KeychainError) -> Digest {
      try Canonical.lend(value, kind: row.kind) { (bytes) throws(KeychainError) in
        try codec.planner.digest(itemClass, attribute, bytes)
      }
    }
    self.digest = try digest(predicate.value)
    empty = try codec.planner.digest(itemClass, attribute, [UInt8]().span)
    for variant in ValueVariant.all(of: predicate.value, for: row) {
      let other = try digest(variant.value)
      if other != self.digest, variants[other] == nil { variants[other] = variant }
    }
  }

  func compared(_ sealed: SealedRow, _ opening: RowCodec.Opening) -> ItemComparison {
    if let place {
      guard let stored = sealed.digests[place] else { return .isNotStored }
      if stored == digest { return .same }
      if let variant = variants[stored] { return .form(variant.words) }
      if stored == empty { return .isEmpty }
      guard case .item(let item) = opening, let value = item[predicate.attribute] else {
        return .differs
      }
      return ValueVariant.difference(predicate.value, value).map { .form($0) } ?? .differs
    }
    guard case .item(let item) = opening else { return .unknown }
    guard let row, let value = item[predicate.attribute] else { return .isNotStored }
    return Canonical.equal(value, predicate.value, kind: row.kind) ? .same : .differs
  }
}
