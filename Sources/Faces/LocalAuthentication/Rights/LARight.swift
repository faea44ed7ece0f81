// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory
import Security

/// Something in an application that needs the user's authorization (spec/access-control.md 1.10).
open class LARight: NSObject, @unchecked Sendable {
  /// Where a right stands.
  public enum State: Int, Sendable {
    /// Nobody has asked yet.
    case unknown = 0
    /// The user is being asked.
    case authorizing = 1
    /// The user has authorized it.
    case authorized = 2
    /// The user has not, or the authorization was taken back.
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

  /// A right that presence authorizes.
  public convenience override init() {
    self.init(requirement: .default)
  }

  /// A right with a requirement of its own.
  public init(requirement: LAAuthenticationRequirement) {
    flags = requirement.flags
    self.requirement = requirement.value
    content = Lock(Content())
    super.init()
  }

  /// A saved right, with the rule that it was saved with.
  init(value: AuthenticationRequirement?) {
    flags = []
    requirement = value
    content = Lock(Content())
    super.init()
  }

  /// The rule under which a right that asks the same is saved.
  ///
  /// - Throws: -50, for flags that exclude each other; those of a requirement do not.
  func keyAccessControl() throws -> AccessControl {
    try AccessControl(
      protectionName: Protection.whenPasscodeSetThisDeviceOnly.name,
      flags: flags.union(.privateKeyUsage))
  }

  /// What was proved, while the right is authorized.
  var authorizedContext: AuthenticationContext? {
    content.withLock { $0.state == .authorized ? $0.context : nil }
  }

  /// Where the right stands.
  open var state: State { content.withLock { $0.state } }

  /// A number of the application's own.
  open var tag: Int {
    get { content.withLock { $0.tag } }
    set { content.withLock { $0.tag = newValue } }
  }

  /// Asks the user.
  ///
  /// - Parameter handler: called once, on a private queue, with an `LAError` where the user did not
  ///   succeed.
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

  /// A right that was deauthorized meanwhile stays so.
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

  /// Finds whether the right could be authorized now; shows nothing.
  @preconcurrency
  open func checkCanAuthorize(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
    let asked = AuthenticatorChoice.current(remembered)
    let error = requirement.flatMap { asked.preflight($0, in: asked.facts) }.map(LAError.error)
    completions.async { handler(error) }
  }

  /// Takes the authorization back and ends what is being asked.
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

  /// The same as with a completion handler.
  open func authorize(localizedReason: String) async throws {
    try await withCheckedThrowingContinuation { continuation in
      authorize(localizedReason: localizedReason) { continuation.resume($0) }
    }
  }

  /// The same as with a completion handler.
  open func checkCanAuthorize() async throws {
    try await withCheckedThrowingContinuation { continuation in
      checkCanAuthorize { continuation.resume($0) }
    }
  }

  /// The same as with a completion handler.
  open func deauthorize() async {
    await withCheckedContinuation { continuation in
      deauthorize { continuation.resume() }
    }
  }
}

extension CheckedContinuation where T == Void, E == any Error {
  /// Ends the wait with an error, or without one.
  fileprivate func resume(_ error: (any Error)?) {
    if let error { resume(throwing: error) } else { resume() }
  }
}
