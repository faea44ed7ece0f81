// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Pages of anonymous memory that are kept out of swap, core dumps and forked children.
///
/// The system may refuse any of these three protections.
///
/// memfd_secret(2) is not used. A forked child can share pages of memfd_secret, but the kernel
/// cannot wipe them in the child. And while a page of memfd_secret exists, the machine cannot
/// hibernate (Documentation/Decisions/0007-secret-memory.md).
@safe
package struct LockedPages {
  /// A function that asks the system for one protection of pages, for example to keep them out of
  /// swap.
  ///
  /// The arguments are the address of the pages and their size in bytes. The function returns false
  /// if the system refused.
  package typealias Mark = @Sendable (UnsafeMutableRawPointer, Int) -> Bool

  /// The functions that ask the system for the three protections of pages: out of swap, out of core
  /// dumps, and zeros in forked children.
  ///
  /// Tests replace them with functions that refuse.
  @safe
  package struct Marks: Sendable {
    /// Asks the system to keep the pages out of swap.
    package var lock: Mark = { unsafe mlock($0, $1) == 0 }
    /// Asks the system to keep the pages out of core dumps.
    package var hideFromDumps: Mark = { unsafe madvise($0, $1, MADV_DONTDUMP) == 0 }
    /// Asks the system to let the pages read as zeros in a forked child.
    package var wipeOnFork: Mark = { unsafe madvise($0, $1, MADV_WIPEONFORK) == 0 }

    /// Creates the set of functions that call the kernel, for use outside of tests.
    package init() {}
  }

  static let pageSize = max(Int(sysconf(CInt(_SC_PAGESIZE))), 4096)

  let base: UnsafeMutableRawPointer
  let byteCount: Int
  /// The protections of these pages that the system refused.
  ///
  /// Pages that were created with `locked: false` never have `swappable`, because the system was
  /// not asked to keep them out of swap.
  let weakness: MemoryWeakness
  package let isLocked: Bool

  /// Maps at least `byteCount` zero bytes.
  ///
  /// Nil if the system has no memory for the pages.
  ///
  /// - Parameter locked: true to ask the system to keep the pages out of swap.
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

  /// Locks the pages again in a forked child, because a child does not inherit memory locks.
  ///
  /// Returns false if the system refused.
  func relock(marks: Marks) -> Bool {
    unsafe marks.lock(base, byteCount)
  }

  /// Returns the pages to the system.
  ///
  /// The caller must have wiped their content.
  func unmap() {
    unsafe munmap(base, byteCount)
  }
}
