// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Hands out the memory of `SecretBytes`.
///
/// Secrets of up to 64, 256 and 4096 bytes live in slots of a locked region of 64 kB (an older
/// system's whole allowance, and enough for some four hundred keys), which grows by regions of one
/// slot size. Larger ones have pages of their own. Everything locked together stays within 1 MiB;
/// beyond that, and where the system refuses, memory comes from the heap. It is wiped before it is
/// given back in every case. What was not granted is recorded (`weakness`), never silently missing.
///
/// In a forked child all locked memory reads zero, and allocation goes on working there.
@safe
package final class SecretArena: @unchecked Sendable {
  /// The process's one arena.
  package static let shared: SecretArena = {
    let arena = SecretArena()
    pthread_atfork(
      { unsafe pthread_mutex_lock(SecretArena.shared.mutex) },
      { unsafe pthread_mutex_unlock(SecretArena.shared.mutex) },
      { unsafe pthread_mutex_unlock(SecretArena.shared.mutex) })
    return arena
  }()

  /// Where a piece of memory came from and must go back to.
  package enum Origin {
    case slot(sizeClass: Int)
    case pages(LockedPages)
    case heap
  }

  static let slotSizes = [64, 256, 4096]
  static let regionSize = 64 * 1024
  package static let largestLocked = 1024 * 1024
  /// The word at the start of the first region that a forked child finds wiped.
  private static let alive: UInt64 = 0x4C41_5443_484B_4559

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let marks: LockedPages.Marks
  private var regions: [LockedPages] = []
  private var free: [[UnsafeMutableRawPointer]] = unsafe [[], [], []]
  private var lockedBytes = 0
  private var recorded: MemoryWeakness = []
  private var started = false

  package init(marks: LockedPages.Marks = LockedPages.Marks()) {
    // Not error-checking: the child's handler unlocks what another thread identity has locked.
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    self.marks = marks
  }

  deinit {
    for region in regions { region.unmap() }
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// What the system has refused so far.
  package var weakness: MemoryWeakness {
    locked { recorded }
  }

  /// `count` zero bytes.
  package func allocate(_ count: Int) -> (base: UnsafeMutableRawPointer, origin: Origin) {
    if let found = unsafe locked({ unsafe lockedMemory(count) }) { return unsafe found }
    let base = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
    unsafe explicit_bzero(base, count)
    return unsafe (base, .heap)
  }

  /// Wipes `count` bytes at `base` and takes the memory back.
  package func release(_ base: UnsafeMutableRawPointer, count: Int, origin: Origin) {
    unsafe explicit_bzero(base, count)
    switch origin {
    case .slot(let sizeClass):
      locked { unsafe free[sizeClass].append(base) }
    case .pages(let pages):
      locked { lockedBytes -= pages.byteCount }
      pages.unmap()
    case .heap:
      unsafe base.deallocate()
    }
  }

  private func locked<R>(_ body: () -> R) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  private func lockedMemory(
    _ count: Int
  ) -> (base: UnsafeMutableRawPointer, origin: Origin)? {
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
  private func start() {
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
  private func grow(_ sizeClass: Int) {
    guard let region = lockablePages(Self.regionSize) else { return }
    keep(region)
    cut(region, 0..<Self.regionSize, sizeClass: sizeClass)
  }

  private func keep(_ region: LockedPages) {
    regions.append(region)
    lockedBytes += region.byteCount
  }

  private func cut(_ region: LockedPages, _ range: Range<Int>, sizeClass: Int) {
    let size = Self.slotSizes[sizeClass]
    // Backwards, so that slots are taken from the low end first.
    for offset in stride(from: range.upperBound - size, through: range.lowerBound, by: -size) {
      unsafe free[sizeClass].append(region.base.advanced(by: offset))
    }
  }

  private func ownPages(_ count: Int) -> (base: UnsafeMutableRawPointer, origin: Origin)? {
    guard let pages = lockablePages(count) else {
      recorded.insert(.spilled)
      return nil
    }
    lockedBytes += pages.byteCount
    return unsafe (pages.base, .pages(pages))
  }

  private func lockablePages(_ count: Int) -> LockedPages? {
    guard count <= Self.largestLocked - lockedBytes else { return nil }
    guard let pages = LockedPages(byteCount: count, marks: marks) else { return nil }
    guard lockedBytes + pages.byteCount <= Self.largestLocked,
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
