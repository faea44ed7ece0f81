// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The record of one call of an `LAContext`, for tracing (Specification/diagnostics.md, "Tracing a
/// running program").
///
/// The record begins when the program makes the call. The record ends when the outcome is known,
/// just before the program receives the outcome. The record contains the policy or the operation.
/// The record never contains a password or the reason that the prompt shows.
struct ContextCall: Sendable {
  /// The rule that the user must satisfy: a policy, or an access control's rule for an operation.
  enum Aim: Sendable {
    case policy(LAPolicy)
    case accessControl(AccessControl, LAAccessControlOperation)
  }

  private let verb: CallFacts.Verb
  private let aim: Aim
  private let settings: AuthenticationContext
  private let remembered: Installation?
  private let watch: CallWatch?

  init(_ verb: CallFacts.Verb, _ aim: Aim, by context: LAContext) {
    (self.verb, self.aim, settings) = (verb, aim, context.shared)
    remembered = context.installation ?? CurrentInstallation.installed
    watch = Watchers.isAny ? Self.watch(verb, in: remembered) : nil
  }

  private static func watch(_ verb: CallFacts.Verb, in installation: Installation?) -> CallWatch? {
    CurrentInstallation.$scoped.withValue(installation) { CallWatch(verb, hasResult: true) }
  }

  /// Ends the record of the call with the outcome of the call.
  ///
  /// - Parameters:
  ///   - failure: the reason why the call failed; nil if the call succeeded.
  ///   - lapse: the reason why an earlier authentication of the user was no longer valid; nil if no
  ///     earlier authentication had become invalid.
  func end(_ failure: AuthenticationFailure?, after lapse: EvidenceLapse? = nil) {
    guard let watch else {
      guard let failure, ForkBarrier.begin() else { return }
      defer { ForkBarrier.end() }
      return CurrentInstallation.$scoped.withValue(remembered) {
        CallWatch.keepFailure(
          verb, hasResult: true, nil, KeychainError(failure, after: lapse), describe)
      }
    }
    var shape = watch.shape
    describe(&shape)
    watch.end(shape, CallOutcome(error: failure.map { KeychainError($0, after: lapse) }))
  }

  private func describe(_ shape: inout CallShape) {
    shape.forbidsInteraction = settings.settings.forbidsInteraction
    switch aim {
    case .policy(let policy):
      shape.use.policy = "\(policy)"
      shape.use.requirement = AuthenticationRequirement(policy.value)
    case .accessControl(let accessControl, let operation):
      shape.use.operation = "\(operation)"
      shape.use.requirement =
        operation.isCreation
        ? .applicationPassword(of: accessControl)
        : AuthenticationRequirement(accessControl, for: operation.value)
    }
  }
}
