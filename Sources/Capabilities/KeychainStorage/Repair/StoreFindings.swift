// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What is wrong with the files of a store, seen from their bytes alone.
package struct StoreFindings {
  /// Pages whose content is not what was written, with the table or index that they belong to.
  package private(set) var pages: [(page: UInt32, owner: String?)] = []
  /// The first and last page that the file should have and does not.
  package private(set) var missing: ClosedRange<UInt32>?
  /// Frames of the log that are needed and not what was written.
  package private(set) var frames: [UInt32] = []
  /// What the opening says of the log as a whole.
  package private(set) var log: Damage.Place?
  /// Rows by index that do not stand in it though they should; by table name and row number.
  package private(set) var lostEntries: [(index: String, rowid: Int64)] = []

  init(_ images: PageImages, log: Damage.Place?) {
    let owners = PageOwners(images)
    self.log = log
    frames = images.damagedFrames
    for page in stride(from: UInt32(1), through: images.filePages, by: 1) {
      // A page that a sound frame replaces is written anew by the next checkpoint. One that the
      // system does not let be read is not as it was written either.
      let isSound = images.inFile(page)?.isSound ?? false
      guard images.isCurrent(page, frame: nil), !isSound else { continue }
      pages.append((page, owners.names[page]))
    }
    if let head = images.image(1), head.isSound {
      let (present, promised) = (Int(images.filePages), Int(LogHeader.number(head.bytes, 28)))
      // No list of them: a header can promise any number.
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

  /// Compares the rows that can be read with those that the leaves of each index name.
  ///
  /// Only where a page of an index is damaged: elsewhere SQLite compares them itself.
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

  /// Whether a row is a tombstone, which indexes for queries do not hold.
  private static func isTombstone(_ cell: LeafCells.Cell) -> Bool {
    // The clear columns stand in front, before anything that lies elsewhere.
    guard let shape = RecordValue.leading(cell.local[...], count: 8) else { return false }
    return shape.last == .number(1)
  }
}
