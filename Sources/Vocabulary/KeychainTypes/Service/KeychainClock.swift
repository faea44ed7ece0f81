// SPDX-License-Identifier: Apache-2.0

/// The clocks by which the library tells the time; a test can replace them.
///
/// Code that waits, has a time limit or measures a duration reads the monotonic clock instead
/// (`MonotonicTime`).
package protocol KeychainClock: Sendable {
  /// Returns the calendar time, which jumps when the machine's clock is set.
  ///
  /// For durations and time limits, use a time that never goes back.
  func now() -> Instant
  /// Returns the microseconds since the machine was started, including sleep; this time never goes
  /// back.
  func sinceBoot() -> Int64
  /// Returns random bytes that identify the machine's last start; they are different after each
  /// start.
  ///
  /// The time of `sinceBoot` counts from that start.
  func boot() -> Identifier16
  /// Returns the microseconds of processor time that the calling thread has used.
  ///
  /// This time never goes back. The time measures the cost of a computation, however busy the
  /// machine is.
  func ofThread() -> Int64
  /// Returns the microseconds that the machine has slept since it was started.
  ///
  /// If two calls return different numbers, the machine slept between the calls.
  func slept() -> Int64
}

extension KeychainClock {
  /// Returns 0; this suffices for the clocks of tests, whose machines never sleep.
  package func slept() -> Int64 { 0 }

  package func ofThread() -> Int64 { sinceBoot() }
}

/// A moment that does not depend on the calendar: a start of the machine, and the time since that
/// start.
package struct BootMoment: Hashable, Sendable {
  /// The random bytes that identify the start of the machine; they are different for each start.
  package let boot: Identifier16
  /// The microseconds since the start of the machine that `boot` identifies, with the time asleep.
  package let microseconds: Int64

  package init(boot: Identifier16, microseconds: Int64) {
    self.boot = boot
    self.microseconds = microseconds
  }
}

extension KeychainClock {
  /// Returns the identifier zero; this suffices for the clocks of tests, which know only one start
  /// of the machine.
  package func boot() -> Identifier16 { .zero }

  /// The present moment, as the last start of the machine and the time since that start.
  package var bootMoment: BootMoment {
    BootMoment(boot: boot(), microseconds: sinceBoot())
  }
}
