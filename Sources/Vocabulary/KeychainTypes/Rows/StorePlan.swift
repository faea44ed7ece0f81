// SPDX-License-Identifier: Apache-2.0

/// A question that the store can answer without a key: equality of digests and clear columns.
///
/// The answer is in order of insertion.
package struct StorePlan: Equatable, Sendable {
  /// One digest that a row must carry.
  package struct Term: Equatable, Sendable {
    package let attribute: Attribute
    package let digest: Identifier16

    package init(_ attribute: Attribute, _ digest: Identifier16) {
      self.attribute = attribute
      self.digest = digest
    }
  }

  /// What the plan asks of the rows that the older generation of keys made.
  package struct Older: Equatable, Sendable {
    package var terms: [Term] = []
    package var groups: [Identifier16]?

    package init() {}
  }

  /// Which rows of the slots are meant.
  package enum Rows: UInt8, Sendable {
    case live, tombstones, both
  }

  package var itemClass: ItemClass
  /// All must hold.
  ///
  /// An attribute without a digest column matches no row.
  package var terms: [Term]
  /// Nil: any.
  package var isSynchronizable: Bool?
  package var rows = Rows.live
  /// The groups whose rows are seen; nil: all.
  package var groups: [Identifier16]?
  /// Only rows with one of these persistent references; nil: any.
  package var references: [Identifier16]?
  /// At most so many rows; nil: all.
  package var limit: Int?
  /// Only rows with a higher number: the last row of a batch continues it.
  package var after: Int64 = 0
  /// The newest rows first, and what the limit leaves is the newest; no batch continues it.
  package var isNewestFirst = false
  /// Where an index does not have rows in the order of insertion: at most so many are looked at,
  /// and the answer is of any of them; nil: as many as it takes.
  package var mostVisited: Int?
  package var contents: RowContents = .secret
  /// Whether who asks opens what is found and compares the values of the terms himself.
  ///
  /// Then the half of a digest that an index holds is enough to lead to a row.
  package var isConfirmed = false
  /// The same question in the digests of the older generation of keys, while there are two.
  package var older: Older?
  /// The generations that the digests are of; a store that has others refuses the answer.
  package var epochs: KeyEpochs?

  package init(
    _ itemClass: ItemClass, terms: [Term] = [], isSynchronizable: Bool? = nil,
    groups: [Identifier16]? = nil, references: [Identifier16]? = nil, limit: Int? = nil,
    contents: RowContents = .secret
  ) {
    self.itemClass = itemClass
    self.terms = terms
    self.isSynchronizable = isSynchronizable
    self.groups = groups
    self.references = references
    self.limit = limit
    self.contents = contents
  }

  /// The digest that rows must carry for an attribute.
  package func digest(of attribute: Attribute) -> Identifier16? {
    terms.first { $0.attribute == attribute }?.digest
  }

  /// Whether the access group is a choice of groups and no term.
  package var isNormalized: Bool { !terms.contains { $0.attribute == .accessGroup } }

  /// The same question with a term for the access group turned into a choice of groups.
  package func normalized() -> StorePlan {
    guard let term = terms.first(where: { $0.attribute == .accessGroup }) else { return self }
    var plan = self
    plan.terms.removeAll { $0 == term }
    plan.groups = groups?.contains(term.digest) == false ? [] : [term.digest]
    return plan.normalized()
  }
}

/// What of a row is read besides its clear columns and its sealed attributes.
package struct RowContents: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let secret = RowContents(rawValue: 1)
  package static let digests = RowContents(rawValue: 2)
}
