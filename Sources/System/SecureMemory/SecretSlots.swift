// SPDX-License-Identifier: Apache-2.0

/// The regions of an arena and their free slots; its owner holds a mutex around every use.
@safe
struct SecretSlots {
  static let slotSizes = [64, 256, 4096]
  static let regionSize = 64 * 1024
  /// The word at the start of the first region that a forked child finds wiped.
  private static let alive: UInt64 = 0x4C41_5443_484B_4559

  /// Free slots in locked memory, by size.
  private var free: [[UnsafeMutableRawPointer]] = unsafe [[], [], []]
  /// Free slots in memory that is hidden as well, but may go to swap.
  private var spilled: [[UnsafeMutableRawPointer]] = unsafe [[], [], []]
  /// What is mapped and locked now.
  var lockedBytes = 0
  /// What the system has refused so far.
  private(set) var recorded: MemoryWeakness = []
  private let marks: LockedPages.Marks
  private var regions: [LockedPages] = []
  private var started = false
  /// The limit was reached or the system refused to lock more: it is not asked again and again.
  private var isFull = false

  init(marks: LockedPages.Marks) { self.marks = marks }

  /// Gives all regions back.
  func unmap() {
    for region in regions { region.unmap() }
  }

  /// Hidden memory for `count` bytes, locked if possible; nil if the system has none.
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

  /// Takes back a slot that `take` gave and its owner has wiped.
  mutating func putBack(_ slot: UnsafeMutableRawPointer, sizeClass: Int, isLocked: Bool) {
    if isLocked {
      unsafe free[sizeClass].append(slot)
    } else {
      unsafe spilled[sizeClass].append(slot)
    }
  }

  /// Takes back pages that `take` gave and its owner has wiped.
  mutating func putBack(_ pages: LockedPages) {
    if pages.isLocked { lockedBytes -= pages.byteCount }
  }

  /// The first region, cut into 383 + 64 + 6 slots; its first 64 bytes hold the fork word.
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

  /// One more region for a slot size, unless the limit is reached or it could not be locked.
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

  /// Pages that no core dump and no child has, and that may go to swap.
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
