// SPDX-License-Identifier: Apache-2.0

/// Why no finger can be verified, with the LAError that it stands for (spec/access-control.md 3.4).
package enum FingerFailure: UInt8, Error, Hashable, Sendable {
  /// No reader, or no fprintd, or one that does not answer in 3 s: -6, type none.
  case absent = 1
  /// -7.
  case noneEnrolled
  /// Only the session at the machine may (polkit): -6, type touchID.
  case refused
  /// Another program holds the reader, for 2 s now: -4.
  case busy
  /// The reader was unplugged, or fprintd went: -6; the other mechanism goes on.
  case disconnected
  /// The reader says that something is wrong: as `disconnected`.
  case broken
}
