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
