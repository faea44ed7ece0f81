// SPDX-License-Identifier: Apache-2.0

/// The two clocks of the core; there is no other source of time below the shell.
package protocol KeychainClock: Sendable {
  /// Civil time. May jump, backwards too.
  func now() -> Instant
  /// Microseconds since boot, sleep included; never goes back.
  func sinceBoot() -> Int64
}
