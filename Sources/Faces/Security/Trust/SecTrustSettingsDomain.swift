// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The domains of trust settings (Specification/certificates.md, "Trust settings").
public enum SecTrustSettingsDomain: UInt32, Sendable {
  /// The settings of the user who runs the program.
  case user = 0
  /// The settings of the administrator, for all users of the machine; only root can change them.
  case admin = 1
  /// The anchors of the Linux distribution, which cannot be changed here.
  case system = 2
}
