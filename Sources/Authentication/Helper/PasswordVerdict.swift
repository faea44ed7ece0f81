// SPDX-License-Identifier: Apache-2.0

/// What PAM says to the password of this process's user (spec/system-libraries.md 5).
package enum PasswordVerdict: UInt8, Hashable, Sendable {
  case right = 1
  /// Wrong, or no such user.
  case wrong
  /// The account is locked or expired, or its password has to be changed first.
  case refused
  /// No service file of ours: -5. The system's stack for unknown services is not asked.
  case noService
  /// PAM cannot say: -1004.
  case unavailable
}
