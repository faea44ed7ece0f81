// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A row as it is in the store: unencrypted columns, digests and encrypted parts.
///
/// No key is needed to read a row in this form.
package struct SealedRow: Equatable, Sendable {
  /// The row number, which is unique in the class and rises in the order in which rows were added.
  ///
  /// The store sets the number when it inserts the row.
  package var id: Int64 = 0
  /// The values of the unencrypted columns.
  package var facts: RowFacts
  /// The digests of the row's attributes, in the order of `Schema.digested`.
  ///
  /// A digest is nil if the item does not have the attribute. The array is empty if the plan did
  /// not ask for digests.
  ///
  /// The digest of the access group is in `facts.group`. The array's element for the access group
  /// is ignored.
  package var digests: [Digest?] = []
  /// The encrypted attributes of the item.
  package var metadata: [UInt8]
  /// The encrypted secret of the item.
  ///
  /// Nil if the row has no secret or the plan did not ask for it.
  package var secret: [UInt8]?
  /// True if an unencrypted column has a value that is not valid in the store's format.
  ///
  /// If true, `facts` contains substitute values and a UUID of zero, so the encrypted parts cannot
  /// be decrypted.
  package private(set) var isMalformed = false

  package init(facts: RowFacts, digests: [Digest?], metadata: [UInt8], secret: [UInt8]?) {
    self.facts = facts
    self.digests = digests
    self.metadata = metadata
    self.secret = secret
  }
}

extension SealedRow {
  /// Returns the names of the columns to select, in the order that `init(reading:)` expects.
  static func columns(_ layout: TableLayout, _ contents: RowContents) -> String {
    var columns = SchemaText.fixedColumns.map(\.name) + ["d_agrp", "meta"]
    if contents.contains(.secret) { columns.append("secret") }
    if contents.contains(.digests) { columns += layout.digests.map(TableLayout.column) }
    return columns.joined(separator: ", ")
  }

  /// The position of the access group's digest among the selected columns, from 0.
  static let groupColumn: Int32 = 11

  /// Reads the current row in the result of a statement that selects `columns`.
  init(reading row: borrowing Row, _ layout: TableLayout, _ contents: RowContents) {
    let protection = row.integer(5).flatMap { UInt8(exactly: $0) }.flatMap(Protection.init)
    let form = row.integer(8).flatMap { UInt8(exactly: $0) }.flatMap(RowFacts.Form.init)
    let epoch = row.integer(9).flatMap { UInt32(exactly: $0) }
    let uuid = row.identifier(1)
    let reference = row.identifier(2)
    let slot = row.identifier(10)
    let group = row.identifier(Self.groupColumn)
    // A value that reads as 0 but does not compare equal to 0 would be in no index, but the row
    // could be decrypted.
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
