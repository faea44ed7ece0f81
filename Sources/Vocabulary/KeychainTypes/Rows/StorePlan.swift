// SPDX-License-Identifier: Apache-2.0

/// A search in the store that needs no key, because the store compares only digests and unencrypted
/// columns.
///
/// The search finds the rows in the order in which they were added, or in the reverse order if
/// `isNewestFirst` is true.
package struct StorePlan: Equatable, Sendable {
  /// A condition of the search: a row matches only if its digest of the attribute's value equals
  /// this digest.
  package struct Term: Equatable, Sendable {
    package let attribute: Attribute
    package let digest: Identifier16

    package init(_ attribute: Attribute, _ digest: Identifier16) {
      self.attribute = attribute
      self.digest = digest
    }
  }

  /// The search's conditions on digests and access groups, for rows that are still sealed with the
  /// older generation of keys.
  ///
  /// The digests in these conditions are made with the older keys.
  package struct Older: Equatable, Sendable {
    package var terms: [Term] = []
    package var groups: [Identifier16]?

    package init() {}
  }

  /// The rows that the search finds: live rows (items), tombstones, or both.
  package enum Rows: UInt8, Sendable {
    case live, tombstones, both
  }

  package var itemClass: ItemClass
  /// The conditions on digests, all of which a row must meet; empty if the search has no such
  /// condition.
  ///
  /// No row meets a condition on an attribute without a digest column.
  package var terms: [Term]
  /// True to find only synchronizable rows, false to find only local rows; nil to find both.
  package var isSynchronizable: Bool?
  package var rows = Rows.live
  /// The digests of the access groups in which the search finds rows; nil to find rows of all
  /// groups.
  package var groups: [Identifier16]?
  /// The persistent identifiers of the rows to find; nil to find rows with any identifier.
  package var references: [Identifier16]?
  /// The maximum number of rows to find; nil to find all rows.
  package var limit: Int?
  /// The row number after which the search begins; the search finds only rows with a higher number.
  ///
  /// A long search is made in batches: each batch begins after the last row of the batch before.
  package var after: Int64 = 0
  /// True if the newest row comes first, so that the newest rows are found if there is a limit.
  ///
  /// A search in this order is not made in batches.
  package var isNewestFirst = false
  /// The maximum number of rows that the store reads, if it uses an index that is not in the order
  /// in which rows were added.
  ///
  /// The search then finds only the matches among these rows. Nil sets no maximum.
  package var mostVisited: Int?
  package var contents: RowContents = .secret
  /// True if the caller of the store decrypts the rows that are found and compares their values
  /// itself.
  ///
  /// The store may then compare only the half of each digest that the index contains.
  package var isConfirmed = false
  /// The conditions with digests of the older generation of keys; nil if the store has keys of one
  /// generation only.
  package var older: Older?
  /// The generations of the keys with which the digests of this search were made; nil if the store
  /// need not check the generations.
  ///
  /// If the generations of the store are different, the store refuses the search.
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

  /// Returns the digest that the search requires for an attribute; nil if `terms` has no condition
  /// on the attribute.
  package func digest(of attribute: Attribute) -> Identifier16? {
    terms.first { $0.attribute == attribute }?.digest
  }

  /// True if the condition on the access group, if there is one, is in `groups` and not in `terms`.
  package var isNormalized: Bool { !terms.contains { $0.attribute == .accessGroup } }

  /// Returns this search with every condition on the access group moved from `terms` to `groups`.
  package func normalized() -> StorePlan {
    guard let term = terms.first(where: { $0.attribute == .accessGroup }) else { return self }
    var plan = self
    plan.terms.removeAll { $0 == term }
    plan.groups = groups?.contains(term.digest) == false ? [] : [term.digest]
    return plan.normalized()
  }
}

/// The parts of each found row that the store reads, besides the unencrypted columns and the sealed
/// attributes.
package struct RowContents: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let secret = RowContents(rawValue: 1)
  package static let digests = RowContents(rawValue: 2)
}
