// SPDX-License-Identifier: Apache-2.0

/// The memory regions of a `SecretArena` and their free slots.
///
/// A slot is a piece of memory of 64, 256 or 4096 bytes, for one secret. The arena must lock its
/// mutex around every use.
@safe
struct SecretSlots {
  static let slotSizes = [64, 256, 4096]
  static let regionSize = 64 * 1024
  /// The value at the start of the first region, by which a forked child is recognized.
  ///
  /// The kernel wipes the region in a forked child, so that the child reads zero instead of this
  /// value.
  private static let alive: UInt64 = 0x4C41_5443_484B_4559

  /// The free slots (pieces of memory for one secret) in locked memory, one list for each slot size
  /// (64, 256 and 4096 bytes).
  private var free: [[UnsafeMutableRawPointer]] = unsafe [[], [], []]
  /// The free slots (pieces of memory for one secret) in memory that may be written to swap.
  ///
  /// There is one list for each slot size (64, 256 and 4096 bytes). This memory is kept out of core
  /// dumps and forked children.
  private var spilled: [[UnsafeMutableRawPointer]] = unsafe [[], [], []]
  /// The number of bytes that are locked at present.
  var lockedBytes = 0
  /// The protections of memory that the system has refused so far.
  private(set) var recorded: MemoryWeakness = []
  private let marks: LockedPages.Marks
  private var regions: [LockedPages] = []
  private var started = false
  /// True if the limit of locked memory was reached or the system refused to lock memory.
  ///
  /// No further locked regions are then added, only regions that may be written to swap.
  private var isFull = false

  init(marks: LockedPages.Marks) { self.marks = marks }

  /// Returns all memory regions to the system.
  func unmap() {
    for region in regions { region.unmap() }
  }

  /// Allocates memory for `count` bytes that is kept out of core dumps, and locked if possible.
  ///
  /// A small size is allocated as a slot of 64, 256 or 4096 bytes, and a larger size as separate
  /// pages. Returns nil if the system has no memory.
  mutating func take(
    _ count: Int
  ) -> (base: UnsafeMutableRawPointer, origin: SecretArena.Origin)? {
    if !started { start() }
    relockAfterFork()
    guard let sizeClass = Self.slotSizes.firstIndex(where: { count <= $0 }) else {
      return unsafe ownPages(count)
    }
    if unsafe free[sizeClass].isEmpty { grow(sizeClass) }
    if let slot = unsafe free[sizeClass].popLast() {
      return unsafe (slot, .slot(sizeClass: sizeClass, isLocked: true))
    }
    recorded.insert(.spilled)
    if unsafe spilled[sizeClass].isEmpty, let region = hiddenPages(Self.regionSize) {
      regions.append(region)
      unsafe Self.cut(region, 0..<Self.regionSize, sizeClass: sizeClass, into: &spilled)
    }
    guard let slot = unsafe spilled[sizeClass].popLast() else { return nil }
    return unsafe (slot, .slot(sizeClass: sizeClass, isLocked: false))
  }

  /// Makes a slot (a piece of memory for one secret) free again, after its owner has wiped it.
  ///
  /// - Parameters:
  ///   - sizeClass: the index of the slot size (64, 256 or 4096 bytes).
  ///   - isLocked: true for a slot in locked memory, false for a slot that may be written to swap.
  mutating func putBack(_ slot: UnsafeMutableRawPointer, sizeClass: Int, isLocked: Bool) {
    if isLocked {
      unsafe free[sizeClass].append(slot)
    } else {
      unsafe spilled[sizeClass].append(slot)
    }
  }

  /// Reduces `lockedBytes` by the size of pages that `take` has returned, if the pages are locked.
  ///
  /// The caller must wipe the pages before the call, and unmap them after it.
  mutating func putBack(_ pages: LockedPages) {
    if pages.isLocked { lockedBytes -= pages.byteCount }
  }

  /// Maps the first region and cuts it into 383 slots of 64 bytes, 64 of 256 and 6 of 4096 bytes.
  ///
  /// The first 64 bytes of the region contain the value that detects a fork.
  private mutating func start() {
    started = true
    guard let region = LockedPages(byteCount: Self.regionSize, marks: marks) else {
      recorded.formUnion([.swappable, .dumpable, .inherited])
      return
    }
    recorded.formUnion(region.weakness)
    unsafe region.base.storeBytes(of: Self.alive, as: UInt64.self)
    regions.append(region)
    lockedBytes += region.byteCount
    unsafe Self.cut(region, 64..<(24 * 1024), sizeClass: 0, into: &free)
    unsafe Self.cut(region, (24 * 1024)..<(40 * 1024), sizeClass: 1, into: &free)
    unsafe Self.cut(region, (40 * 1024)..<(64 * 1024), sizeClass: 2, into: &free)
  }

  /// Adds a locked region that is cut into slots of one size, if the limit of locked memory and the
  /// system allow it.
  ///
  /// - Parameter sizeClass: the index of the slot size (64, 256 or 4096 bytes).
  private mutating func grow(_ sizeClass: Int) {
    guard !isFull else { return }
    guard let region = lockablePages(Self.regionSize) else {
      isFull = true
      return
    }
    regions.append(region)
    lockedBytes += region.byteCount
    unsafe Self.cut(region, 0..<Self.regionSize, sizeClass: sizeClass, into: &free)
  }

  private static func cut(
    _ region: LockedPages, _ range: Range<Int>, sizeClass: Int,
    into free: inout [[UnsafeMutableRawPointer]]
  ) {
    let size = slotSizes[sizeClass]
    // Backwards, so that slots are taken from the low end first.
    for offset in stride(from: range.upperBound - size, through: range.lowerBound, by: -size) {
      unsafe free[sizeClass].append(region.base.advanced(by: offset))
    }
  }

  private mutating func ownPages(
    _ count: Int
  ) -> (base: UnsafeMutableRawPointer, origin: SecretArena.Origin)? {
    if let pages = lockablePages(count) {
      lockedBytes += pages.byteCount
      return unsafe (pages.base, .pages(pages))
    }
    recorded.insert(.spilled)
    guard let pages = hiddenPages(count) else { return nil }
    return unsafe (pages.base, .pages(pages))
  }

  /// Maps pages that are kept out of core dumps and forked children, but may be written to swap.
  ///
  /// Returns nil if the system has no memory.
  private mutating func hiddenPages(_ count: Int) -> LockedPages? {
    let pages = LockedPages(byteCount: count, locked: false, marks: marks)
    recorded.formUnion(pages?.weakness ?? [.dumpable, .inherited])
    return pages
  }

  private mutating func lockablePages(_ count: Int) -> LockedPages? {
    guard count <= SecretArena.largestLocked - lockedBytes else { return nil }
    guard let pages = LockedPages(byteCount: count, marks: marks) else { return nil }
    if !pages.isLocked { recorded.insert(.swappable) }
    guard lockedBytes + pages.byteCount <= SecretArena.largestLocked, pages.isLocked else {
      pages.unmap()
      return nil
    }
    return pages
  }

  private mutating func relockAfterFork() {
    guard let first = regions.first, !recorded.contains(.inherited),
      unsafe first.base.load(as: UInt64.self) != Self.alive
    else { return }
    unsafe first.base.storeBytes(of: Self.alive, as: UInt64.self)
    for region in regions where region.isLocked {
      if !region.relock(marks: marks) { recorded.insert(.swappable) }
    }
  }
}
