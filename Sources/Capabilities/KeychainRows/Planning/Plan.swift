// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes

/// How a query will be answered, with the reasons as values (codebase.md 5).
package struct Plan: Sendable {
  /// A condition that holds only after a row has been opened.
  package struct Residual: Hashable, Sendable {
    package let row: AttributeRow
    package let value: AttributeValue
  }

  /// Why the plan has a condition that the caller did not write.
  package enum Reason: Hashable, Sendable {
    /// Local items only, as `sync` was not given (spec/secitem.md 9.1).
    case impliedLocalOnly
    /// No tombstones, as `tomb` was not given.
    case impliedLiveOnly
    /// The caller's groups, as none was named.
    case impliedGroups(Int)
    /// The verb's default limit.
    case impliedLimit
    /// A condition that no row can meet.
    case matchesNothing(Attribute)
    /// A reference that names nothing in this store.
    case foreignReference
  }

  /// What the rules added to the caller's words.
  package struct Implied: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let localOnly = Implied(rawValue: 1)
    package static let liveOnly = Implied(rawValue: 2)
  }

  package let itemClass: ItemClass
  /// What the store compares.
  package var store: StorePlan
  /// The protection that rows must have; judged on the clear column, before anything is opened.
  package var protection: Protection?
  /// Row numbers of old persistent references; nil: not restricted.
  package var numbers: [Int64]?
  /// Conditions the store has compared by digest: compared once more on the opened values, so that
  /// a row whose digests were exchanged shows as damaged, not as a match.
  package var compared: [Residual] = []
  /// Conditions that only the opened values decide.
  package var residual: [Residual] = []
  /// Host that the server of an internet password must equal or lie below.
  package var host: String?
  /// The groups once more in words, for the opened rows.
  package let scope: Scope
  package let limit: Limit
  package var implied: Implied = []
  /// Attributes with a condition that no row can meet.
  package var unmatchable: [Attribute] = []
  /// How many references name nothing in this store.
  package var foreignReferences = 0
  /// Whether some condition excludes every row.
  package var matchesNothing = false
}

extension Plan {
  /// One thing the store is asked, with what it cannot judge itself.
  package struct Question: Sendable {
    package var store: StorePlan
    /// The row number of an old persistent reference; then at most one row is read.
    package let number: Int64?
    package let protection: Protection?

    /// Whether a row that the store gave is one that the plan means.
    package func isAnswered(by row: SealedRow) -> Bool {
      if let protection, row.facts.protection != protection { return false }
      return number.map { row.id == $0 } ?? true
    }
  }

  /// All that the store has to be asked; nothing when no row can match.
  package var questions: [Question] {
    numbered + (general.map { [$0] } ?? [])
  }

  /// A question for each row number.
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

  /// The question that is left beside them, which is the only one of most plans.
  package var general: Question? {
    guard !matchesNothing, numbers == nil || store.references != nil else { return nil }
    return Question(store: store, number: nil, protection: protection)
  }
}

extension Plan {
  /// Why the plan has conditions that the caller did not write, made when somebody asks.
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

/// Names and reasons, no values.
extension Plan: CustomStringConvertible, CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: []) }

  package var description: String {
    let compared = compared.map(\.row.attribute.name).joined(separator: " ")
    let residual = residual.map(\.row.attribute.name).joined(separator: " ")
    return "Plan(\(itemClass.rawValue), by digest: [\(compared)], after opening: [\(residual)], "
      + "reasons: \(reasons))"
  }
}
