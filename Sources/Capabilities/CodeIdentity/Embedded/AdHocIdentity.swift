// SPDX-License-Identifier: Apache-2.0

import KeychainCrypto

/// The identity of a program without entitlements (spec code-identity 4.2).
package enum AdHocIdentity {
  /// Letters, digits, dot, underscore and hyphen; every other name is replaced by its digest, so
  /// that a name can stand in logs and commands as it is.
  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

  /// What SwiftPM adds to the name of a test runner (spec code-identity 4.3).
  private static let testBundleSuffix = ".xctest"

  /// `adhoc.NAME`: the application identifier, and the only access group.
  ///
  /// NAME is the executable's base name, or the hexadecimal SHA-256 of it when it has other
  /// characters than the allowed ones.
  package static func identifier(executableName: String) -> String {
    var name = executableName
    if name.hasSuffix(testBundleSuffix), name.utf8.count > testBundleSuffix.utf8.count {
      name.removeLast(testBundleSuffix.count)
    }
    if name.isEmpty || !name.utf8.allSatisfy(allowed.contains) { name = digest(of: name) }
    return "adhoc." + name
  }

  /// Without libcrypto no store opens either, so what the name is then does not matter.
  private static func digest(of name: String) -> String {
    let bytes = Array(name.utf8)
    let digits = Array("0123456789abcdef")
    let digest = (try? Hash.sha256(bytes.span))?.bytes ?? bytes
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
