// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The time since its initialization, by the wall clock or by processor time.
package struct Stopwatch: Sendable {
  package enum Clock: Sendable {
    /// The real time, by CLOCK_MONOTONIC.
    ///
    /// Other work on the machine lengthens it without limit.
    case wall
    /// The processor time of this thread.
    ///
    /// Other work lengthens it a little: hardware threads of a core share its units and caches.
    /// Stop the stopwatch on the thread that started it.
    case thread
  }

  private let clock: clockid_t
  private let start: Duration

  package init(_ clock: Clock = .wall) {
    self.clock =
      switch clock {
      case .wall: CLOCK_MONOTONIC
      case .thread: CLOCK_THREAD_CPUTIME_ID
      }
    start = Self.now(self.clock)
  }

  /// The time since the machine's start, by the monotonic clock that all processes share.
  package static var now: Duration { now(CLOCK_MONOTONIC) }

  package var elapsed: Duration { Self.now(clock) - start }
  package var seconds: Double { elapsed / .seconds(1) }
  package var milliseconds: Int { Int(elapsed / .milliseconds(1)) }

  /// Returns the time that a piece of work takes.
  package static func duration(
    _ clock: Clock = .wall, of work: () throws -> Void
  ) rethrows -> Duration {
    let stopwatch = Stopwatch(clock)
    try work()
    return stopwatch.elapsed
  }

  private static func now(_ clock: clockid_t) -> Duration {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
