// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A query for the first row (except tombstones) that has the given digests in one access group.
///
/// The caller reads the row in SQLite's memory, without a copy
/// (Documentation/Decisions/point-read.md).
///
/// A plan is made for each secret that a program reads. So the plan has a fixed size: an array
/// would need an allocation each time.
package struct PointPlan: Sendable {
  /// The maximum number of attribute digests in a plan.
  ///
  /// The longest primary key needs this number of digests.
  package static let termLimit = 8

  let itemClass: ItemClass
  let group: Digest
  let isSynchronizable: Bool
  let contents: RowContents
  /// The generations of keys with which the digests were made.
  ///
  /// If the store now has other generations, the query throws `rekeyed`.
  let epochs: KeyEpochs
  /// The digest columns that the query compares, as a mask with one bit for each column.
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

  /// Adds the condition that an attribute of the row has a digest, and returns true.
  ///
  /// Returns false if the plan is full, if the attribute has no digest column, or if the plan
  /// already has a digest for it.
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

  /// True if an index lists all matching rows next to each other and in the order of row numbers.
  ///
  /// The first row is then found without reading other rows.
  package var isOrdered: Bool { TableLayout.of(itemClass).index(within: columns) != nil }

  var key: StatementKey {
    StatementKey(70 + UInt32(itemClass.number), columns, UInt64(contents.rawValue))
  }

  /// The SQL statement for a plan whose `isOrdered` is true.
  ///
  /// An index contains the first half of each digest. For the leading attributes and the group,
  /// only that half is compared, because the caller compares the decrypted values. The statement
  /// does not read columns whose values are known from the plan.
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

  /// Passes the columns of the current row to `look`, without copying the sealed parts.
  ///
  /// If a column has a value that is not valid in the store's format, `look` is not called.
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
  /// Passes the first row that matches a plan to `look`, without copying it from SQLite's memory.
  ///
  /// - Parameters:
  ///   - plan: A plan whose `isOrdered` is true.
  ///   - look: Receives the unencrypted columns and the two sealed parts of the row. The secret is
  ///     empty if the row has no secret or the plan did not ask for it. Not called if a column of
  ///     the row has a value that is not valid in the store's format.
  /// - Returns: True if there is a row.
  /// - Throws: The errors of `ItemStore.fetch`. After an error, discard everything that `look` has
  ///   received.
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
