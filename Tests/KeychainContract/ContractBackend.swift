// SPDX-License-Identifier: Apache-2.0

package import KeychainTypes

/// One implementation of `KeychainService` with a fresh, empty store of its own.
///
/// The embedded engine is one; the daemon over a socket and file keychains follow.
package protocol ContractBackend: Sendable {
  /// The service for a caller; made anew at each call.
  func service(as caller: Caller) throws -> any KeychainService & Administration

  /// The service for a caller whose constrained items a person has to allow.
  ///
  /// - Parameters:
  ///   - context: what the caller brings; nil: each call has one of its own.
  func service(
    as caller: Caller, asking person: any Authenticator, in context: AuthenticationContext?
  ) throws(KeychainError) -> any KeychainService

  /// Ends everything that holds the store and opens the same store again.
  func reopen() throws

  /// The same on a machine that has started anew: no key that a passcode protects is there.
  func restart() throws
}

/// The callers that the contract speaks of.
package enum ContractCaller {
  /// Two programs with a group of their own and a common one.
  package static let first = Caller(
    identifier: "contract.first", groups: ["contract.first", "contract.shared"])
  package static let second = Caller(
    identifier: "contract.second", groups: ["contract.second", "contract.shared"])
  /// A program without any group.
  package static let outsider = Caller(identifier: "contract.outsider", groups: [])
  /// A program that has the group of tokens beside its own.
  package static let withToken = Caller(
    identifier: "contract.token", groups: ["contract.token", Caller.tokenGroup])
  /// The owner's tool.
  package static let owner = Caller(
    identifier: "contract.owner", groups: ["contract.owner"], seesAllGroups: true)
}
