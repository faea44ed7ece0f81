// SPDX-License-Identifier: Apache-2.0
import Glibc

/// PAM's verdict on the account password that the user typed (Specification/system-libraries.md,
/// "PAM, measured").
package enum PasswordVerdict: UInt8, Hashable, Sendable {
  case right = 1
  /// The password is wrong, or the user does not exist.
  case wrong
  /// The account is locked or expired, or its password must be changed before it can be used.
  case refused
  /// Latchkey's PAM service file is missing: the calling program receives LAError -5
  /// (passcodeNotSet).
  ///
  /// PAM's file for unknown services (`other`) is not used instead.
  case noService
  /// PAM could not verify the password: the calling program receives LAError -1004
  /// (notInteractive).
  case unavailable
}
