// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// Prints the errors of the commands for trust settings.
enum TrustRefusal {
  /// Prints an error of a `SecTrustSettings` function, and returns the status of the command.
  ///
  /// As on Apple's systems, the first line has no `security:` in front, and the status is 1
  /// (Documentation/Decisions/trust-settings.md).
  static func report(
    _ error: KeychainError, of function: String, in invocation: Invocation
  ) -> Int32 {
    let terminal = invocation.terminal
    terminal.error("\(function): \(StatusText.message(error.code.rawValue))\n")
    let reason = "\(error.reason)"
    switch error.context {
    case .path(let path)?: terminal.complain("\(path): \(reason)")
    default: if !reason.isEmpty { terminal.complain(reason) }
    }
    let advice = "\(error.advice)"
    if !advice.isEmpty { terminal.complain(advice) }
    return 1
  }
}
