// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// Statuses in the words of `security` (spec/security-cli.md 1).
extension StatusText {
  /// The table's sentence, the system's text for a code made from an `errno`, else the number.
  package static func message(_ status: Int32) -> String {
    sentence(for: status) ?? systemText(for: status)
      ?? "unknown error \(status)=\(String(UInt32(bitPattern: status), radix: 16))"
  }

  static let notAvailable = message(KeychainError.Code.notAvailable.rawValue)
}
