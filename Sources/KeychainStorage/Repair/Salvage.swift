// SPDX-License-Identifier: Apache-2.0
package import KeychainPages
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
