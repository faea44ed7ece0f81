// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainComposition
import KeychainExplaining
package import KeychainTypes
import SecureMemory
public import Security

/// Seconds above which a reuse duration has no further effect.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// Asks the user to prove who they are, and remembers what was proved (spec/access-control.md 1.3).
///
/// A context given to a `SecItem` call with `kSecUseAuthenticationContext` brings its evidence
/// along. It may be used from any thread. Not `Sendable`, as on Apple's systems; clients that need
/// it declare it. All members can be overridden, for mocks.
open class LAContext: NSObject {
  /// What the context was made under: code that hops threads stays with its device.
  private let remembered = CurrentInstallation.installed
  /// Evidence and settings, shared with the calls that the context is given to.
  package let shared = AuthenticationContext()
  /// Replies come here, one after the other.
  let replies = DispatchQueue(label: "latchkey.LAContext.replies")
  private let state = Lock(State())

  private struct State: Sendable {
    var domainState: Data?
    var mostFailures: Int?
    var hasPIN = false
  }

  /// A context without evidence.
  public override init() {
    super.init()
  }

  deinit {
    shared.cancelRunning()
  }

  /// Who is asked.
  var asked: BoundAuthenticator { AuthenticatorChoice.current(remembered) }

  // MARK: Preflight

  /// Whether a policy can be evaluated now; shows nothing and waits for nobody.
  ///
  /// - Parameter error: receives the `LAError` where the answer is false.
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

  /// Keeps the domain state of now for the older property.
  func noteDomainState(_ asked: BoundAuthenticator) {
    let bytes = asked.domainState(.evaluatedPolicy)
    state.withLock { $0.domainState = bytes.map { Data($0) } }
  }

  // MARK: Evaluation

  /// Asks the user until a policy is satisfied, or finds that it is already.
  ///
  /// - Parameters:
  ///   - localizedReason: why, in the application's words; must not be empty.
  ///   - reply: called once, on a private queue, with an `LAError` where the user did not succeed.
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

  /// Asks the user until the rule of an access control is satisfied for an operation.
  ///
  /// The context then serves `SecItem` calls on items under such an access control.
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

  /// Forgets all evidence and ends a running evaluation with `LAError.appCancel`; for ever.
  open func invalidate() {
    shared.invalidate()
  }

  // MARK: Credentials

  /// Gives the context a password by which items are made and opened, or takes it away.
  ///
  /// - Returns: false for a context that is invalidated.
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

  /// Whether the context has a credential.
  @discardableResult
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    switch type {
    case .applicationPassword: shared.settings.evidence.applicationPassword != nil
    case .smartCardPIN: !shared.isInvalidated && state.withLock { $0.hasPIN }
    }
  }

  // MARK: Properties

  /// Why a `SecItem` call asks; `kSecUseOperationPrompt` wins over it.
  open var localizedReason: String {
    get { shared.settings.reason }
    set { shared.set { $0.reason = newValue } }
  }

  /// The title of the fallback button; nil: the standard one; empty: no button.
  open var localizedFallbackTitle: String? {
    get { shared.settings.fallbackTitle }
    set { shared.set { $0.fallbackTitle = newValue } }
  }

  /// The title of the cancel button; nil or empty: the standard one.
  open var localizedCancelTitle: String? {
    get { shared.settings.cancelTitle }
    set { shared.set { $0.cancelTitle = newValue } }
  }

  /// For how many seconds an unlocking of the device by biometry counts as a match; no more than
  /// `LATouchIDAuthenticationMaximumAllowableReuseDuration` have an effect.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
    get { shared.settings.evidence.reuseDuration }
    set { shared.set { $0.evidence.reuseDuration = newValue } }
  }

  /// Whether prompts are forbidden: what needs one ends with `LAError.notInteractive`.
  open var interactionNotAllowed: Bool {
    get { shared.settings.forbidsInteraction }
    set { shared.set { $0.forbidsInteraction = newValue } }
  }

  /// The kind of the sensor, whether or not it can be used.
  open var biometryType: LABiometryType { LABiometryType(asked.facts.biometry) }

  /// Stands for the enrolment as it was at the last successful preflight or evaluation by
  /// biometry; nil before.
  open var evaluatedPolicyDomainState: Data? { state.withLock { $0.domainState } }

  /// Stands for what is enrolled and paired now.
  open var domainState: LADomainState { LADomainState(asked) }

  /// Without effect, as on Apple's systems since iOS 9.
  open var maxBiometryFailures: NSNumber? {
    get { state.withLock { $0.mostFailures }.map { NSNumber(value: $0) } }
    set { state.withLock { $0.mostFailures = newValue?.intValue } }
  }

  // MARK: Asynchronous twins

  /// The same as with a reply; returns true or throws.
  @discardableResult
  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    try await awaiting { reply in
      evaluatePolicy(policy, localizedReason: localizedReason, reply: reply)
    }
  }

  /// The same as with a reply; returns true or throws.
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
