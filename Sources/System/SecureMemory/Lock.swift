// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// A value that only one thread at a time can touch.
///
/// Over `pthread_mutex_t`, because the thread sanitizer knows it and it costs no further runtime
/// library (DESIGN.md section 9). Not recursive: taking a lock that the same thread holds stops the
/// program with a message. Nothing is called out of the library while a lock is held, and no
/// reference out of `State` may leave the closure.
@safe
package final class Lock<State>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let state: UnsafeMutablePointer<State>

  /// A free lock around `initial`, which nobody else may hold a reference into.
  package init(_ initial: sending State) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: initial)
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
    let status = unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
    precondition(status == 0, "a mutex can be made")
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    unsafe mutex.deallocate()
  }

  /// Waits for the lock, runs `body` on the state and lets go of the lock, also when `body` throws.
  @inlinable
  package func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
    let status = unsafe pthread_mutex_lock(mutex)
    precondition(status == 0, "a lock is not taken twice by one thread")
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&state.pointee)
  }

  /// The same where the lock is free at once; nil, and `body` not run, where it is not.
  @inlinable
  package func withLockIfFree<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R? {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&state.pointee)
  }
}
