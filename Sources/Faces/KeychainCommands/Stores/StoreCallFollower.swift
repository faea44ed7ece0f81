// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
package import KeychainTypes
import SecureMemory

/// Explains and records the calls that commands of `security` make, if the user has turned this on.
package protocol StoreCallFollower {
  /// True if the user has turned on explanations or records of calls.
  var isWanted: Bool { get }

  /// Makes a call by running `body`, and explains or records the call with its result.
  ///
  /// - Parameter authenticator: Asks the user to authenticate. Nil if the user cannot be asked.
  /// - Returns: The answer that `body` returns.
  /// - Throws: The error that `body` throws. Explaining and recording never change the result of
  ///   the call.
  func follow(
    _ call: StoreCall, of service: StoreAccess.Service, asking authenticator: BoundAuthenticator?,
    _ body: (Exchange) throws(KeychainError) -> Answer
  ) throws(KeychainError) -> Answer
}
