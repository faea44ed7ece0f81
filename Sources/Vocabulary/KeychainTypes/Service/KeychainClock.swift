// SPDX-License-Identifier: Apache-2.0

/// The clocks of the core; there is no other source of time below the shell.
package protocol KeychainClock: Sendable {
  /// Civil time. May jump, backwards too.
  func now() -> Instant
  /// Microseconds since boot, sleep included; never goes back.
  func sinceBoot() -> Int64
  /// Which start of the machine `sinceBoot` counts from: a value drawn anew at each.
  func boot() -> Identifier16
  /// Microseconds of processor time that the calling thread has had, for what a computation costs
  /// however busy the machine is; never goes back.
  func ofThread() -> Int64
}

extension KeychainClock {
  package func ofThread() -> Int64 { sinceBoot() }
}

/// A moment of the clock that nobody sets: which start of the machine, and how long since.
package struct BootMoment: Hashable, Sendable {
  /// Drawn anew at each start of the machine.
  package let boot: Identifier16
  /// Since that start, sleep included.
  package let microseconds: Int64

  package init(boot: Identifier16, microseconds: Int64) {
    self.boot = boot
    self.microseconds = microseconds
  }
}

extension KeychainClock {
  /// The same start for ever, for clocks of tests that know no other.
  package func boot() -> Identifier16 { .zero }

  /// Now, by the clock that nobody sets.
  package var bootMoment: BootMoment {
    BootMoment(boot: boot(), microseconds: sinceBoot())
  }
}
