// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// The queue of writers in this process, in the order in which they arrive.
///
/// The first writer leads: it uses the writing connection, runs its changes and those of the
/// writers behind it, and commits them together. Therefore one sync is enough for many threads.
///
/// The queue does not use a `Lock` for the turns of the writers, for two reasons. A writer keeps
/// its turn while the engine works, which may take long. A writer waits for its turn only until a
/// deadline, but a `Lock` has no deadline.
@safe
final class WriterQueue: @unchecked Sendable {
  /// The maximum number of writers in one transaction.
  ///
  /// The number is limited because other processes wait for SQLite's lock during the transaction.
  static let mostJoined = 64
  /// The longest time in nanoseconds that the leader (the writer that runs the transaction) waits
  /// for further writers to arrive.
  static let longestPatience: Int64 = 5_000_000

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let joiningLimit: Int
  private var waiting: [PendingWrite] = []
  private var leader: PendingWrite?
  /// The number of writers that shared the last commit.
  ///
  /// The leader (the writer that runs the transaction) expects as many writers for the next commit.
  private var expected = 1
  /// The duration of the last shared commit in nanoseconds, or 0 if the last writers shared no
  /// commit.
  private var lastCommit: Int64 = 0
  /// The write number (number of the change) that the last writer in the queue will probably use.
  ///
  /// The number is right if each writer uses one number and no other process writes. Changes that
  /// were prepared with the right number need less work while SQLite's lock is held.
  private var promised: Int64 = 0

  /// Creates a queue without writers.
  ///
  /// - Parameter joiningLimit: The time in milliseconds after the start of a transaction during
  ///   which further writers may join it.
  init(joiningLimit: Int) {
    self.joiningLimit = joiningLimit
    unsafe mutex = .allocate(capacity: 1)
    // Threads that wake together hold the mutex only briefly. A few tries cost less than a sleep.
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ADAPTIVE_NP))
    unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// The result of waiting in the queue.
  enum Entrance {
    /// The writer now leads the queue, and must call `leave` when it is done.
    case leads
    /// Another writer has run the changes of this writer, and the outcome is known.
    case answered
    /// The deadline of the writer passed before it could lead or join.
    ///
    /// Its changes were not run.
    case tooLate
  }

  /// Puts a writer into the queue, and waits until it leads, or until another writer has run its
  /// changes.
  ///
  /// The wait ends at the deadline, unless the leader (the writer that runs the transaction) is
  /// already running the changes of this writer.
  func enter(_ write: PendingWrite, until deadline: MonotonicTime) -> Entrance {
    let entrance = stand(write, until: deadline)
    write.wakeFollowers()
    return entrance
  }

  private func stand(_ write: PendingWrite, until deadline: MonotonicTime) -> Entrance {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    promised += 1
    guard leader != nil else {
      leader = write
      write.state = .leading
      return .leads
    }
    waiting.append(write)
    prepare(write, promised)
    leader?.wake()
    while true {
      switch write.state {
      case .leading: return .leads
      case .answered: return .answered
      case .preparing, .joined: _ = unsafe write.sleep(mutex, until: nil)
      case .waiting:
        guard unsafe !write.sleep(mutex, until: deadline), write.state == .waiting else { continue }
        waiting.removeAll { $0 === write }
        return .tooLate
      }
    }
  }

  /// Lets a writer prepare its changes, on its own thread, while it waits in the queue.
  ///
  /// - Parameter number: The write number (number of the change) that the changes will probably
  ///   get.
  private func prepare(_ write: PendingWrite, _ number: Int64) {
    guard let prepare = write.prepare else { return }
    write.state = .preparing
    unsafe pthread_mutex_unlock(mutex)
    prepare(number)
    unsafe pthread_mutex_lock(mutex)
    // The writer may have got the turn meanwhile.
    if write.state == .preparing { write.state = .waiting }
  }

  /// Returns the next writer that joins the transaction of the leader, or nil to commit now.
  ///
  /// The leader is the writer whose thread runs the transaction. If several writers shared the last
  /// commit, they will probably arrive again. The leader then waits for them, at most half as long
  /// as a commit takes. This wait is shorter than a separate commit.
  ///
  /// - Parameters:
  ///   - count: The number of writers that already share the transaction.
  ///   - began: The start of the transaction.
  func next(joining count: Int, openSince began: MonotonicTime) -> PendingWrite? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    guard count < Self.mostJoined else { return nil }
    let end = began.advanced(byMilliseconds: joiningLimit)
    if ready == nil, count < expected {
      let patience = min(lastCommit / 2, Self.longestPatience)
      let deadline = min(end, MonotonicTime.now.advanced(byNanoseconds: patience))
      while ready == nil {
        guard let leader, unsafe leader.sleep(mutex, until: deadline) else { break }
      }
    }
    guard let place = ready, waiting[place].isJoinable, MonotonicTime.now < end else {
      return nil
    }
    waiting[place].state = .joined
    return waiting.remove(at: place)
  }

  /// The number of writers in the queue that are not preparing their changes.
  var readyCount: Int {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return waiting.count { $0.state == .waiting }
  }

  /// The position in `waiting` of the first writer that is not preparing its changes, or nil.
  private var ready: Int? { waiting.firstIndex { $0.state == .waiting } }

  /// Wakes every writer whose changes the leader (the writer that runs the transaction) has run.
  ///
  /// The leader keeps its turn.
  ///
  /// - Parameters:
  ///   - group: The writers whose changes the leader has run, with the leader itself first.
  ///   - commit: The duration of their commit in nanoseconds. Nil if they shared no commit.
  ///   - lastWrite: The write number (number of the change) of the last change in the store, or nil
  ///     if it is unknown.
  func answer(_ group: [PendingWrite], commit: Int64?, lastWrite: Int64?) {
    unsafe pthread_mutex_lock(mutex)
    for write in group { write.state = .answered }
    // Each writer wakes two others, so that the leader need not wake them all.
    for place in 1..<max(group.count, 1) { group[(place - 1) / 2].followers.append(group[place]) }
    expected = commit == nil ? 1 : group.count
    lastCommit = commit ?? 0
    if let lastWrite { promised = lastWrite + Int64(waiting.count) }
    unsafe pthread_mutex_unlock(mutex)
    // The writers are woken only after the unlock, because a woken thread needs the mutex.
    group.first?.wakeFollowers()
  }

  /// Ends the turn of the leader (the writer that runs the transaction), and makes the first writer
  /// in the queue the new leader.
  func leave() {
    unsafe pthread_mutex_lock(mutex)
    let next = waiting.isEmpty ? nil : waiting.removeFirst()
    leader = next
    next?.state = .leading
    unsafe pthread_mutex_unlock(mutex)
    next?.wake()
  }
}
