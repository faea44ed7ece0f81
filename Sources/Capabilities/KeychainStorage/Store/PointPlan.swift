// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A question for the first live row of one group that carries given digests, for somebody who
/// looks at the row where SQLite holds it (Documentation/Decisions/point-read.md).
///
/// Without an array, since it is asked for each secret that a program reads.
package struct PointPlan: Sendable {
  /// As many as the longest primary key has digests.
  package static let termLimit = 8

  let itemClass: ItemClass
  let group: Digest
  let isSynchronizable: Bool
  let contents: RowContents
  /// The generations that the digests are of; a store that has others refuses the answer.
  let epochs: KeyEpochs
  /// The digest columns that are compared, as bits.
  private(set) var columns: UInt64 = 0
  private(set) var count = 0
  private var places = InlineArray<8, Int>(repeating: 0)
  private var digests = InlineArray<8, Digest>(repeating: .zero)

  package init(
    _ itemClass: ItemClass, group: Digest, isSynchronizable: Bool, contents: RowContents,
    epochs: KeyEpochs
  ) {
    self.itemClass = itemClass
    self.group = group
    self.isSynchronizable = isSynchronizable
    self.contents = contents
    self.epochs = epochs
  }

  /// Asks for a digest too; false where there is no room or no column for it, or one is there.
  package mutating func require(_ attribute: Attribute, _ digest: Digest) -> Bool {
    guard count < Self.termLimit, let place = TableLayout.of(itemClass).place(of: attribute),
      columns & 1 << UInt64(place) == 0
    else { return false }
    columns |= 1 << UInt64(place)
    places[count] = place
    digests[count] = digest
    count += 1
    return true
  }

  /// Whether an index has the rows side by side and in order, so that the first one is known
  /// without the others.
  package var isOrdered: Bool { TableLayout.of(itemClass).index(within: columns) != nil }

  var key: StatementKey {
    StatementKey(70 + UInt32(itemClass.number), columns, UInt64(contents.rawValue))
  }

  /// The statement of a plan that is ordered.
  ///
  /// An index holds the half of a digest, and no more is compared of its attributes and of the
  /// group: who asks compares the opened values. What is asked for is not read again.
  var text: String {
    let layout = TableLayout.of(itemClass)
    let index = layout.index(within: columns).map { layout.search[$0] } ?? layout.listing
    var condition = TableLayout.prefix(.accessGroup) + " = ?1 AND sync = ?2 AND tomb = 0"
    for (place, attribute) in layout.digests.enumerated()
    where columns & 1 << UInt64(place) != 0 {
      let isLeading = index.columns & 1 << UInt64(place) != 0
      let name = isLeading ? TableLayout.prefix(attribute) : TableLayout.column(attribute)
      condition += " AND \(name) = ?\(place + 3)"
    }
    return "SELECT uuid, persistref, revision, write, prot, form, keyepoch, slot, meta"
      + (contents.contains(.secret) ? ", secret" : "")
      + " FROM \(layout.name) INDEXED BY \(index.name) WHERE \(condition) ORDER BY id"
  }

  func bind(to statement: Statement) {
    let layout = TableLayout.of(itemClass)
    let leading = layout.index(within: columns).map { layout.search[$0].columns } ?? 0
    statement.bind(prefix: group, at: 1)
    statement.bind(isSynchronizable ? 1 : 0, at: 2)
    for term in 0..<count {
      let place = Int32(places[term] + 3)
      if leading & 1 << UInt64(places[term]) != 0 {
        statement.bind(prefix: digests[term], at: place)
      } else {
        statement.bind(digests[term], at: place)
      }
    }
  }

  /// Lends the row that the statement stands on; not one that no writer of this format makes.
  func lend(
    _ row: borrowing Row,
    to look: (RowFacts, _ metadata: Span<UInt8>, _ secret: Span<UInt8>) -> Void
  ) {
    guard let uuid = row.identifier(0), let reference = row.identifier(1),
      let revision = row.integer(2), let write = row.integer(3),
      let protection = row.integer(4).flatMap({ UInt8(exactly: $0) }).flatMap(Protection.init),
      let form = row.integer(5).flatMap({ UInt8(exactly: $0) }).flatMap(RowFacts.Form.init),
      let epoch = row.integer(6).flatMap({ UInt32(exactly: $0) }), let slot = row.identifier(7)
    else { return }
    let facts = RowFacts(
      itemClass: itemClass, uuid: uuid, persistentIdentifier: reference,
      revision: Instant(microseconds: revision), write: write, protection: protection,
      isSynchronizable: isSynchronizable, isTombstone: false, form: form, keyEpoch: epoch,
      slot: slot, group: group)
    unsafe row.withBlob(8) { metadata in
      guard contents.contains(.secret) else {
        return unsafe look(facts, metadata.bindMemory(to: UInt8.self).span, Span())
      }
      unsafe row.withBlob(9) { secret in
        unsafe look(
          facts, metadata.bindMemory(to: UInt8.self).span, secret.bindMemory(to: UInt8.self).span)
      }
    }
  }
}

extension ItemStore {
  /// Lends the first row of a plan in order of insertion, where SQLite holds it.
  ///
  /// - Parameters:
  ///   - plan: one that `isOrdered`.
  ///   - look: given the clear columns and both sealed parts, the secret empty where the row has
  ///     none or it was not asked for; not called for a row that no writer of this format makes.
  /// - Returns: whether there is a row.
  /// - Throws: as `fetch`; what `look` has seen is then to be forgotten.
  package func lookAtFirst(
    _ plan: PointPlan,
    _ look: (RowFacts, _ metadata: Span<UInt8>, _ secret: Span<UInt8>) -> Void
  ) throws(StorageError) -> Bool {
    let connection = try take()
    defer { give(connection) }
    let statement = try connection.statement(plan.key) { plan.text }
    plan.bind(to: statement)
    var isThere = false
    try statement.forEach { (row) throws(StorageError) in
      isThere = true
      plan.lend(row, to: look)
      return false
    }
    try connection.confirm(plan.epochs)
    try connection.confirmAlone()
    return isThere
  }
}
