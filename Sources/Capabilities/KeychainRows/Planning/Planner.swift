// SPDX-License-Identifier: Apache-2.0
package import Keybag
import KeychainStorage
package import KeychainTypes

/// Turns a query into a plan: a pure function of query, scope and digests.
package struct Planner: Sendable {
  package typealias DigestFunction =
    @Sendable (ItemClass, Attribute, Span<UInt8>) throws(KeychainError) -> Digest

  /// Digest of an attribute's canonical bytes, by the keybag's index key.
  package let digest: DigestFunction
  /// The same by the older index key, while rows of two generations are there.
  package var olderDigest: DigestFunction?
  /// The generations that the digests are of.
  package var epochs: KeyEpochs?

  package init(digest: @escaping DigestFunction) {
    self.digest = digest
  }

  /// The plan of a query within a scope.
  package func plan(_ query: Query, within scope: Scope, reading contents: RowContents)
    throws(KeychainError) -> Plan
  {
    var store = StorePlan(query.itemClass, contents: contents)
    store.epochs = epochs
    if olderDigest != nil { store.older = StorePlan.Older() }
    var plan = Plan(
      itemClass: query.itemClass, store: store, scope: scope, limit: query.limit)
    try addScope(scope, to: &plan)
    addFlags(query, to: &plan)
    addReferences(query, to: &plan)
    let schema = Schema.of(query.itemClass)
    plan.store.terms.reserveCapacity(query.predicates.count)
    plan.compared.reserveCapacity(query.predicates.count)
    for predicate in query.predicates { try add(predicate, schema, to: &plan) }
    plan.host = query.host
    return plan
  }

  private func addScope(_ scope: Scope, to plan: inout Plan) throws(KeychainError) {
    guard case .groups(let groups) = scope else { return }
    let itemClass = plan.itemClass
    plan.store.groups = try groups.map { (group) throws(KeychainError) in
      try digest(itemClass, .accessGroup, group.utf8Span.span)
    }
    if let olderDigest {
      plan.store.older?.groups = try groups.map { (group) throws(KeychainError) in
        try olderDigest(itemClass, .accessGroup, group.utf8Span.span)
      }
    }
  }

  /// `sync` and `tomb`: the implied conditions of spec/secitem.md 4.1 and 9.1.
  private func addFlags(_ query: Query, to plan: inout Plan) {
    switch query.sync {
    case .any: plan.store.isSynchronizable = nil
    case .only(let flag): plan.store.isSynchronizable = flag
    case .implied where query.references.isEmpty:
      plan.store.isSynchronizable = false
      plan.implied.insert(.localOnly)
    case .implied: plan.store.isSynchronizable = nil
    }
    plan.store.rows = query.tombstones ?? false ? .tombstones : .live
    if query.tombstones == nil { plan.implied.insert(.liveOnly) }
  }

  private func addReferences(_ query: Query, to plan: inout Plan) {
    guard !query.references.isEmpty else { return }
    var identifiers: [Identifier16] = []
    var numbers: [Int64] = []
    for reference in query.references {
      switch reference {
      case .identifier(_, let identifier): identifiers.append(identifier)
      case .row(_, let number): numbers.append(number)
      case .token, .foreignClass: plan.foreignReferences += 1
      }
    }
    plan.store.references = identifiers.isEmpty ? nil : identifiers
    plan.numbers = numbers.isEmpty ? nil : numbers
    if identifiers.isEmpty && numbers.isEmpty { plan.matchesNothing = true }
  }

  private func add(_ predicate: Predicate, _ schema: Schema, to plan: inout Plan)
    throws(KeychainError)
  {
    guard let row = schema[predicate.attribute] else {
      return matchNothing(predicate.attribute, &plan)
    }
    if row.attribute == .protection {
      guard case .text(let name) = predicate.value, let protection = Protection(name: name) else {
        return matchNothing(.protection, &plan)
      }
      plan.protection = protection
      return
    }
    // Secrets and access controls are no filters (spec/secitem.md 3.3, 3.5).
    if row.roles.contains(.secret) || row.kind == .accessControl { return }
    let condition = Plan.Residual(row: row, value: predicate.value)
    // An empty value equals an absent one where absence is stored as such: no digest to compare.
    let isNullable = row.roles.contains(.primaryKey) && !row.roles.contains(.required)
    let itemClass = plan.itemClass
    let found = try Canonical.lend(predicate.value, kind: row.kind) {
      (bytes) throws(KeychainError) -> Digest? in
      guard row.roles.contains(.digested), !(bytes.isEmpty && isNullable) else { return nil }
      return try digest(itemClass, row.attribute, bytes)
    }
    guard let found else {
      plan.residual.append(condition)
      return
    }
    plan.store.terms.append(StorePlan.Term(row.attribute, found))
    if let olderDigest {
      let older = try Canonical.lend(predicate.value, kind: row.kind) {
        (bytes) throws(KeychainError) in try olderDigest(itemClass, row.attribute, bytes)
      }
      plan.store.older?.terms.append(StorePlan.Term(row.attribute, older))
    }
    plan.compared.append(condition)
  }

  private func matchNothing(_ attribute: Attribute, _ plan: inout Plan) {
    plan.matchesNothing = true
    plan.unmatchable.append(attribute)
  }
}

/// The access groups that a verb reaches.
package enum Scope: Hashable, Sendable {
  case all
  case groups([String])

  /// Whether an item of a group is visible.
  package func contains(_ group: String) -> Bool {
    switch self {
    case .all: true
    case .groups(let groups): groups.contains { $0.hasSameBytes(as: group) }
    }
  }
}

extension Planner {
  /// A planner by the index keys of a keybag.
  package init(_ keybag: UnlockedKeybag) {
    self.init(digest: Self.digest(by: keybag.digests))
    epochs = keybag.epochs
    if let epoch = keybag.epochs.older, let older = keybag.keys(of: epoch) {
      olderDigest = Self.digest(by: older.digests)
    }
  }

  private static func digest(by digests: DigestMaker) -> DigestFunction {
    { (itemClass, attribute, bytes) throws(KeychainError) in
      try sealing { () throws(SealError) in
        try digests.digest(of: bytes, attribute: attribute, itemClass: itemClass)
      }
    }
  }
}
