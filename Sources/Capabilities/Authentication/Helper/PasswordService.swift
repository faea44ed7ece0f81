// SPDX-License-Identifier: Apache-2.0
import Glibc

/// PAM's service file of ours: where an administrator has put it into its place, the password of
/// the account is asked for in a store without a passcode (mode `pam-only` of
/// spec/access-control.md 3.1).
package enum PasswordService {
  /// The name of the service and of its file.
  package static let name = "latchkey"
  private static let systemDirectories = ["/etc/pam.d", "/usr/lib/pam.d"]

  /// Whether there is one that can be read.
  ///
  /// - Parameter directory: where service files are; nil for the system's places.
  package static func isThere(in directory: String?) -> Bool {
    let places = directory.map { [$0] } ?? systemDirectories
    return places.contains { unsafe access("\($0)/\(name)", R_OK) == 0 }
  }
}

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

/// How a check of a password ended.
package enum PasswordOutcome: Hashable, Sendable {
  case verdict(PasswordVerdict)
  case cancelled
  case timedOut
  case unavailable(Unavailability)
  /// The helper program ended first.
  case endedWithoutAnswer
}
