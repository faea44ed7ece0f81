// SPDX-License-Identifier: Apache-2.0

/// The kinds of devices that can vouch for their user (spec/access-control.md 1.1).
public enum LACompanionType: Int, Sendable {
  /// A watch.
  case watch = 1
  /// A computer.
  case mac = 2
  /// A headset.
  case vision = 4
}
