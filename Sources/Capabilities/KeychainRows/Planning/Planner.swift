// SPDX-License-Identifier: Apache-2.0
package import Keybag
import KeychainStorage
package import KeychainTypes

/// Makes the plan by which the engine answers a query.
///
/// The plan depends only on the query, the scope and the digests.
package struct Planner: Sendable {
  package typealias DigestFunction =
    @Sendable (ItemClass, Attribute, Span<UInt8>) throws(KeychainError) -> Digest

  /// The function that computes the digest of an attribute value with the newest keys of the
  /// keybag.
  ///
  /// The value is passed in its canonical encoding.
  package let digest: DigestFunction
  /// The function that computes digests with the keys of the older epoch (generation of keys).
  ///
  /// Nil if all rows of the store have the current epoch.
  package var olderDigest: DigestFunction?
  /// The generations of keys with which the digests of the store are made.
  ///
  /// The store refuses a plan if the store now has other generations. Nil if the store need not
  /// check.
  package var epochs: KeyEpochs?

  package init(digest: @escaping DigestFunction) {
    self.digest = digest
  }

  /// Returns the plan for a query that searches the access groups of a scope.
  ///
  /// `contents` says which parts of a row the search reads.
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

  /// Adds the conditions on `sync` and `tomb` that the query has, or else their defaults
  /// (Specification/secitem.md, "Building the selection", "Default of the sync attribute").
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
    // Secrets and access controls are not filters (Specification/secitem.md, "Match, return, use
    // and value keys", "pdmn and accc").
    if row.roles.contains(.secret) || row.kind == .accessControl { return }
    let condition = Plan.Residual(row: row, value: predicate.value)
    // In nullable members of the primary key an empty value equals an absent one. There is no
    // digest to compare.
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

/// The access groups whose items a call can reach.
package enum Scope: Hashable, Sendable {
  case all
  case groups([String])

  /// True if the scope includes the items of an access group.
  package func contains(_ group: String) -> Bool {
    switch self {
    case .all: true
    case .groups(let groups): groups.contains { $0.hasSameBytes(as: group) }
    }
  }
}

extension Planner {
  /// Creates a planner that computes digests with the keys of a keybag.
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
