// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// Changes of one writer, while they wait, join a transaction, and wait for its commit.
///
/// The thread that brought them sleeps meanwhile; another writer of this process may run them.
/// State and answer are guarded by the queue's mutex.
@safe
final class PendingWrite: @unchecked Sendable {
  /// How far a write has come.
  enum State {
    /// In line, while its own thread makes what it can for the write number it is likely to get.
    case preparing
    /// In line, and free to give up.
    case waiting
    /// Its writer has the turn: it runs its own changes, and those of others after them.
    case leading
    /// Another writer runs the changes; there is no giving up any more.
    case joined
    /// It is over.
    case answered
  }

  private let changes: ((WriteTransaction) -> Bool)?
  /// Whether the changes are refused, if they are, before the first of them is made.
  let refusesFirst: Bool
  /// Makes ready for a write number, before the changes run.
  let prepare: ((Int64) -> Void)?
  var state = State.waiting
  /// Writers of the same commit that this one wakes once it is answered.
  var followers: [PendingWrite] = []
  /// Why the transaction of the changes is not durable, or was never begun; nil when it is.
  var failure: StorageError?
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// - Parameter changes: false when they are refused and have to be undone; nil for a writer that
  ///   wants the connection to itself.
  init(
    prepare: ((Int64) -> Void)? = nil, refusesFirst: Bool = false,
    _ changes: ((WriteTransaction) -> Bool)?
  ) {
    self.prepare = prepare
    self.refusesFirst = refusesFirst
    self.changes = changes
    unsafe condition = .allocate(capacity: 1)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
  }

  /// Whether another writer can take the changes along.
  var isJoinable: Bool { changes != nil }

  /// Makes the changes; false when they are refused and have to be undone.
  func run(in transaction: WriteTransaction) -> Bool { changes?(transaction) ?? false }

  /// Sleeps until somebody wakes this writer or the time has come; false when it has.
  @unsafe
  func sleep(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, until deadline: MonotonicTime?)
    -> Bool
  {
    guard let deadline else {
      unsafe pthread_cond_wait(condition, mutex)
      return true
    }
    var time = deadline.timespec
    return unsafe pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
  }

  /// Wakes the followers, once.
  func wakeFollowers() {
    for follower in followers { follower.wake() }
    followers = []
  }

  func wake() { unsafe pthread_cond_signal(condition) }
}
