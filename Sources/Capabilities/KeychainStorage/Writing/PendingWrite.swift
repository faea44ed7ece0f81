// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// The changes of one writer in the queue, from its call until its commit.
///
/// The thread of that writer sleeps meanwhile. Another writer of this process may run the changes.
/// The mutex of the queue guards `state` and the outcome.
///
/// Changes are called refused if the function that makes them returns false. They are then undone.
@safe
final class PendingWrite: @unchecked Sendable {
  /// The progress of a writer in the queue.
  enum State {
    /// The writer is in the queue, and its thread prepares the changes.
    ///
    /// The thread assumes a write number (number of the change) that the changes will probably get.
    case preparing
    /// The writer is in the queue, and stops waiting at its deadline.
    case waiting
    /// The writer leads the queue: it runs its changes and then those of other writers.
    case leading
    /// Another writer runs the changes of this writer, so this writer can no longer stop waiting.
    case joined
    /// The writer is done: its changes are committed, were undone because `changes` returned false,
    /// or failed with the error in `failure`.
    case answered
  }

  private let changes: ((WriteTransaction) -> Bool)?
  /// True if `changes`, when it returns false, has normally changed no row.
  ///
  /// Then no savepoint is needed to undo these changes alone.
  let refusesFirst: Bool
  /// A function that prepares the changes before they run.
  ///
  /// Its argument is the write number (number of the change) that they will probably get. Nil if
  /// the changes need no preparation.
  let prepare: ((Int64) -> Void)?
  var state = State.waiting
  /// The writers that the thread of this writer wakes when this writer is done: at most two.
  ///
  /// These writers are done too, because their changes ran in one transaction with the changes of
  /// this writer. A transaction can have more writers: each woken writer wakes further writers.
  var followers: [PendingWrite] = []
  /// The error because of which the changes were not run or are not durable.
  ///
  /// Nil if the changes are durable, or if `changes` returned false and they were undone.
  var failure: StorageError?
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// Creates a writer that is to be put into the queue.
  ///
  /// - Parameter changes: Makes the changes in a transaction. Returns false to have them undone.
  ///   Nil if the writer needs the connection exclusively.
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

  /// True if another writer can run the changes of this writer in its transaction.
  var isJoinable: Bool { changes != nil }

  /// Runs the changes of this writer in a transaction, and returns true.
  ///
  /// Returns false if the caller must undo the changes.
  func run(in transaction: WriteTransaction) -> Bool { changes?(transaction) ?? false }

  /// Makes the thread of this writer sleep until another thread wakes it.
  ///
  /// Returns false if the deadline has passed. Without a deadline, the thread sleeps as long as
  /// necessary.
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

  /// Wakes the threads of the writers in `followers`, and empties the list.
  func wakeFollowers() {
    for follower in followers { follower.wake() }
    followers = []
  }

  func wake() { unsafe pthread_cond_signal(condition) }
}
