// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// The line of this process's writers, first come, first served.
///
/// One of them leads: it has the writing connection, runs its own changes and then those of the
/// writers behind it, and commits once for all. So many threads cost one sync. Unlike a `Lock` the
/// turn is held while the engine works, and waiting for it ends at a limit.
@safe
final class WriterQueue: @unchecked Sendable {
  /// So many join one transaction at most: other processes want the lock too.
  static let mostJoined = 64
  /// A leader never waits longer than this for writers that do not come, in nanoseconds.
  static let longestPatience: Int64 = 5_000_000

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let joiningLimit: Int
  private var waiting: [PendingWrite] = []
  private var leader: PendingWrite?
  /// How many shared the last commit: so many are likely to come again.
  private var expected = 1
  /// How long the last commit took, in nanoseconds.
  private var lastCommit: Int64 = 0
  /// The write number that the last one in line will get, where each takes one and nobody else
  /// writes: a guess, which spares work under the lock where it comes true.
  private var promised: Int64 = 0

  /// - Parameter joiningLimit: nobody joins a transaction that is open for so many milliseconds.
  init(joiningLimit: Int) {
    self.joiningLimit = joiningLimit
    unsafe mutex = .allocate(capacity: 1)
    // Threads that wake together hold the mutex for moments: a few tries cost less than a sleep.
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

  /// How an entrance ended.
  enum Entrance {
    /// The writer leads, and must `leave`.
    case leads
    /// Another writer has run the changes.
    case answered
    /// The turn did not come in time; nothing was run.
    case tooLate
  }

  /// Waits for the turn, or for another writer that takes the changes along.
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

  /// Lets a writer use the time that it stands in line.
  private func prepare(_ write: PendingWrite, _ number: Int64) {
    guard let prepare = write.prepare else { return }
    write.state = .preparing
    unsafe pthread_mutex_unlock(mutex)
    prepare(number)
    unsafe pthread_mutex_lock(mutex)
    // Meanwhile it may have got the turn.
    if write.state == .preparing { write.state = .waiting }
  }

  /// The next writer to join a transaction that `count` share by now; nil: commit it.
  ///
  /// Where several shared the last commit they are about to come again: they are waited for, half
  /// as long as a commit takes, which is less than one of their own would cost them.
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

  /// How many writers in line are not busy preparing.
  var readyCount: Int {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return waiting.count { $0.state == .waiting }
  }

  /// The place of the first one in line that is not busy preparing.
  private var ready: Int? { waiting.firstIndex { $0.state == .waiting } }

  /// Answers all whose changes the leader has run; the leader keeps the turn.
  ///
  /// - Parameters:
  ///   - group: the leader's own first, which wakes nobody.
  ///   - commit: how long their commit took, in nanoseconds; nil when they shared none.
  ///   - lastWrite: the store's highest write number, where it is known.
  func answer(_ group: [PendingWrite], commit: Int64?, lastWrite: Int64?) {
    unsafe pthread_mutex_lock(mutex)
    for write in group { write.state = .answered }
    // Each writer wakes two, so that the leader need not wake them all.
    for place in 1..<max(group.count, 1) { group[(place - 1) / 2].followers.append(group[place]) }
    expected = commit == nil ? 1 : group.count
    lastCommit = commit ?? 0
    if let lastWrite { promised = lastWrite + Int64(waiting.count) }
    unsafe pthread_mutex_unlock(mutex)
    // Only now, since whoever wakes needs the mutex.
    group.first?.wakeFollowers()
  }

  /// Gives the turn to whoever is first in line.
  func leave() {
    unsafe pthread_mutex_lock(mutex)
    let next = waiting.isEmpty ? nil : waiting.removeFirst()
    leader = next
    next?.state = .leading
    unsafe pthread_mutex_unlock(mutex)
    next?.wake()
  }
}
