// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The time since its making, by the clock on the wall or by the processor.
package struct Stopwatch: Sendable {
  package enum Clock: Sendable {
    /// The time that passes for everyone. Other work on the machine lengthens it without limit.
    case wall
    /// The processor time of this thread. Other work lengthens it a little: threads of a processor
    /// share its units and its caches. Stop it on the thread that started it.
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

  /// The clock on the wall, which all processes share: the time since the machine's start.
  package static var now: Duration { now(CLOCK_MONOTONIC) }

  package var elapsed: Duration { Self.now(clock) - start }
  package var seconds: Double { elapsed / .seconds(1) }
  package var milliseconds: Int { Int(elapsed / .milliseconds(1)) }

  /// The time that a piece of work takes.
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
