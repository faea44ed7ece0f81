// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Pages of anonymous memory that are kept out of swap, core dumps and forked children, as far as
/// the system grants each of the three.
///
/// memfd_secret(2) is not used: its pages can only be shared with a forked child, not wiped there,
/// and while one exists the machine cannot hibernate: Documentation/Decisions/0007-secret-memory.md
/// says more.
@safe
package struct LockedPages {
  /// Asks the system for one of the three marks; false if refused.
  package typealias Mark = @Sendable (UnsafeMutableRawPointer, Int) -> Bool

  /// The three marks; tests replace them by refusals.
  @safe
  package struct Marks: Sendable {
    /// Keeps the pages out of swap.
    package var lock: Mark = { unsafe mlock($0, $1) == 0 }
    /// Keeps the pages out of core dumps.
    package var hideFromDumps: Mark = { unsafe madvise($0, $1, MADV_DONTDUMP) == 0 }
    /// Makes the pages read zero in a forked child.
    package var wipeOnFork: Mark = { unsafe madvise($0, $1, MADV_WIPEONFORK) == 0 }

    /// What the kernel says.
    package init() {}
  }

  static let pageSize = max(Int(sysconf(CInt(_SC_PAGESIZE))), 4096)

  let base: UnsafeMutableRawPointer
  let byteCount: Int
  /// What the system refused; pages that were not to be locked are not *swappable* in this sense.
  let weakness: MemoryWeakness
  package let isLocked: Bool

  /// Maps at least `byteCount` zero bytes; nil if the system has no memory for them.
  init?(byteCount: Int, locked: Bool = true, marks: Marks = Marks()) {
    let pages = (byteCount + Self.pageSize - 1) / Self.pageSize
    let rounded = pages * Self.pageSize
    let mapped = unsafe mmap(
      nil, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { return nil }
    var weakness: MemoryWeakness = []
    let isLocked = unsafe locked && marks.lock(mapped, rounded)
    if locked && !isLocked { weakness.insert(.swappable) }
    if unsafe !marks.hideFromDumps(mapped, rounded) { weakness.insert(.dumpable) }
    if unsafe !marks.wipeOnFork(mapped, rounded) { weakness.insert(.inherited) }
    unsafe base = mapped
    self.byteCount = rounded
    self.weakness = weakness
    self.isLocked = isLocked
  }

  /// Locks the pages again in a forked child, which does not inherit the lock.
  func relock(marks: Marks) -> Bool {
    unsafe marks.lock(base, byteCount)
  }

  /// Gives the pages back; they must have been wiped.
  func unmap() {
    unsafe munmap(base, byteCount)
  }
}
