// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Keeps calls and fork(2) apart, so that a forked child inherits no lock that nobody gives back.
///
/// A fork waits for the calls that other threads are in the middle of, at most two seconds, and
/// holds new ones off meanwhile. Where that was not enough, or the forking thread is in a call
/// itself, nothing of the library may be used in the child, and `begin` says so there for ever
/// (Documentation/Decisions/fork.md). A call costs four atomic instructions.
package enum ForkBarrier {
  /// Begins a call of this thread, which `end` must end; calls may be nested.
  ///
  /// - Returns: false, and nothing has begun, in a child that must keep away.
  package static func begin() -> Bool { latchkey_call_begin() == 0 }

  /// Ends a call that began.
  package static func end() { latchkey_call_end() }

  /// Ends the call of this thread, sleeps and begins it again; in a nested call it only sleeps.
  ///
  /// So a fork need not wait for the end of a long call. No line of Swift runs between: its runtime
  /// makes types at their first use, under a lock that a child would inherit.
  package static func rest(microseconds: UInt32) { latchkey_call_rest(microseconds) }

  /// How many forks lie between this process and the one that started the program.
  package static var generation: UInt32 { latchkey_fork_generation() }

  /// Names the function to run in each forked child that can go on, before anything else there.
  ///
  /// The last one named counts. It takes no lock and allocates nothing.
  package static func runInChildren(_ body: @escaping @convention(c) () -> Void) {
    latchkey_in_forked_child(body)
  }
}

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
