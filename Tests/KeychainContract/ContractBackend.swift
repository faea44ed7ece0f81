// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes

/// An implementation of `KeychainService` with a fresh, empty store of its own.
///
/// The embedded engine is one. The daemon over a socket and file keychains follow.
package protocol ContractBackend: Sendable {
  /// Makes the service for a caller, anew at each call.
  func service(as caller: Caller) throws -> any KeychainService & Administration

  /// Makes the service for a caller whose constrained items the user has to allow.
  ///
  /// - Parameters:
  ///   - context: the context of the caller's calls, or nil for a new one at each call.
  func service(
    as caller: Caller, asking person: any Authenticator, in context: AuthenticationContext?
  ) throws(KeychainError) -> any KeychainService

  /// Closes everything that holds the store, and opens the store again.
  func reopen() throws

  /// Opens the store again as after a restart of the machine, without the keys that a passcode
  /// protects.
  func restart() throws
}

/// The callers in the cases of the contract.
package enum ContractCaller {
  /// One of two programs, each with a group of its own and a shared one.
  package static let first = Caller(
    identifier: "contract.first", groups: ["contract.first", "contract.shared"])
  package static let second = Caller(
    identifier: "contract.second", groups: ["contract.second", "contract.shared"])
  /// A program without any access group.
  package static let outsider = Caller(identifier: "contract.outsider", groups: [])
  /// A program with the token group in addition to its own.
  package static let withToken = Caller(
    identifier: "contract.token", groups: ["contract.token", Caller.tokenGroup])
  /// The owner's tool, which sees all access groups.
  package static let owner = Caller(
    identifier: "contract.owner", groups: ["contract.owner"], seesAllGroups: true)
}
