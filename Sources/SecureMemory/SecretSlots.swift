// SPDX-License-Identifier: Apache-2.0

/// The locked regions of an arena and their free slots; its owner holds a mutex around every use.
@safe
struct SecretSlots {
  static let slotSizes = [64, 256, 4096]
  static let regionSize = 64 * 1024
  /// The word at the start of the first region that a forked child finds wiped.
  private static let alive: UInt64 = 0x4C41_5443_484B_4559

  /// Free slots, by size.
  var free: [[UnsafeMutableRawPointer]] = unsafe [[], [], []]
  /// What is mapped and locked now.
  var lockedBytes = 0
  /// What the system has refused so far.
  private(set) var recorded: MemoryWeakness = []
  private let marks: LockedPages.Marks
  private var regions: [LockedPages] = []
  private var started = false

  init(marks: LockedPages.Marks) { self.marks = marks }

  /// Gives all regions back.
  func unmap() {
    for region in regions { region.unmap() }
  }

  /// Locked memory for `count` bytes, or nil if there is no more.
  mutating func take(
    _ count: Int
  ) -> (base: UnsafeMutableRawPointer, origin: SecretArena.Origin)? {
    if !started { start() }
    relockAfterFork()
    guard let sizeClass = Self.slotSizes.firstIndex(where: { count <= $0 }) else {
      return unsafe ownPages(count)
    }
    if unsafe free[sizeClass].isEmpty { grow(sizeClass) }
    guard let slot = unsafe free[sizeClass].popLast() else {
      recorded.insert(.spilled)
      return nil
    }
    return unsafe (slot, .slot(sizeClass: sizeClass))
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
    keep(region)
    cut(region, 64..<(24 * 1024), sizeClass: 0)
    cut(region, (24 * 1024)..<(40 * 1024), sizeClass: 1)
    cut(region, (40 * 1024)..<(64 * 1024), sizeClass: 2)
  }

  /// One more region for a slot size, unless the limit is reached or it could not be locked.
  private mutating func grow(_ sizeClass: Int) {
    guard let region = lockablePages(Self.regionSize) else { return }
    keep(region)
    cut(region, 0..<Self.regionSize, sizeClass: sizeClass)
  }

  private mutating func keep(_ region: LockedPages) {
    regions.append(region)
    lockedBytes += region.byteCount
  }

  private mutating func cut(_ region: LockedPages, _ range: Range<Int>, sizeClass: Int) {
    let size = Self.slotSizes[sizeClass]
    // Backwards, so that slots are taken from the low end first.
    for offset in stride(from: range.upperBound - size, through: range.lowerBound, by: -size) {
      unsafe free[sizeClass].append(region.base.advanced(by: offset))
    }
  }

  private mutating func ownPages(
    _ count: Int
  ) -> (base: UnsafeMutableRawPointer, origin: SecretArena.Origin)? {
    guard let pages = lockablePages(count) else {
      recorded.insert(.spilled)
      return nil
    }
    lockedBytes += pages.byteCount
    return unsafe (pages.base, .pages(pages))
  }

  private func lockablePages(_ count: Int) -> LockedPages? {
    guard count <= SecretArena.largestLocked - lockedBytes else { return nil }
    guard let pages = LockedPages(byteCount: count, marks: marks) else { return nil }
    guard lockedBytes + pages.byteCount <= SecretArena.largestLocked,
      !pages.weakness.contains(.swappable)
    else {
      pages.unmap()
      return nil
    }
    return pages
  }

  private func relockAfterFork() {
    guard let first = regions.first, !recorded.contains(.inherited),
      unsafe first.base.load(as: UInt64.self) != Self.alive
    else { return }
    unsafe first.base.storeBytes(of: Self.alive, as: UInt64.self)
    for region in regions { region.relock(marks: marks) }
  }
}
