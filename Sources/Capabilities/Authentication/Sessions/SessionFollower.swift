// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// Watches the user's login sessions, and reports when a store must be locked
/// (Specification/access-control.md, "The lock state on Linux").
///
/// The program `latchkey-prompt` listens to the system bus and the session bus. The program ends,
/// for example, when a bus is lost. The follower then starts the program again after a pause, which
/// is longer each time.
package struct SessionFollower {
  /// An event of the user's login sessions, or of the program `latchkey-prompt` that watches them.
  package enum Event: Hashable, Sendable {
    case action(SessionLocks.Action)
    /// All login sessions and their present lock states have been reported; only changes follow.
    case following
    /// Neither the system bus nor the session bus can be reached, so no change is reported until a
    /// retry.
    case unreachable
    /// `latchkey-prompt` ended, or took too long, before it had reported all login sessions and
    /// their lock states.
    case helperEnded
    /// A finger was enrolled, perhaps by another user: fprintd does not say whose finger it is.
    ///
    /// If this user's set of fingers has changed, items that are bound to the earlier set can no
    /// longer be read with a finger.
    case fingerEnrolled
  }

  /// The shortest and longest pause before `latchkey-prompt` is started again, in milliseconds.
  private static let pauses = 1_000...30_000

  private let helper: HelperProgram
  private let patience: Int64
  private let longestStart: Int

  /// Prepares to watch the login sessions of the user who runs this process.
  ///
  /// - Parameters:
  ///   - helper: the program `latchkey-prompt`. The program receives the environment variables that
  ///     name this process's login session and session bus.
  ///   - patience: the milliseconds for which the report that the screen is unlocked stays valid
  ///     after the loss of its source (`LockSource`), such as a screen saver.
  ///   - longestStart: the milliseconds within which the program must report all login sessions and
  ///     their lock states. After that time, the program is ended and started again.
  package init(_ helper: HelperProgram, patience: Int64 = 60_000, longestStart: Int = 60_000) {
    self.helper = helper.inOwnSession
    self.patience = patience
    self.longestStart = longestStart
  }

  /// Watches the login sessions until `cancellation` is cancelled, and blocks the calling thread
  /// until then.
  ///
  /// - Parameter handle: called with each event. If the machine is about to sleep, it sleeps only
  ///   after this closure has returned.
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

  /// Starts `latchkey-prompt`, and handles its reports until it ends.
  ///
  /// Sets `pause` to the shortest pause if all login sessions and their lock states were reported.
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

  /// Waits until `end`, while `latchkey-prompt` is not running.
  ///
  /// During the wait, the last report that the screen is unlocked may become too old. The screen
  /// then counts as locked.
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

  /// The milliseconds since boot, including the time during which the machine slept.
  ///
  /// The time of a sleep counts, so a report of a lost source (`LockSource`) can become too old
  /// while the machine sleeps.
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
