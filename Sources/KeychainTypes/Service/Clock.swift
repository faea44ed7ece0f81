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
