// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// Who knows what there is to authenticate with, and asks the person at the device.
///
/// The real machine and the simulated device are authenticators. All calls are synchronous and may
/// come from any thread.
package protocol Authenticator: AnyObject, Sendable {
  /// What there is now for a caller; without a prompt, and not longer than 300 ms
  /// (spec/access-control.md 3.8).
  func facts(for caller: Caller) -> AuthenticationFacts

  /// The same without a look for the reader, where that would start a process; `knowsReader` says
  /// whether one was looked for all the same.
  func factsWithoutReader(for caller: Caller) -> AuthenticationFacts

  /// Shows one prompt and answers its outcome.
  ///
  /// Blocks until there is one. A cancellation ends it with the failure that it carries; every
  /// prompt has a deadline too (-4). Who calls has already found that the requirement can be met,
  /// that evidence in hand does not meet it and that somebody can be asked, and has told
  /// `evaluations`.
  ///
  /// - Throws: the failure of table 1.6.
  func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer

  /// Told of what an application is answered without a prompt: whether something can be evaluated,
  /// and what an evaluation ends with that asks nobody.
  ///
  /// - Parameter failure: nil where it is success.
  func answered(_ caller: Caller, _ failure: AuthenticationFailure?)

  /// The 32 bytes that stand for what is enrolled or paired, as a caller sees it; nil where nothing
  /// is (spec/access-control.md 1.5): HKDF-SHA256 of the device key with the caller's identifier as
  /// salt and `DomainState.info` as info.
  func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]?

  /// Whether every evaluation that has begun shows its prompt, one too that was cancelled before:
  /// what is recorded does not depend on which thread came first.
  var asksInOrder: Bool { get }

  /// Who has the prompt.
  var evaluations: RunningEvaluations { get }

  /// Who is told after a change of the facts.
  var observers: AuthenticationObservers { get }
}

extension Authenticator {
  package var asksInOrder: Bool { false }

  package func factsWithoutReader(for caller: Caller) -> AuthenticationFacts {
    facts(for: caller)
  }

  package func answered(_ caller: Caller, _ failure: AuthenticationFailure?) {}
}

/// One prompt.
package struct AuthenticationRequest: Sendable {
  package let caller: Caller
  package let requirement: AuthenticationRequirement
  /// What evidence in hand has proved already: the prompt asks for the rest.
  package var proved: Set<Proof.Means> = []
  /// Whether an application password is at hand.
  package var hasApplicationPassword = false
  /// Why the application asks, in its own words.
  package var reason = ""
  /// Nil: the standard title; empty: no such button.
  package var fallbackTitle: String?
  /// Nil or empty: the standard title.
  package var cancelTitle: String?
  /// The label of the item that is asked about; a hint only.
  package var itemLabel: String?
  /// Microseconds after which the prompt is over, though an evaluation may take longer: the time
  /// of the call that asks; nil for no such limit.
  package var longest: Int64?

  package init(_ requirement: AuthenticationRequirement, for caller: Caller) {
    self.requirement = requirement
    self.caller = caller
  }
}

/// What a prompt has brought.
package struct AuthenticationAnswer: Sendable {
  package let proofs: [Proof]
  /// The application password that was typed.
  package let applicationPassword: SecretBytes?

  package init(proofs: [Proof], applicationPassword: SecretBytes? = nil) {
    self.proofs = proofs
    self.applicationPassword = applicationPassword
  }
}
