// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Hands out the memory of `SecretBytes`.
///
/// Secrets of up to 64, 256 and 4096 bytes live in slots of a locked region of 64 kB (an older
/// system's whole allowance, and enough for some four hundred keys), which grows by regions of one
/// slot size. Larger ones have pages of their own. Everything locked together stays within 1 MiB;
/// beyond that, and where the system refuses to lock, secrets live in memory that core dumps and
/// forked children do not have either, but swap may. All of it is wiped before it is given back.
/// What was not granted is recorded (`weakness`), never silently missing, and never an error.
///
/// In a forked child all locked memory reads zero, and allocation goes on working there.
@safe
package final class SecretArena: @unchecked Sendable {
  /// The process's one arena.
  package static let shared: SecretArena = {
    let arena = SecretArena()
    // With the barrier, not a handler of its own: a fork waits for calls, and these need the arena.
    unsafe latchkey_fork_takes(arena.mutex)
    return arena
  }()

  /// Where a piece of memory came from and must go back to.
  package enum Origin {
    case slot(sizeClass: Int, isLocked: Bool)
    case pages(LockedPages)
    /// No page was to be had: whatever malloc(3) still finds.
    case heap
  }

  /// All locked memory together stays within this many bytes.
  package static let largestLocked = 1024 * 1024

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Behind a pointer, since a stored property would cost a dynamic check at each access.
  private let slots: UnsafeMutablePointer<SecretSlots>

  package init(marks: LockedPages.Marks = LockedPages.Marks()) {
    // Not error-checking: the child's handler unlocks what another thread identity has locked.
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

  /// What the system has refused so far.
  package var weakness: MemoryWeakness {
    locked { unsafe slots.pointee.recorded }
  }

  /// `count` zero bytes.
  package func allocate(_ count: Int) -> (base: UnsafeMutableRawPointer, origin: Origin) {
    if let found = unsafe locked({ unsafe slots.pointee.take(count) }) { return unsafe found }
    let base = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
    unsafe explicit_bzero(base, count)
    return unsafe (base, .heap)
  }

  /// Wipes `count` bytes at `base` and takes the memory back.
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
