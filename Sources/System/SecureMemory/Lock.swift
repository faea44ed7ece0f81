// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// A value that only one thread at a time can access.
///
/// The lock is a `pthread_mutex_t`, because the thread sanitizer knows it and it needs no further
/// runtime library (Specification/design.md, "Errors, concurrency, logs"). The lock is not
/// recursive: if a thread takes a lock that it has taken already, the program stops with a message.
///
/// While a lock is taken, no code outside of Latchkey may be called. A closure that `withLock` runs
/// must not pass references to objects of `State` to code outside of the closure.
@safe
package final class Lock<State>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let state: UnsafeMutablePointer<State>

  /// Creates a lock that protects the value `initial`; no thread has taken the new lock.
  ///
  /// No other code may keep references to objects in `initial`.
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

  /// Waits for the lock, runs `body` on the state and releases the lock, even if `body` throws.
  @inlinable
  package func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
    let status = unsafe pthread_mutex_lock(mutex)
    precondition(status == 0, "a lock is not taken twice by one thread")
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&state.pointee)
  }

  /// Runs `body` on the state if no other thread has the lock.
  ///
  /// Returns nil, without running `body`, if another thread has it.
  @inlinable
  package func withLockIfFree<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R? {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&state.pointee)
  }
}
