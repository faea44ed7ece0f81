// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// An authenticator, which tells the means of authentication of a device and asks the user for
/// proofs.
///
/// The real machine and the simulated device are authenticators. All methods are synchronous and
/// may be called from any thread.
package protocol Authenticator: AnyObject, Sendable {
  /// Returns the facts about authentication on this device at this moment, as a caller sees them.
  ///
  /// Shows no prompt and takes at most 300 ms (Specification/access-control.md, "Deadlines and
  /// cancellation").
  func facts(for caller: Caller) -> AuthenticationFacts

  /// Returns the facts about authentication, but does not look for a biometric reader if the search
  /// would start a process.
  ///
  /// The property `knowsReader` of the result says whether the authenticator looked for a reader.
  func factsWithoutReader(for caller: Caller) -> AuthenticationFacts

  /// Shows one prompt and returns the user's answer.
  ///
  /// Blocks until the prompt is over. A cancellation ends the prompt with the failure of the
  /// cancellation. Every prompt also has a time limit, which ends it with `systemCancel` (-4).
  ///
  /// Call this method only after `AuthenticationContext.begin` has returned `prompt`. `begin` has
  /// found that the requirement can be met, that existing evidence does not meet the requirement,
  /// and that the user can be asked. `begin` has also registered the evaluation with `evaluations`.
  ///
  /// - Throws: the failure that ends the prompt (Specification/access-control.md, "Evaluation").
  func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer

  /// Informs the authenticator of a result that an application receives without a prompt.
  ///
  /// The result says whether a policy can be evaluated, or is the outcome of an evaluation that
  /// needed no prompt.
  ///
  /// - Parameter failure: the failure that the application receives; nil for success.
  func answered(_ caller: Caller, _ failure: AuthenticationFailure?)

  /// Returns 32 bytes that change when the means of authentication that `state` names (enrolment,
  /// paired devices or both) change.
  ///
  /// The bytes are HKDF-SHA256 of the device key, with the caller's identifier as salt and
  /// `DomainState.info` as info. Each caller therefore gets different bytes. Nil if nothing is
  /// enrolled or paired (Specification/access-control.md, "Domain state").
  func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]?

  /// True if `ask` is called for every evaluation that has begun, even if the evaluation was
  /// cancelled before.
  ///
  /// True for a simulated device, so that its journal does not depend on the order in which threads
  /// run. If false, a cancelled evaluation fails without a call of `ask`.
  var asksInOrder: Bool { get }

  /// The register of the evaluation that this authenticator runs; only that evaluation may show its
  /// prompt.
  var evaluations: RunningEvaluations { get }

  /// The observers that the authenticator calls after its facts about authentication have changed.
  var observers: AuthenticationObservers { get }
}

extension Authenticator {
  package var asksInOrder: Bool { false }

  package func factsWithoutReader(for caller: Caller) -> AuthenticationFacts {
    facts(for: caller)
  }

  package func answered(_ caller: Caller, _ failure: AuthenticationFailure?) {}
}

/// The user's answer to a prompt: the proofs, and the application password if the user typed it.
package struct AuthenticationAnswer: Sendable {
  package let proofs: [Proof]
  /// The application password that the user typed; nil if the user typed no application password.
  package let applicationPassword: SecretBytes?

  package init(proofs: [Proof], applicationPassword: SecretBytes? = nil) {
    self.proofs = proofs
    self.applicationPassword = applicationPassword
  }
}
