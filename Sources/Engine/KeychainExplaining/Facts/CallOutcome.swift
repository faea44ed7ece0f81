// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// What came of a call.
package struct CallOutcome: Sendable {
  /// What the call threw; nil: it succeeds.
  package let error: KeychainError?
  /// How the service decided; nil where none was asked.
  package let trail: Trail?
  /// The calls for items that it made itself and that failed, at most one.
  package let inner: [CallFacts]
  /// What a person was to be asked for, had anybody been asked.
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

  /// How many of what a delete acts on are locked.
  package var lockedCount: Int { Int(trail?.locked ?? 0) }
}
