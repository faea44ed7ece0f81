// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Detects whether the process is a forked child, in which inherited handles must not be used.
///
/// The sentinel is a word in a page that the kernel wipes in a child. Reading it is one load, and
/// it detects every kind of fork that copies memory (Specification/system-libraries.md, "fork after
/// use"). If the kernel cannot wipe pages, process ids are compared instead.
@safe
package final class ForkSentinel: @unchecked Sendable {
  private static let alive: UInt64 = 1

  private let page: UnsafeMutableRawPointer?
  private let owner = getpid()

  /// Creates a sentinel for the current process.
  package init() {
    let size = LockedPages.pageSize
    let mapped = unsafe mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      unsafe page = nil
      return
    }
    guard unsafe madvise(mapped, size, MADV_WIPEONFORK) == 0 else {
      unsafe munmap(mapped, size)
      unsafe page = nil
      return
    }
    unsafe mapped.storeBytes(of: Self.alive, as: UInt64.self)
    unsafe page = mapped
  }

  deinit {
    if let page = unsafe page { unsafe munmap(page, LockedPages.pageSize) }
  }

  /// True if this process is a forked child of the process that created the sentinel.
  package var hasForked: Bool {
    guard let page = unsafe page else { return getpid() != owner }
    return unsafe page.load(as: UInt64.self) != Self.alive
  }
}
