// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Everything in the files of a store that looks like a row, however the trees around it are.
///
/// The store sees no key: whoever asks judges each row, and is shown it from another image of its
/// pages when the first does not please. Sums are only said, never required.
package struct Salvage {
  /// Where a row was found.
  package struct Origin: Equatable, Sendable {
    /// Page of the database file, or the page that the frame is of.
    package let page: UInt32
    package let frame: UInt32?
    /// What speaks for the place being in use.
    package let standing: Standing
    /// Whether the page is as it was last committed, in use, and not replaced later.
    package var isCurrent: Bool { standing.contains(.current) }
  }

  /// Something found.
  package enum Found {
    case row(SealedRow)
    case history(HistoryEntry, chain: [UInt8])
    case aside(AsideRow)
    case registry(RegistryRow)
    case meta(StoreMeta)
  }

  let images: PageImages
  private let pages: PageStandings
  private let widths: Set<Int>

  init(_ images: PageImages) {
    self.images = images
    pages = PageStandings(
      images, tables: Set(TableLayout.all.map(\.name)),
      others: ["history", "meta", "aside", "registry"])
    widths = Set(TableLayout.all.map { $0.columns.count + 1 } + [HistoryColumns.width])
      .union([AsideRow.width, RegistryRow.width]).union(StoreMeta.widths)
  }

  /// Whether the tables of all classes are there to the last page, so that a row that does not
  /// stand there as a sound page lists it is in no table.
  package var hasSoundTables: Bool { pages.hasSoundTables }

  /// Shows everything to `judge`, which answers whether it is what was written.
  package func forEach(_ judge: (Found, Origin) -> Bool) {
    for index in 0..<images.frameCount {
      guard let image = images.inLog(index) else { continue }
      visit(image, index: index, judge)
    }
    for page in stride(from: UInt32(1), through: images.filePages, by: 1) {
      guard let image = images.inFile(page) else { continue }
      visit(image, index: nil, judge)
    }
  }

  /// The stores whose heads stand in sound frames of a log.
  static func stores(inLogOf images: PageImages) -> Set<Identifier16> {
    var stores: Set<Identifier16> = []
    for case let image? in (0..<images.frameCount).lazy.map(images.inLog) where image.isSound {
      for cell in LeafCells(image, usable: images.usable).listed where cell.rowid == 1 {
        for case .meta(let meta) in interpretations(cell.local, cell.rowid) {
          stores.insert(meta.identity.store)
        }
      }
    }
    return stores
  }

  private func visit(
    _ image: PageImages.Image, index: Int?, _ judge: (Found, Origin) -> Bool
  ) {
    let standing = pages.standing(of: image, index: index)
    let leaf = LeafCells(image, usable: images.usable)
    let found = image.isSound ? [] : leaf.everywhere(columns: widths)
    show(leaf.listed, standing.union(.listed), image, index, judge)
    show(found, standing, image, index, judge)
  }

  private func show(
    _ cells: [LeafCells.Cell], _ standing: Standing, _ image: PageImages.Image, _ index: Int?,
    _ judge: (Found, Origin) -> Bool
  ) {
    let origin = Origin(page: image.page, frame: image.frame, standing: standing)
    // In four ways each.
    var reader = OverflowReader(images, ways: 4)
    for cell in cells {
      for content in contents(of: cell, after: index.map { $0 + 1 }, &reader) {
        let found = Self.interpretations(content, cell.rowid)
        if found.contains(where: { judge($0, origin) }) { break }
      }
    }
  }

  /// The content of a cell, its rest taken from images as they were, as sound ones are, and as they
  /// are at the end.
  private func contents(
    of cell: LeafCells.Cell, after count: Int?, _ reader: inout OverflowReader
  ) -> [[UInt8]] {
    guard cell.overflow != 0 else { return [cell.local] }
    var contents: [[UInt8]] = []
    for (limit, trusting) in [(count, true), (count, false), (nil, true), (0, true)] {
      let content = reader.content(of: cell) {
        images.image($0, after: limit ?? images.frameCount, trusting: trusting)
      }
      if let content, !contents.contains(content) { contents.append(content) }
    }
    return contents
  }

  static func interpretations(_ content: [UInt8], _ rowid: Int64) -> [Found] {
    guard let values = RecordValue.columns(content[...]) else { return [] }
    let columns = RowValues(values, rowid: rowid)
    var found = TableLayout.all.compactMap { columns.row($0).map { Found.row($0) } }
    if let (entry, chain) = columns.historyEntry { found.append(.history(entry, chain: chain)) }
    if let row = columns.asideRow { found.append(.aside(row)) }
    if let row = columns.registryRow { found.append(.registry(row)) }
    if let meta = columns.meta { found.append(.meta(meta)) }
    return found
  }
}

extension Salvage {
  /// How many rows of any table one page gives by itself, listed or found anywhere; for fuzzing of
  /// the parsers of pages, cells and records.
  package static func testOnlyRows(inPage bytes: [UInt8], number: UInt32) -> Int {
    guard bytes.count >= 512 else { return 0 }
    let image = PageImages.Image(page: number, frame: nil, bytes: bytes, isSound: false)
    let leaf = LeafCells(image, usable: bytes.count - PageSum.size)
    let widths = Set(TableLayout.all.map { $0.columns.count + 1 } + [HistoryColumns.width])
    let cells = leaf.listed + leaf.everywhere(columns: widths)
    return cells.reduce(0) { $0 + interpretations($1.local, $1.rowid).count }
  }
}

/// The columns of a found record, read as a row of one of the store's tables.
///
/// What no writer of this format makes is nil; nothing here says that a row is genuine.
private struct RowValues {
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
