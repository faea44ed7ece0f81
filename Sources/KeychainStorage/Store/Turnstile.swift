// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Lets one thread at a time to the writing connection, for as long as a transaction takes.
///
/// Unlike a `Lock` it is held while the engine works, and waiting for it ends at a limit.
@safe
final class Turnstile: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let free: UnsafeMutablePointer<pthread_cond_t>
  private var isTaken = false

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe free = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(free, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(free)
    unsafe pthread_mutex_destroy(mutex)
    unsafe free.deallocate()
    unsafe mutex.deallocate()
  }

  /// Takes the turn; false when it was not free within so many milliseconds.
  func enter(within milliseconds: Int) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    guard isTaken else {
      isTaken = true
      return true
    }
    var deadline = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_sec += milliseconds / 1_000
    deadline.tv_nsec += milliseconds % 1_000 * 1_000_000
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_sec += 1
      deadline.tv_nsec -= 1_000_000_000
    }
    while isTaken {
      if unsafe pthread_cond_timedwait(free, mutex, &deadline) == ETIMEDOUT { break }
    }
    if isTaken { return false }
    isTaken = true
    return true
  }

  /// Gives the turn to whoever waits.
  func leave() {
    unsafe pthread_mutex_lock(mutex)
    isTaken = false
    unsafe pthread_cond_signal(free)
    unsafe pthread_mutex_unlock(mutex)
  }
}
