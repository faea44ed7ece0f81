// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes

/// The conditions by which the engine answers a query.
///
/// The plan also contains the reasons for conditions that the caller did not write.
package struct Plan: Sendable {
  /// A condition that is tested on the decrypted value of a row's attribute.
  package struct Residual: Hashable, Sendable {
    package let row: AttributeRow
    package let value: AttributeValue
  }

  /// The reason for a condition or limit that the caller did not write, to explain the result of a
  /// query.
  package enum Reason: Hashable, Sendable {
    /// Synchronizable items do not match, because the query has no `sync`
    /// (Specification/secitem.md, "Default of the sync attribute").
    case impliedLocalOnly
    /// Tombstones do not match, because the query has no `tomb`.
    case impliedLiveOnly
    /// Only the access groups of the plan's `scope` are searched.
    ///
    /// The value is the number of these groups: all groups of the caller, or only the group that
    /// the query names.
    case impliedGroups(Int)
    /// The query has no limit, so the default limit of the call applies.
    case impliedLimit
    /// No row can match, because of the condition on this attribute.
    case matchesNothing(Attribute)
    /// A persistent reference in the query does not name an item of this store.
    case foreignReference
  }

  /// The conditions that a plan adds because the query does not mention `sync` or `tomb`.
  package struct Implied: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let localOnly = Implied(rawValue: 1)
    package static let liveOnly = Implied(rawValue: 2)
  }

  package let itemClass: ItemClass
  /// The part of the plan that the store runs: the conditions that can be tested without decrypting
  /// a row.
  package var store: StorePlan
  /// The protection that matching rows have, or nil for any protection.
  ///
  /// The protection is compared with an unencrypted column before a row is decrypted.
  package var protection: Protection?
  /// The row numbers by which the query chooses rows.
  ///
  /// The numbers come from persistent references of the older format, which contain a class and a
  /// row number (`PersistentReference.row`). Nil if the query has no reference of this format.
  package var numbers: [Int64]?
  /// The conditions that the store tests by digest, and that are tested again on the decrypted
  /// values.
  ///
  /// A row whose digests do not fit its values therefore does not match. The row is reported as
  /// damaged.
  package var compared: [Residual] = []
  /// The conditions that the store cannot test, so that they are tested on the decrypted values of
  /// each row.
  package var residual: [Residual] = []
  /// The host of the query: a matching internet password is for this server or for one of its
  /// subdomains.
  ///
  /// Nil if the query names no host.
  package var host: String?
  /// The access groups to search.
  ///
  /// The access group in each decrypted row is also compared with the names of these groups.
  package let scope: Scope
  package let limit: Limit
  package var implied: Implied = []
  /// The attributes for which the query requires a value that no row can have.
  package var unmatchable: [Attribute] = []
  /// The number of persistent references in the query that do not name an item of this store.
  package var foreignReferences = 0
  /// True if no row can match, because a condition of the query is impossible.
  package var matchesNothing = false
}

extension Plan {
  /// One search in the store, with the conditions that are tested on the rows that the store
  /// returns.
  package struct Question: Sendable {
    package var store: StorePlan
    /// The row number in a persistent reference of the old format.
    ///
    /// If the number is set, the store reads at most the row with this number. Nil if the search
    /// does not choose rows by number.
    package let number: Int64?
    package let protection: Protection?

    /// True if a row that the store returned has the row number and the protection that this search
    /// requires.
    package func isAnswered(by row: SealedRow) -> Bool {
      if let protection, row.facts.protection != protection { return false }
      return number.map { row.id == $0 } ?? true
    }
  }

  /// All searches in the store that the plan needs.
  ///
  /// Empty if no row can match.
  package var questions: [Question] {
    numbered + (general.map { [$0] } ?? [])
  }

  /// The searches for rows that old persistent references name by number, with one search for each
  /// row.
  package var numbered: [Question] {
    guard let numbers, !matchesNothing else { return [] }
    return numbers.compactMap { number in
      guard number > 0 else { return nil }
      var single = store
      single.references = nil
      single.after = number - 1
      single.limit = 1
      return Question(store: single, number: number, protection: protection)
    }
  }

  /// The search for rows that are not named by number.
  ///
  /// Most plans have only this search. Nil if all rows are named by number, or if no row can match.
  package var general: Question? {
    guard !matchesNothing, numbers == nil || store.references != nil else { return nil }
    return Question(store: store, number: nil, protection: protection)
  }
}

extension Plan {
  /// The reasons for conditions and limits that the caller did not write, computed at each access.
  package var reasons: [Reason] {
    var reasons: [Reason] = []
    if case .groups(let groups) = scope { reasons.append(.impliedGroups(groups.count)) }
    if implied.contains(.localOnly) { reasons.append(.impliedLocalOnly) }
    if implied.contains(.liveOnly) { reasons.append(.impliedLiveOnly) }
    reasons += Array(repeating: .foreignReference, count: foreignReferences)
    reasons += unmatchable.map { .matchesNothing($0) }
    if limit.isImplied { reasons.append(.impliedLimit) }
    return reasons
  }
}

/// A description of the plan for logs: the names of attributes and the reasons, but no values.
extension Plan: CustomStringConvertible, CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: []) }

  package var description: String {
    let compared = compared.map(\.row.attribute.name).joined(separator: " ")
    let residual = residual.map(\.row.attribute.name).joined(separator: " ")
    return "Plan(\(itemClass.rawValue), by digest: [\(compared)], after opening: [\(residual)], "
      + "reasons: \(reasons))"
  }
}
