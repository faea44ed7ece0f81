// SPDX-License-Identifier: Apache-2.0

/// Determines which pages in the files of a damaged store are in use.
///
/// `standing` returns the evidence for one copy of a page: the facts that show that the page is in
/// use.
package struct PageStandings {
  /// True if every page of the tables that were passed to `init` as `tables` is undamaged.
  ///
  /// If so, all rows of these tables are in undamaged pages. False also if a frame of the log is
  /// damaged, because this frame may contain any page.
  package let hasSoundTables: Bool
  private let images: PageImages
  private let free: Set<UInt32>
  private let isFreeKnown: Bool
  private let guessedFree: Set<UInt32>
  private let guessedReached: Set<UInt32>
  private let owned: Set<UInt32>

  /// Collects from all pages of a store the facts that show which pages are in use.
  ///
  /// - Parameters:
  ///   - images: The pages of the store.
  ///   - tables: The names of the tables for which `hasSoundTables` is determined.
  ///   - others: The names of the other tables of the store.
  package init(_ images: PageImages, tables: Set<String>, others: Set<String>) {
    self.images = images
    let list = FreePages(images)
    free = list.numbers
    guessedFree = FreePages(images, trusting: true).numbers
    guessedReached = TablePages(images).numbers
    // A damaged frame may belong to any page, so a sound page may be older than that frame.
    let isLogSound = images.damagedFrames.isEmpty
    isFreeKnown = list.isWhole && isLogSound
    let names = PageOwners(images).names
    let all = tables.union(others)
    owned = isLogSound ? Set(names.filter { all.contains($0.value) }.keys) : []
    let needed = names.filter { tables.contains($0.value) || $0.value == "the list of tables" }
    hasSoundTables =
      isLogSound && tables.isSubset(of: Set(needed.values))
      && needed.keys.allSatisfy { images.image($0)?.isSound ?? false }
  }

  /// Returns the evidence that this copy of a page is in use.
  ///
  /// The evidence holds for each row in the page.
  ///
  /// - Parameters:
  ///   - image: The copy of the page.
  ///   - index: The position of the log frame that contains the copy, or nil for the copy in the
  ///     database file.
  package func standing(of image: PageImages.Image, index: Int?) -> Standing {
    var standing: Standing = image.isSound ? .sound : []
    guard images.isLast(image.page, frame: index) else { return standing }
    let page = image.page
    if !free.contains(page) { standing.insert(.current) }
    if owned.contains(page) || isFreeKnown && !free.contains(page) { standing.insert(.owned) }
    if !guessedFree.contains(page) { standing.insert(.used) }
    if guessedReached.contains(page) { standing.insert(.reached) }
    return standing
  }
}
