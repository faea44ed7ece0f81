// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// Follows the user's sessions and says when a store is to be locked (spec/access-control.md 3.2).
///
/// A helper process listens to the buses; where it ends, because a bus is lost or for another
/// reason, it is started again after a while that grows.
package struct SessionFollower {
  /// What of it there is to do.
  package enum Event: Hashable, Sendable {
    case action(SessionLocks.Action)
    /// All that is there at first has been told.
    case following
    /// Neither the machine's bus nor the session's is there: nothing is heard for a while.
    case unreachable
    /// The helper has ended, or was silent for too long, before it followed anything.
    case helperEnded
    /// A finger was enrolled: what was bound to the fingers of before is not any more.
    case fingerEnrolled
  }

  /// Milliseconds until the helper is started again.
  private static let pauses = 1_000...30_000

  private let helper: HelperProgram
  private let patience: Int64
  private let longestStart: Int

  /// - Parameters:
  ///   - helper: which is told this process's session bus and session.
  ///   - patience: milliseconds that a lost source's *unlocked* is believed.
  ///   - longestStart: milliseconds after which a helper is ended that does not follow yet.
  package init(_ helper: HelperProgram, patience: Int64 = 60_000, longestStart: Int = 60_000) {
    self.helper = helper.inOwnSession
    self.patience = patience
    self.longestStart = longestStart
  }

  /// Follows until it is cancelled; blocks its thread.
  ///
  /// - Parameter handle: does what there is to do. The machine sleeps when it has returned.
  package func run(cancellation: Cancellation, _ handle: (Event) -> Void) {
    var locks = SessionLocks(patience: patience)
    var pause = Self.pauses.lowerBound
    while !cancellation.isCancelled {
      listen(&locks, &pause, cancellation, handle)
      act(locks.loseConnection(at: Self.now), handle)
      let end = Deadline(milliseconds: pause)
      pause = min(pause * 2, Self.pauses.upperBound)
      rest(&locks, until: end, cancellation, handle)
    }
  }

  /// Hears one helper to its end.
  private func listen(
    _ locks: inout SessionLocks, _ pause: inout Int, _ cancellation: Cancellation,
    _ handle: (Event) -> Void
  ) {
    var (state, isComplete) = (locks, false)
    defer { locks = state }
    let start = Deadline(milliseconds: longestStart)
    let hasBus = helper.followSessions(
      cancellation: cancellation,
      wake: { Self.wake(state, before: isComplete ? .never : start) }
    ) { report in
      guard let report else {
        act(state.passTime(at: Self.now), handle)
        return isComplete || !start.isPast
      }
      act(state.take(report, at: Self.now), handle)
      switch report {
      case .complete:
        isComplete = true
        handle(.following)
      case .fingerEnrolled: handle(.fingerEnrolled)
      default: break
      }
      return true
    }
    if !hasBus {
      handle(.unreachable)
    } else if !isComplete, !cancellation.isCancelled {
      handle(.helperEnded)
    }
    if isComplete { pause = Self.pauses.lowerBound }
  }

  /// Waits, with an eye on what time changes.
  private func rest(
    _ locks: inout SessionLocks, until end: Deadline, _ cancellation: Cancellation,
    _ handle: (Event) -> Void
  ) {
    while !end.isPast, !cancellation.isCancelled {
      let waiting = Waiting(
        deadline: Self.wake(locks, before: end), cancellation: cancellation)
      _ = try? waiting.forInput()
      act(locks.passTime(at: Self.now), handle)
    }
  }

  private func act(_ action: SessionLocks.Action, _ handle: (Event) -> Void) {
    if action != .nothing { handle(.action(action)) }
  }

  /// Sleep counts: what was lost before it is lost as long after it.
  private static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static func wake(_ locks: SessionLocks, before end: Deadline) -> Deadline {
    guard let next = locks.nextChange(after: now) else { return end }
    let deadline = Deadline(milliseconds: Int(next - now) + 1)
    return deadline.moment < end.moment ? deadline : end
  }
}
