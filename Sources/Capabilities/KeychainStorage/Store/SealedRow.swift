// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A row as the store holds it: clear columns, digests and sealed parts.
///
/// No key is needed for it.
package struct SealedRow: Equatable, Sendable {
  /// The row's number: its place in order of insertion.
  ///
  /// The store sets it on insert.
  package var id: Int64 = 0
  /// The clear columns.
  package var facts: RowFacts
  /// Digests in the order of `Schema.digested`, nil for absent attributes.
  ///
  /// The entry of the access group is `facts.group` whatever stands here. Empty when a plan did
  /// not ask for digests.
  package var digests: [Digest?] = []
  /// Sealed attributes.
  package var metadata: [UInt8]
  /// The sealed secret; nil for none, and when a plan did not ask for it.
  package var secret: [UInt8]?
  /// Whether a clear column holds what no writer of this format makes.
  ///
  /// The facts then have stand-ins and a UUID of zero, so that the sealed parts do not open.
  package private(set) var isMalformed = false

  package init(facts: RowFacts, digests: [Digest?], metadata: [UInt8], secret: [UInt8]?) {
    self.facts = facts
    self.digests = digests
    self.metadata = metadata
    self.secret = secret
  }
}

extension SealedRow {
  /// The columns to select, in the order that `init(reading:)` expects.
  static func columns(_ layout: TableLayout, _ contents: RowContents) -> String {
    var columns = SchemaText.fixedColumns.map(\.name) + ["d_agrp", "meta"]
    if contents.contains(.secret) { columns.append("secret") }
    if contents.contains(.digests) { columns += layout.digests.map(TableLayout.column) }
    return columns.joined(separator: ", ")
  }

  /// The column of the access group's digest in that order.
  static let groupColumn: Int32 = 11

  /// Reads the row that a statement stands on.
  init(reading row: borrowing Row, _ layout: TableLayout, _ contents: RowContents) {
    let protection = row.integer(5).flatMap { UInt8(exactly: $0) }.flatMap(Protection.init)
    let form = row.integer(8).flatMap { UInt8(exactly: $0) }.flatMap(RowFacts.Form.init)
    let epoch = row.integer(9).flatMap { UInt32(exactly: $0) }
    let uuid = row.identifier(1)
    let reference = row.identifier(2)
    let slot = row.identifier(10)
    let group = row.identifier(Self.groupColumn)
    // A value that reads as 0 but does not compare as 0 would be in no index, and still open.
    let sync = row.integer(6) ?? -1
    let tomb = row.integer(7) ?? -1
    let revision = row.integer(3)
    let write = row.integer(4)
    let isSound =
      protection != nil && form != nil && epoch != nil && uuid != nil && reference != nil
      && slot != nil && group != nil && revision != nil && write != nil
      && (sync | tomb) & ~1 == 0
    isMalformed = !isSound
    id = row.number(0)
    facts = RowFacts(
      itemClass: layout.itemClass, uuid: isSound ? uuid ?? .zero : .zero,
      persistentIdentifier: reference ?? .zero, revision: Instant(microseconds: revision ?? 0),
      write: write ?? 0, protection: protection ?? .alwaysThisDeviceOnly,
      isSynchronizable: sync != 0, isTombstone: tomb != 0,
      form: form ?? .ordinary, keyEpoch: epoch ?? 0, slot: slot ?? .zero, group: group ?? .zero)
    metadata = row.bytes(12)
    let hasSecret = contents.contains(.secret)
    secret = hasSecret ? row.optionalBytes(13) : nil
    guard contents.contains(.digests) else { return }
    let first: Int32 = hasSecret ? 14 : 13
    digests = layout.digests.indices.map { row.identifier(first + Int32($0)) }
  }
}
