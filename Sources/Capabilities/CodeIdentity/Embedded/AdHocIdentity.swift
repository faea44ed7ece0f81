// SPDX-License-Identifier: Apache-2.0

import KeychainCrypto
import KeychainTypes

/// Makes the application identifier of a program without an entitlements file
/// (Specification/code-identity.md, "Unsigned and ad hoc programs").
package enum AdHocIdentity {
  /// The characters that may be in the application identifier: a name of only these characters
  /// becomes part of it unchanged.
  ///
  /// These characters need no quotes in logs and commands. If the executable's name has other
  /// characters, the identifier contains the digest of the name instead.
  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

  /// The suffix that SwiftPM adds to the name of a test program (Specification/code-identity.md,
  /// "Test runners").
  ///
  /// The suffix is removed before the identifier is made.
  private static let testBundleSuffix = ".xctest"

  /// Returns the application identifier `adhoc.NAME`, which is also the program's only access
  /// group.
  ///
  /// NAME is the base name of the executable. If it is empty or has a character that is not in
  /// `allowed`, NAME is the SHA-256 of the base name in hexadecimal.
  package static func identifier(executableName: String) -> String {
    var name = executableName
    if name.hasSuffix(testBundleSuffix), name.utf8.count > testBundleSuffix.utf8.count {
      name.removeLast(testBundleSuffix.count)
    }
    if name.isEmpty || !name.utf8.allSatisfy(allowed.contains) { name = digest(of: name) }
    return "adhoc." + name
  }

  /// Returns the SHA-256 of a name in hexadecimal.
  ///
  /// If libcrypto is missing, returns the name in hexadecimal. No store can be opened then.
  private static func digest(of name: String) -> String {
    let bytes = Array(name.utf8)
    return HexText.lowerCase((try? Hash.sha256(bytes.span))?.bytes ?? bytes)
  }
}
