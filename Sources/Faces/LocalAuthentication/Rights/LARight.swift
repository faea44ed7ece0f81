// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainComposition
package import KeychainTypes
import SecureMemory
import Security

/// A right that the user must authorize before the application permits something, for example the
/// use of a key (Specification/access-control.md, "Rights of LocalAuthentication").
open class LARight: NSObject, @unchecked Sendable {
  /// The state of a right: whether the user has been asked, and whether the user has authorized the
  /// right.
  public enum State: Int, Sendable {
    /// The user has not been asked yet to authorize the right.
    case unknown = 0
    /// The user is being asked to authorize the right.
    case authorizing = 1
    /// The user has authorized the right.
    case authorized = 2
    /// The user has not authorized the right, or the application has revoked the authorization.
    case notAuthorized = 3
  }

  private let flags: AccessControl.Flags
  private let requirement: AuthenticationRequirement?
  private let remembered = CurrentInstallation.installed
  private let completions = DispatchQueue(label: "latchkey.LARight.completions")
  private let content: Lock<Content>

  private struct Content: Sendable {
    var state = State.unknown
    var tag = 0
    var context = AuthenticationContext()
  }

  /// Creates a right that the user authorizes by biometry or with the passcode.
  public convenience override init() {
    self.init(requirement: .default)
  }

  /// Creates a right that the user authorizes with the proof that the requirement demands.
  public init(requirement: LAAuthenticationRequirement) {
    flags = requirement.flags
    self.requirement = requirement.value
    content = Lock(Content())
    super.init()
  }

  /// Creates a right that was saved, for the subclass `LAPersistedRight`.
  ///
  /// - Parameter value: the requirement with which the right was saved. Nil if the access control
  ///   of the right's key has no rule for signing. The right can then not be authorized.
  package init(value: AuthenticationRequirement?) {
    flags = []
    requirement = value
    content = Lock(Content())
    super.init()
  }

  /// Returns the access control for the key that `LARightStore` creates when it saves the right.
  ///
  /// - Throws: -50 if the requirement has flags that must not be used together. The requirements of
  ///   `LAAuthenticationRequirement` never have these flags.
  func keyAccessControl() throws -> AccessControl {
    try AccessControl(
      protectionName: Protection.whenPasscodeSetThisDeviceOnly.name,
      flags: flags.union(.privateKeyUsage))
  }

  /// The context with the proof that the user gave for this right; nil while the right is not
  /// authorized.
  var authorizedContext: AuthenticationContext? {
    content.withLock { $0.state == .authorized ? $0.context : nil }
  }

  /// The state of the right: whether the user has authorized it.
  open var state: State { content.withLock { $0.state } }

  /// A number that the application can choose freely; the right does not use it.
  open var tag: Int {
    get { content.withLock { $0.tag } }
    set { content.withLock { $0.tag = newValue } }
  }

  /// Asks the user to authorize the right, or succeeds at once if an earlier authentication is
  /// enough.
  ///
  /// - Parameters:
  ///   - localizedReason: the reason to show to the user; must not be empty.
  ///   - handler: called once, on a private queue. The handler receives nil if the right is now
  ///     authorized, and otherwise an error, such as an `LAError`.
  @preconcurrency
  open func authorize(
    localizedReason: String, completion handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    precondition(!localizedReason.isEmpty, "Non-empty localizedReason must be provided.")
    let asked = AuthenticatorChoice.current(remembered)
    let context = content.withLock { content in
      content.state = .authorizing
      return content.context
    }
    switch context.begin(requirement, by: asked, reason: localizedReason) {
    case .over(let failure, _): finish(context, failure, handler)
    case .prompt(let evaluation):
      Thread.detachNewThread { [self] in
        do throws(AuthenticationFailure) {
          _ = try evaluation.run()
          finish(context, nil, handler)
        } catch {
          finish(context, error, handler)
        }
      }
    }
  }

  /// Stores the outcome of an authorization as the state of the right, and calls the handler.
  ///
  /// If the program revoked the authorization while the user was asked, the right stays
  /// unauthorized.
  private func finish(
    _ context: AuthenticationContext, _ failure: AuthenticationFailure?,
    _ handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    content.withLock { content in
      guard content.context === context else { return }
      content.state = failure == nil ? .authorized : .notAuthorized
    }
    let error = failure.map(LAError.error)
    completions.async { handler(error) }
  }

  /// Finds out whether the user could authorize the right now, without a prompt.
  ///
  /// - Parameter handler: called once, on a private queue. The handler receives nil if the right
  ///   can be authorized now, and otherwise an error.
  @preconcurrency
  open func checkCanAuthorize(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
    let asked = AuthenticatorChoice.current(remembered)
    let failure: AuthenticationFailure? =
      if let requirement { asked.preflight(requirement, in: asked.facts) } else { .noRule }
    let error = failure.map(LAError.error)
    completions.async { handler(error) }
  }

  /// Revokes the authorization of the right, and closes the prompt if the user is being asked now.
  ///
  /// - Parameter handler: called once, on a private queue, after the authorization was revoked.
  @preconcurrency
  open func deauthorize(completion handler: @escaping @Sendable () -> Void) {
    let former = content.withLock { content in
      defer {
        content.context = AuthenticationContext()
        content.state = .notAuthorized
      }
      return content.context
    }
    former.invalidate()
    completions.async { handler() }
  }

  /// Asks the user to authorize the right, or succeeds at once if an earlier authentication is
  /// enough.
  ///
  /// - Parameter localizedReason: the reason to show to the user; must not be empty.
  /// - Throws: an `LAError` if the user did not succeed.
  open func authorize(localizedReason: String) async throws {
    try await withCheckedThrowingContinuation { continuation in
      authorize(localizedReason: localizedReason) { continuation.resume($0) }
    }
  }

  /// Finds out whether the user could authorize the right now, without a prompt.
  ///
  /// The function returns, without a value, if the right can be authorized.
  ///
  /// - Throws: an error if the right cannot be authorized now.
  open func checkCanAuthorize() async throws {
    try await withCheckedThrowingContinuation { continuation in
      checkCanAuthorize { continuation.resume($0) }
    }
  }

  /// Revokes the authorization of the right, and closes the prompt if the user is being asked now.
  open func deauthorize() async {
    await withCheckedContinuation { continuation in
      deauthorize { continuation.resume() }
    }
  }
}

extension CheckedContinuation where T == Void, E == any Error {
  /// Resumes the waiting task, which then throws the error, or returns normally if the error is
  /// nil.
  fileprivate func resume(_ error: (any Error)?) {
    if let error { resume(throwing: error) } else { resume() }
  }
}
