// SPDX-License-Identifier: Apache-2.0
import CLatchkey
package import Glibc

/// Keeps calls of Latchkey and fork(2) apart, so that a child inherits no lock that stays locked
/// forever.
///
/// A call of Latchkey is the time from `begin` to `end` on one thread. A fork waits at most two
/// seconds for the calls of other threads, and makes new calls wait during that time. A call may
/// still be running after that, or the thread that forks may itself be inside a call. In both cases
/// the child must not use Latchkey, and `begin` returns false in the child forever
/// (Documentation/Decisions/fork.md). A call costs four atomic instructions.
package enum ForkBarrier {
  /// Begins a call of Latchkey on this thread, which `end` must end.
  ///
  /// Calls may be nested. A fork of another thread waits for the end of the outermost call.
  ///
  /// - Returns: false in a forked child that must not use Latchkey. Then no call was begun, and
  ///   `end` must not be called.
  package static func begin() -> Bool { latchkey_call_begin() == 0 }

  /// Ends the call that `begin` has begun on this thread.
  package static func end() { latchkey_call_end() }

  /// Sleeps outside of calls of Latchkey, so that a waiting fork can proceed: ends this thread's
  /// call, and begins it again after the sleep.
  ///
  /// A long call uses it so that a fork does not wait for the end of the call. In a nested call,
  /// the function only sleeps. The function is written in C, so no Swift code runs while the call
  /// is ended. Swift code could take the runtime's lock for creating types, and a child would
  /// inherit that lock as locked.
  package static func rest(microseconds: UInt32) { latchkey_call_rest(microseconds) }

  /// Runs a body that waits for the user, so that a fork of another thread need not wait too.
  ///
  /// The body must wait in `ForkBarrier.poll`. Each of these waits ends this thread's call of
  /// Latchkey, and begins the call again afterwards. During the waits, the body must hold no lock,
  /// because a child would inherit the lock. Between the waits, the body may hold locks. If calls
  /// are nested on this thread, the waits do not end the call, and forks must wait.
  package static func lettingForksThrough<R>(_ body: () -> R) -> R {
    let before = latchkey_call_lets_forks(1)
    defer { _ = latchkey_call_lets_forks(before) }
    return body()
  }

  /// Waits for descriptors as poll(2) does, and returns its result.
  ///
  /// In the body of `lettingForksThrough`, other threads can fork during the wait.
  package static func poll(_ entries: inout [pollfd], milliseconds: Int32) -> Int32 {
    unsafe latchkey_call_poll(&entries, UInt32(entries.count), milliseconds)
  }

  /// The number of forks between the process in which the program was started and this process.
  package static var generation: UInt32 { latchkey_fork_generation() }

  /// Registers the function that runs first in each forked child that may use Latchkey.
  ///
  /// A later registration replaces the function. The function must take no lock and allocate
  /// nothing.
  package static func runInChildren(_ body: @escaping @convention(c) () -> Void) {
    latchkey_in_forked_child(body)
  }
}
