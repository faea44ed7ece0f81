// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The outcome of a call: its error or success, and the record of the service's decisions.
package struct CallOutcome: Sendable {
  /// The error that the call threw, or nil if the call succeeded.
  package let error: KeychainError?
  /// The trail: the record of the decisions that the keychain service made for the call.
  ///
  /// Nil if the call reached no service.
  package let trail: Trail?
  /// The failed SecItem call that a call on a key or a context made internally.
  ///
  /// The array is empty if no internal call failed. Otherwise it has one element.
  package let inner: [CallFacts]
  /// The authentications that a rehearsed call would have asked the user to complete.
  ///
  /// Empty for a real call.
  package let asks: [AuthenticationRequirement]
  /// The record of the keychains that a call on keychain files used, with the answer of each.
  ///
  /// Nil if the call used no keychain file.
  package var keychains: KeychainTrail?

  package init(
    error: KeychainError? = nil, trail: Trail? = nil, inner: [CallFacts] = [],
    asks: [AuthenticationRequirement] = []
  ) {
    self.error = error
    self.trail = trail ?? error?.trail
    self.inner = inner
    self.asks = asks
  }

  /// The number of items that a delete removed although they were locked.
  package var lockedCount: Int { Int(trail?.locked ?? 0) }
}
