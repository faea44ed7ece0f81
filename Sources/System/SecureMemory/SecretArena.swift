// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Allocates the memory of `SecretBytes`.
///
/// A secret of at most 4096 bytes is stored in a slot of 64, 256 or 4096 bytes. The first slots are
/// in a locked region of 64 kB. That is all the locked memory that an older system allows, and
/// enough for some four hundred keys. If a size has no free slot, a further region is added with
/// slots of this size. Larger secrets have pages of their own.
///
/// All locked memory together is at most 1 MiB. Beyond that, or if the system refuses to lock
/// memory, secrets are in memory that may be swapped. Even that memory is kept out of core dumps
/// and forked children. Only if no page is available, malloc(3) gives memory without protection.
/// `release` always wipes the memory of a secret before it frees the memory. A refused protection
/// is never an error, but is recorded in `weakness`.
///
/// In a forked child all locked memory reads as zeros, and allocation continues to work.
@safe
package final class SecretArena: @unchecked Sendable {
  /// The arena that the whole process shares.
  package static let shared: SecretArena = {
    let arena = SecretArena()
    // Registered with the barrier instead of a fork handler: a fork waits for calls, which need the
    // arena.
    unsafe latchkey_fork_takes(arena.mutex)
    return arena
  }()

  /// The source of allocated memory, to which the memory must be returned.
  package enum Origin {
    case slot(sizeClass: Int, isLocked: Bool)
    case pages(LockedPages)
    /// Memory from malloc(3), because no page was available.
    case heap
  }

  /// The largest size of all locked memory together, in bytes.
  package static let largestLocked = 1024 * 1024

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// The memory regions of the arena, and their free slots (pieces of memory for one secret).
  ///
  /// The value is behind a pointer, since Swift would check each access to a stored property at run
  /// time.
  private let slots: UnsafeMutablePointer<SecretSlots>

  package init(marks: LockedPages.Marks = LockedPages.Marks()) {
    // A normal mutex without error checks: the handler in a child unlocks a mutex of another thread
    // id.
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe slots = .allocate(capacity: 1)
    unsafe slots.initialize(to: SecretSlots(marks: marks))
  }

  deinit {
    unsafe slots.pointee.unmap()
    unsafe slots.deinitialize(count: 1)
    unsafe slots.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// The protections of memory that the system has refused so far.
  package var weakness: MemoryWeakness {
    locked { unsafe slots.pointee.recorded }
  }

  /// Allocates `count` zeroed bytes.
  package func allocate(_ count: Int) -> (base: UnsafeMutableRawPointer, origin: Origin) {
    if let found = unsafe locked({ unsafe slots.pointee.take(count) }) { return unsafe found }
    let base = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
    unsafe explicit_bzero(base, count)
    return unsafe (base, .heap)
  }

  /// Wipes `count` bytes at `base` and returns the memory to the arena.
  package func release(_ base: UnsafeMutableRawPointer, count: Int, origin: Origin) {
    unsafe explicit_bzero(base, count)
    switch origin {
    case .slot(let sizeClass, let isLocked):
      locked {
        unsafe slots.pointee.putBack(base, sizeClass: sizeClass, isLocked: isLocked)
      }
    case .pages(let pages):
      locked { unsafe slots.pointee.putBack(pages) }
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
}
