// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The damaged pages and frames in the files of a store, determined without keys.
package struct StoreFindings {
  /// The damaged pages of the database file, each with the table or index to which it belongs.
  ///
  /// The owner is nil if it is unknown.
  package private(set) var pages: [(page: UInt32, owner: String?)] = []
  /// The numbers of the pages that are missing at the end of the database file.
  ///
  /// Nil if no page is missing.
  package private(set) var missing: ClosedRange<UInt32>?
  /// The numbers of the needed log frames that have changed since they were written.
  package private(set) var frames: [UInt32] = []
  /// The first damaged part of the write-ahead log, nil if the log is undamaged.
  ///
  /// The check that is made when the store is opened would find the same part.
  package private(set) var log: Damage.Place?
  /// The rows that an index should list but does not list, as pairs of index name and row number.
  package private(set) var lostEntries: [(index: String, rowid: Int64)] = []

  init(_ images: PageImages, log: Damage.Place?) {
    let owners = PageOwners(images)
    self.log = log
    frames = images.damagedFrames
    for page in stride(from: UInt32(1), through: images.filePages, by: 1) {
      // If a sound frame replaces a page, the next checkpoint writes the page anew. A page that the
      // system does not let us read counts as damaged.
      let isSound = images.inFile(page)?.isSound ?? false
      guard images.isCurrent(page, frame: nil), !isSound else { continue }
      pages.append((page, owners.names[page]))
    }
    if let head = images.image(1), head.isSound {
      let (present, promised) = (Int(images.filePages), Int(LogHeader.number(head.bytes, 28)))
      // The missing pages are not listed, because a damaged header can claim any number of them.
      let absent = (present..<max(present, promised)).lazy.map { UInt32($0 + 1) }
      let isMissing = { images.isCurrent($0, frame: nil) }
      if let first = absent.first(where: isMissing), let last = absent.last(where: isMissing) {
        missing = first...last
      }
    }
    findLostEntries(images, owners)
  }

  package var isEmpty: Bool {
    pages.isEmpty && frames.isEmpty && missing == nil && log == nil
  }

  /// Finds rows in undamaged pages that are missing from an index with a damaged page.
  ///
  /// The indexes without damaged pages are checked by SQLite itself.
  private mutating func findLostEntries(_ images: PageImages, _ owners: PageOwners) {
    let damaged = Set(pages.compactMap(\.owner))
    for layout in TableLayout.all {
      let unique = [UniqueName.slot, .persistentReference, .uuid].map {
        (name: "\(layout.name)_\($0.rawValue)", isListing: false)
      }
      let search = (layout.search + [layout.listing]).map { (name: $0.name, isListing: true) }
      let concerned = (unique + search).filter { damaged.contains($0.name) }
      guard !concerned.isEmpty else { continue }
      for (page, name) in owners.names where name == layout.name {
        guard let image = images.image(page), image.isSound else { continue }
        for cell in LeafCells(image, usable: images.usable).listed {
          for index in concerned
          where !(owners.rowids[index.name] ?? []).contains(cell.rowid) {
            if index.isListing, Self.isTombstone(cell) { continue }
            lostEntries.append((index.name, cell.rowid))
          }
        }
      }
    }
    lostEntries.sort { ($0.index, $0.rowid) < ($1.index, $1.rowid) }
  }

  /// True if a row is a tombstone (the mark of a deleted item).
  ///
  /// Tombstones are listed only in the unique indexes, not in the indexes for queries.
  private static func isTombstone(_ cell: LeafCells.Cell) -> Bool {
    // The clear columns come first, so they lie in the page itself and not in overflow pages.
    guard let shape = RecordValue.leading(cell.local[...], count: 8) else { return false }
    return shape.last == .number(1)
  }
}
