// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Finds rows, history entries and other records in the files of a damaged store, without using the
/// search trees.
///
/// The search uses no keys, so the caller decides whether a record is genuine. If the caller
/// rejects a record that continues on other pages, the caller gets the record again, read from
/// other copies of these pages. Records on pages with wrong checksums are found as well. The caller
/// learns whether the checksum of the page is correct.
package struct Salvage {
  /// The page or frame in which a record was found, and the evidence that the page is in use.
  package struct Origin: Equatable, Sendable {
    /// The number of the page that contains the record, in the database file or in a log frame.
    package let page: UInt32
    package let frame: UInt32?
    /// The evidence that the page is in use.
    package let standing: Standing
    /// True if no later frame replaces the page, and no undamaged list of free pages names the
    /// page.
    package var isCurrent: Bool { standing.contains(.current) }
  }

  /// A record that was found, decoded as a row of the table to which it seems to belong.
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

  /// True if every page of the tables with items is undamaged.
  ///
  /// If so, all rows of these tables are in undamaged pages.
  package var hasSoundTables: Bool { pages.hasSoundTables }

  /// Passes every record that is found to `judge`, which returns true if the record is genuine.
  ///
  /// If `judge` returns false, the same bytes are decoded as a row of other tables, and read from
  /// other copies of the overflow pages. Each of these records is passed to `judge` as well.
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

  /// Returns the identities of the stores to which a write-ahead log may belong.
  ///
  /// The identities are read from rows of the table `meta` in undamaged frames of the log.
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
    // Each cell is read up to four times, with overflow pages from different images.
    var reader = OverflowReader(images, ways: 4)
    for cell in cells {
      for content in contents(of: cell, after: index.map { $0 + 1 }, &reader) {
        let found = Self.interpretations(content, cell.rowid)
        if found.contains(where: { judge($0, origin) }) { break }
      }
    }
  }

  /// Returns the possible contents of a row that continues on overflow pages.
  ///
  /// A damaged store may contain several copies of these pages. The row is first read with the
  /// copies from the time when the row was written: once with damaged frames, and once without
  /// them. Then it is read with the copies at the end of the log, and with the copies in the
  /// database file.
  ///
  /// - Parameter count: The number of committed frames up to the frame that contains the row. Nil
  ///   for a row in the database file: the first reading then uses all frames.
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
  /// Returns the number of rows that are found in one page, for tests that fuzz the decoding of
  /// pages.
  ///
  /// The rows are found in the page's list of cells and by searching all bytes.
  package static func testOnlyRows(inPage bytes: [UInt8], number: UInt32) -> Int {
    guard bytes.count >= 512 else { return 0 }
    let image = PageImages.Image(page: number, frame: nil, bytes: bytes, isSound: false)
    let leaf = LeafCells(image, usable: bytes.count - PageSum.size)
    let widths = Set(TableLayout.all.map { $0.columns.count + 1 } + [HistoryColumns.width])
    let cells = leaf.listed + leaf.everywhere(columns: widths)
    return cells.reduce(0) { $0 + interpretations($1.local, $1.rowid).count }
  }
}

/// The columns of a record, to be decoded as a row of any table of the store.
///
/// Each property decodes the record as a row of one table, and is nil if the record cannot be a
/// row of that table. A row that is not nil may still be forged.
private struct RowValues {
  private let values: [RecordValue]
  private let rowid: Int64

  init(_ values: [RecordValue], rowid: Int64) {
    self.values = values
    self.rowid = rowid
  }

  /// Returns the record as an item row of the class with this layout, or nil if it is not a row of
  /// this class.
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

  /// The record as a history entry, with the authentication code that links it to the previous
  /// entry.
  ///
  /// Nil if the record is not a history entry.
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

  /// The record as a row of the table `aside`, which contains rows that queries do not read.
  ///
  /// Nil if the record is not a row of this table.
  var asideRow: AsideRow? {
    guard values.count == AsideRow.width, number(1) != nil, let itemClass = number(2),
      (1...4).contains(itemClass), number(3) != nil
    else { return nil }
    return AsideRow(id: rowid, values: Array(values.dropFirst()))
  }

  /// The record as a row of the table `registry`, or nil if it is not a row of this table.
  var registryRow: RegistryRow? {
    guard values.count == RegistryRow.width, let name = identifier(1), let day = number(2),
      let sealed = bytes(3)
    else { return nil }
    return RegistryRow(name: name, day: day, sealed: sealed)
  }

  /// The record as the row of the table `meta`, or nil if it is not this row.
  var meta: StoreMeta? {
    guard StoreMeta.widths.contains(values.count), rowid == 1, let store = identifier(1),
      let incarnation = identifier(2), let created = number(3), number(4) != nil,
      let write = number(5), number(6) != nil, let head = bytes(7), let epochs
    else { return nil }
    return StoreMeta(
      identity: StoreIdentity(
        store: store, incarnation: incarnation, created: Instant(microseconds: created)),
      // A number that no writer reaches is damaged. The number 0 replaces it, because the rows show
      // the last write number.
      write: StoreCounters.possible.contains(write) ? write : 0, head: head, epochs: epochs)
  }

  /// The generations of keys in the row of the table `meta`.
  ///
  /// A row of the oldest format names no generation: the result is then the first generation. Nil
  /// if the numbers are invalid.
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

/// A row of the table `aside`, which contains item rows that were taken out of the tables of their
/// classes.
///
/// These rows cannot be decrypted or may be outdated, and queries do not read them. A repair copies
/// them unchanged to the new store.
package struct AsideRow: Equatable {
  /// The number of columns of the table `aside`, including the row number.
  static let width = 17
  let id: Int64
  let values: [RecordValue]
}

/// The row of the table `meta` (the identity and the counters of the store), found in the files
/// of a damaged store.
package struct StoreMeta: Sendable {
  /// The numbers of columns that a row of the table `meta` can have.
  ///
  /// Each later format adds columns after those of the earlier formats.
  static let widths = 8...12
  package let identity: StoreIdentity
  package let write: Int64
  package let head: [UInt8]
  package let epochs: KeyEpochs
}
