// SPDX-License-Identifier: Apache-2.0

/// Tells how the pages of a store stand.
package struct PageStandings {
  /// Whether every page of some tables is sound, so that a row that does not stand there as a
  /// sound page lists it is in none of them.
  package let hasSoundTables: Bool
  private let images: PageImages
  private let free: Set<UInt32>
  private let isFreeKnown: Bool
  private let guessedFree: Set<UInt32>
  private let guessedReached: Set<UInt32>
  private let owned: Set<UInt32>

  /// - Parameters:
  ///   - tables: the names of those of which `hasSoundTables` tells.
  ///   - others: the names of the other tables.
  package init(_ images: PageImages, tables: Set<String>, others: Set<String>) {
    self.images = images
    let list = FreePages(images)
    free = list.numbers
    guessedFree = FreePages(images, trusting: true).numbers
    guessedReached = TablePages(images).numbers
    // A damaged frame may be of any page: what leads elsewhere may be older than it.
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

  /// The standing of whatever lies in an image, listed or not.
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

/// What speaks for the place of a row being in use, as far as bytes tell without keys.
package struct Standing: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No later frame, sound or not, replaces the page, and no sound list says that it is free.
  package static let current = Standing(rawValue: 1)
  /// Its page lists it, rather than that it was found by search.
  package static let listed = Standing(rawValue: 2)
  /// The sum of its page is right.
  package static let sound = Standing(rawValue: 4)
  /// Sound pages lead to its page, or a sound and whole list of free pages does not name it, and
  /// no frame of the log is damaged.
  package static let owned = Standing(rawValue: 8)
  /// The list of free pages, taken at its word, does not name its page: a guess.
  package static let used = Standing(rawValue: 16)
  /// The trees of tables, taken at their word, lead to its page: a guess.
  package static let reached = Standing(rawValue: 32)

  /// What a reader of the store would see there too.
  package static let proven: Standing = [.current, .listed, .sound, .owned]
}
