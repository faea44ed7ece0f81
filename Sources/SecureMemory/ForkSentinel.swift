// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Tells an object that it is in a forked child, where it must not touch inherited handles.
///
/// A word in a page that the kernel wipes in a child: one load to ask, and it sees every kind of
/// fork that copies memory (spec/system-libraries.md 20). Where the kernel cannot wipe, the process
/// identifier is compared instead.
@safe
package final class ForkSentinel: @unchecked Sendable {
  private static let alive: UInt64 = 1

  private let page: UnsafeMutableRawPointer?
  private let owner = getpid()

  /// A sentinel of the process that makes it.
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

  /// Whether this process is a child of the one that made the sentinel.
  package var hasForked: Bool {
    guard let page = unsafe page else { return getpid() != owner }
    return unsafe page.load(as: UInt64.self) != Self.alive
  }
}
