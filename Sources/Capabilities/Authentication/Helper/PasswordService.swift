// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The PAM service file of Latchkey, which an administrator may install.
///
/// If the file exists and the store has no passcode, the user is asked for the password of the
/// Linux account. This mode is `pam-only` in Specification/access-control.md, "The passcode on
/// Linux".
package enum PasswordService {
  /// The name of the PAM service and of its file.
  package static let name = "latchkey"
  private static let systemDirectories = ["/etc/pam.d", "/usr/lib/pam.d"]

  /// True if Latchkey's PAM service file exists and can be read.
  ///
  /// - Parameter directory: the directory of PAM's service files. Nil for the system's directories.
  package static func isThere(in directory: String?) -> Bool {
    let places = directory.map { [$0] } ?? systemDirectories
    return places.contains { unsafe access("\($0)/\(name)", R_OK) == 0 }
  }
}

/// The outcome of asking PAM to verify the password of the user's Linux account.
package enum PasswordOutcome: Hashable, Sendable {
  case verdict(PasswordVerdict)
  case cancelled
  case timedOut
  case unavailable(Unavailability)
  /// The program `latchkey-prompt` ended before it reported PAM's verdict.
  case endedWithoutAnswer
}
