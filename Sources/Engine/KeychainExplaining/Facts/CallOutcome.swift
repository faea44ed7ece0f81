// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The error or the success of a call, with how it was decided.
package struct CallOutcome: Sendable {
  /// The error that the call threw; nil for success.
  package let error: KeychainError?
  /// The trail of the service's decision; nil where no service was asked.
  package let trail: Trail?
  /// The calls for items that it made itself and that failed, at most one.
  package let inner: [CallFacts]
  /// The requirements that a person would have been asked to meet, in a rehearsal.
  package let asks: [AuthenticationRequirement]

  package init(
    error: KeychainError? = nil, trail: Trail? = nil, inner: [CallFacts] = [],
    asks: [AuthenticationRequirement] = []
  ) {
    self.error = error
    self.trail = trail ?? error?.trail
    self.inner = inner
    self.asks = asks
  }

  /// The number of locked items that a delete acts on.
  package var lockedCount: Int { Int(trail?.locked ?? 0) }
}
