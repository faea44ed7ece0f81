// SPDX-License-Identifier: Apache-2.0
import KeychainPages
package import KeychainTypes

/// The columns of a found record, read as a row of one of the store's tables.
///
/// What no writer of this format makes is nil; nothing here says that a row is genuine.
struct RowValues {
  private let values: [RecordValue]
  private let rowid: Int64

  init(_ values: [RecordValue], rowid: Int64) {
    self.values = values
    self.rowid = rowid
  }

  /// A row of a class; the order of columns is that of its table.
  func row(_ layout: TableLayout) -> SealedRow? {
    guard values.count == layout.columns.count + 1, let uuid = identifier(1),
      let reference = identifier(2), let revision = number(3), let write = number(4),
      let protection = number(5).flatMap({ UInt8(exactly: $0) }).flatMap({
        Protection(rawValue: $0)
      }),
      let sync = flag(6), let tomb = flag(7),
      let form = number(8).flatMap({ UInt8(exactly: $0) }).flatMap({
        RowFacts.Form(rawValue: $0)
      }),
      let epoch = number(9).flatMap({ UInt32(exactly: $0) }), let slot = identifier(10)
    else { return nil }
    let first = SchemaText.fixedColumns.count
    let digests = layout.digests.indices.map { identifier(first + $0) }
    let last = first + digests.count
    guard let groupPlace = layout.place(of: .accessGroup), let group = digests[groupPlace],
      let metadata = bytes(last)
    else { return nil }
    let facts = RowFacts(
      itemClass: layout.itemClass, uuid: uuid, persistentIdentifier: reference,
      revision: Instant(microseconds: revision), write: write, protection: protection,
      isSynchronizable: sync, isTombstone: tomb, form: form, keyEpoch: epoch, slot: slot,
      group: group)
    var row = SealedRow(facts: facts, digests: digests, metadata: metadata, secret: bytes(last + 1))
    row.id = rowid
    return row
  }

  /// An entry of the history, with its link.
  var historyEntry: (HistoryEntry, chain: [UInt8])? {
    guard values.count == HistoryColumns.width, let time = number(1),
      let kind = number(2).flatMap({ UInt8(exactly: $0) }).flatMap({ ChangeKind(rawValue: $0) }),
      let itemClass = number(3).flatMap({ UInt8(exactly: $0) }).flatMap({ ItemClass(number: $0) }),
      let reference = identifier(4), let uuid = identifier(5), let group = number(13),
      let caller = bytes(14), let chain = bytes(15)
    else { return nil }
    let entry = HistoryEntry(
      write: rowid, time: Instant(microseconds: time), kind: kind, itemClass: itemClass,
      persistentIdentifier: reference, uuid: uuid, slotBefore: identifier(6),
      slotAfter: identifier(7), revisionBefore: number(8).map { Instant(microseconds: $0) },
      revisionAfter: number(9).map { Instant(microseconds: $0) },
      wasSynchronizable: number(10).map { $0 != 0 }, isSynchronizable: number(11).map { $0 != 0 },
      origin: identifier(12), caller: caller, group: group)
    return (entry, chain)
  }

  /// A row that was moved aside.
  var asideRow: AsideRow? {
    guard values.count == AsideRow.width, number(1) != nil, let itemClass = number(2),
      (1...4).contains(itemClass), number(3) != nil
    else { return nil }
    return AsideRow(id: rowid, values: Array(values.dropFirst()))
  }

  /// What was kept of an application.
  var registryRow: RegistryRow? {
    guard values.count == RegistryRow.width, let name = identifier(1), let day = number(2),
      let sealed = bytes(3)
    else { return nil }
    return RegistryRow(name: name, day: day, sealed: sealed)
  }

  /// The row of `meta`.
  var meta: StoreMeta? {
    guard StoreMeta.widths.contains(values.count), rowid == 1, let store = identifier(1),
      let incarnation = identifier(2), let created = number(3), number(4) != nil,
      let write = number(5), number(6) != nil, let head = bytes(7), let epochs
    else { return nil }
    return StoreMeta(
      identity: StoreIdentity(
        store: store, incarnation: incarnation, created: Instant(microseconds: created)),
      // What no writer reaches says nothing; the rows say how far they came.
      write: StoreCounters.possible.contains(write) ? write : 0, head: head, epochs: epochs)
  }

  /// The generations of keys that a row of `meta` names; the first format knew one.
  private var epochs: KeyEpochs? {
    guard values.count >= 10 else { return .first }
    guard let current = number(8).flatMap({ UInt32(exactly: $0) }),
      let oldest = number(9).flatMap({ UInt32(exactly: $0) })
    else { return nil }
    return KeyEpochs(current: current, oldest: oldest)
  }

  private func number(_ place: Int) -> Int64? {
    if case .number(let number) = values[place] { number } else { nil }
  }

  private func flag(_ place: Int) -> Bool? {
    number(place).flatMap { $0 & ~1 == 0 ? $0 == 1 : nil }
  }

  private func bytes(_ place: Int) -> [UInt8]? {
    if case .bytes(let bytes) = values[place] { bytes } else { nil }
  }

  private func identifier(_ place: Int) -> Identifier16? {
    bytes(place).flatMap { Identifier16($0) }
  }
}

/// A row of `aside`, carried from one store into the next as it is.
package struct AsideRow: Equatable {
  /// With its number.
  static let width = 17
  let id: Int64
  let values: [RecordValue]
}

/// What is found of `meta`.
package struct StoreMeta: Sendable {
  /// Later formats have more columns, behind those of the first.
  static let widths = 8...12
  package let identity: StoreIdentity
  package let write: Int64
  package let head: [UInt8]
  package let epochs: KeyEpochs
}
