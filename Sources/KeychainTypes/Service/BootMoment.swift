// SPDX-License-Identifier: Apache-2.0

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
