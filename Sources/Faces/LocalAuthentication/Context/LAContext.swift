// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainComposition
import KeychainExplaining
package import KeychainTypes
import SecureMemory
public import Security

/// The longest effective value of `touchIDAuthenticationAllowableReuseDuration`, in seconds.
///
/// A longer time in that property has the effect of this maximum.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// A context, which asks the user to authenticate and remembers the authentication
/// (Specification/access-control.md, "LAContext").
///
/// The context keeps evidence: the proofs that the user has given. The query of a `SecItem` call
/// can have a context under `kSecUseAuthenticationContext`. The call then uses the evidence of this
/// context. A context may be used from any thread. Like Apple's class, `LAContext` is not
/// `Sendable`. A program that needs the conformance can declare it. A mock object can override all
/// members.
open class LAContext: NSObject {
  /// The test installation (a test's service and caller) that was current when the context was
  /// created; nil if no installation was current.
  ///
  /// If code of a test moves to another thread, the context thus still uses the simulated device of
  /// the test.
  private let remembered = CurrentInstallation.installed
  /// The settings of this context, and its evidence: the proofs that the user has given.
  ///
  /// `SecItem` calls whose query names this context use them too.
  package let shared = AuthenticationContext()
  /// The serial queue on which the context calls reply handlers.
  let replies = DispatchQueue(label: "latchkey.LAContext.replies")
  private let state = Lock(State())

  private struct State: Sendable {
    var domainState: Data?
    var mostFailures: Int?
    var hasPIN = false
  }

  /// Creates a context in which the user has not authenticated yet.
  public override init() {
    super.init()
  }

  deinit {
    shared.cancelRunning()
  }

  /// The authenticator that asks the user for the proof, on behalf of this context.
  var asked: BoundAuthenticator { AuthenticatorChoice.current(remembered) }

  // MARK: Preflight

  /// True if the user could satisfy the policy now.
  ///
  /// The check shows no prompt and does not wait.
  ///
  /// - Parameter error: receives an `LAError` if the function returns false.
  @discardableResult
  open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    let call = ContextCall(.canEvaluatePolicy, .policy(policy), by: self)
    let failure = preflight(policy)
    call.end(failure)
    guard let failure else { return true }
    if let error = unsafe error { unsafe error.pointee = LAError.nsError(failure) }
    return false
  }

  private func preflight(_ policy: LAPolicy) -> AuthenticationFailure? {
    let asked = asked
    guard !shared.isInvalidated else {
      asked.authenticator.answered(asked.caller, .invalidContext)
      return .invalidContext
    }
    let facts = asked.facts
    let requirement = AuthenticationRequirement(policy.value)
    if let failure = asked.preflight(requirement, in: facts) { return failure }
    let isBiometric = policy.isBiometric && AuthenticationRequirement.biometryObstacle(facts) == nil
    if isBiometric { noteDomainState(asked) }
    return nil
  }

  /// Sets `evaluatedPolicyDomainState` to the hash of the biometry that is enrolled now.
  func noteDomainState(_ asked: BoundAuthenticator) {
    let bytes = asked.domainState(.evaluatedPolicy)
    state.withLock { $0.domainState = bytes.map { Data($0) } }
  }

  // MARK: Evaluation

  /// Asks the user to satisfy a policy, or succeeds at once if an earlier authentication satisfies
  /// the policy.
  ///
  /// - Parameters:
  ///   - localizedReason: the reason to show to the user; must not be empty.
  ///   - reply: called once, on a private queue. The block receives an `LAError` if the user did
  ///     not succeed.
  @preconcurrency
  open func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    precondition(!localizedReason.isEmpty, "Non-empty localizedReason must be provided.")
    evaluate(
      AuthenticationRequirement(policy.value), reason: localizedReason,
      ContextCall(.evaluatePolicy, .policy(policy), by: self), reply: reply)
  }

  /// Asks the user to satisfy the rule that an access control has for an operation.
  ///
  /// If the evaluation succeeds, `SecItem` calls with this context can use items with an equal
  /// access control without another prompt.
  ///
  /// - Parameters:
  ///   - localizedReason: the reason to show to the user; must not be empty.
  ///   - reply: called once, on a private queue. The block receives an `LAError` if the user did
  ///     not succeed.
  @preconcurrency
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
    localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    precondition(!localizedReason.isEmpty, "Non-empty localizedReason must be provided.")
    let call = ContextCall(
      .evaluateAccessControl, .accessControl(accessControl.value, operation), by: self)
    if operation.isCreation {
      evaluateCreation(accessControl.value, reason: localizedReason, call, reply: reply)
    } else {
      evaluate(
        AuthenticationRequirement(accessControl.value, for: operation.value),
        reason: localizedReason, call, reply: reply)
    }
  }

  /// Makes the context invalid: all later evaluations with this context fail.
  ///
  /// The evidence of the context (the proofs that the user has given) is discarded. A running
  /// evaluation ends with `LAError.appCancel`.
  open func invalidate() {
    shared.invalidate()
  }

  // MARK: Credentials

  /// Sets a credential that the application provides: the application password of items, or the PIN
  /// of a smart card.
  ///
  /// If `credential` is nil, the function removes the credential of this type.
  ///
  /// - Returns: true if the credential was set or removed; false if the context has been
  ///   invalidated.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
    guard !shared.isInvalidated else { return false }
    switch type {
    case .applicationPassword:
      let password = credential.map(Self.secret)
      shared.set { $0.evidence.applicationPassword = password }
    case .smartCardPIN: state.withLock { $0.hasPIN = credential != nil }
    }
    return true
  }

  private static func secret(_ credential: Data) -> SecretBytes {
    unsafe SecretBytes(count: credential.count) { (target: UnsafeMutableRawBufferPointer) in
      _ = unsafe credential.copyBytes(to: target)
    }
  }

  /// True if a credential of the given type is set in the context.
  @discardableResult
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    switch type {
    case .applicationPassword: shared.settings.evidence.applicationPassword != nil
    case .smartCardPIN: !shared.isInvalidated && state.withLock { $0.hasPIN }
    }
  }

  // MARK: Properties

  /// The reason that the prompts of `SecItem` calls with this context show to the user.
  ///
  /// If the query has `kSecUseOperationPrompt`, its text is shown instead.
  open var localizedReason: String {
    get { shared.settings.reason }
    set { shared.set { $0.reason = newValue } }
  }

  /// The title of the fallback button in prompts.
  ///
  /// Nil means the standard title. An empty string means that the prompt has no fallback button.
  open var localizedFallbackTitle: String? {
    get { shared.settings.fallbackTitle }
    set { shared.set { $0.fallbackTitle = newValue } }
  }

  /// The title of the cancel button in prompts; nil or an empty string means the standard title.
  open var localizedCancelTitle: String? {
    get { shared.settings.cancelTitle }
    set { shared.set { $0.cancelTitle = newValue } }
  }

  /// The seconds for which an unlock of the device by biometry counts as the user's biometric
  /// authentication.
  ///
  /// With 0, an unlock never counts. The longest effective time is
  /// `LATouchIDAuthenticationMaximumAllowableReuseDuration`.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
    get { shared.settings.evidence.reuseDuration }
    set { shared.set { $0.evidence.reuseDuration = newValue } }
  }

  /// True if calls with this context must not show a prompt.
  ///
  /// A call that needs a prompt then fails with `LAError.notInteractive`.
  open var interactionNotAllowed: Bool {
    get { shared.settings.forbidsInteraction }
    set { shared.set { $0.forbidsInteraction = newValue } }
  }

  /// The kind of the device's biometric sensor, even if the sensor cannot be used now.
  open var biometryType: LABiometryType { LABiometryType(asked.facts.biometry) }

  /// A hash of the enrolled biometry, by which a program can notice that the enrolment has changed.
  ///
  /// An evaluation sets the hash when the user has authenticated by biometry. `canEvaluatePolicy`
  /// sets the hash when it returns true for a policy that accepts biometry but not the passcode.
  /// Nil before the first of these calls.
  open var evaluatedPolicyDomainState: Data? { state.withLock { $0.domainState } }

  /// The hashes of the biometry that is enrolled and of the devices that are paired at the time of
  /// reading.
  open var domainState: LADomainState { LADomainState(asked) }

  /// The number of failed biometric matches that the program allows; the value has no effect.
  ///
  /// The property has had no effect on Apple's systems since iOS 9.
  open var maxBiometryFailures: NSNumber? {
    get { state.withLock { $0.mostFailures }.map { NSNumber(value: $0) } }
    set { state.withLock { $0.mostFailures = newValue?.intValue } }
  }

  // MARK: Asynchronous variants

  /// Asks the user to satisfy a policy, or succeeds at once if an earlier authentication satisfies
  /// the policy.
  ///
  /// - Parameter localizedReason: the reason to show to the user; must not be empty.
  /// - Returns: always true.
  /// - Throws: an `LAError` if the user did not succeed.
  @discardableResult
  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    try await awaiting { reply in
      evaluatePolicy(policy, localizedReason: localizedReason, reply: reply)
    }
  }

  /// Asks the user to satisfy the rule that an access control has for an operation.
  ///
  /// If the evaluation succeeds, `SecItem` calls with this context can use items with an equal
  /// access control without another prompt.
  ///
  /// - Parameter localizedReason: the reason to show to the user; must not be empty.
  /// - Returns: always true.
  /// - Throws: an `LAError` if the user did not succeed.
  @discardableResult
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
    localizedReason: String
  ) async throws -> Bool {
    try await awaiting { reply in
      evaluateAccessControl(
        accessControl, operation: operation, localizedReason: localizedReason, reply: reply)
    }
  }
}

extension LAContext: CarriesAuthenticationContext {
  package var authenticationContext: AuthenticationContext { shared }
  package var installation: Installation? { remembered }
}
