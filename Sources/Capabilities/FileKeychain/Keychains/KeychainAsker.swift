// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory
import UserFiles

/// Asks the user about a keychain (Specification/file-keychain.md, "Prompt rules").
///
/// The questions come from the program's own process. Each question has a deadline.
package protocol KeychainAsker: Sendable {
  /// True if a user can be asked now; reading this property asks no question.
  var canAsk: Bool { get }

  /// Asks for the password of a keychain.
  ///
  /// - Parameter attempt: the number of wrong passwords that the user has given in this call.
  func password(toUnlock keychain: String, _ client: KeychainClient, attempt: Int) -> AskedPassword

  /// Asks whether a program may use an item.
  ///
  /// - Parameters:
  ///   - canTrust: true if the question offers the answer "Always Allow".
  ///   - earlier: nil for the first question. Later questions follow a wrong password: true if the
  ///     user chose "Always Allow" with it, false for "Allow".
  func permission(
    for operation: Authorization, on item: String, in keychain: String, _ client: KeychainClient,
    canTrust: Bool, afterWrong earlier: Bool?
  ) -> AskedPermission
}

extension KeychainAsker {
  package var canAsk: Bool { true }
}
