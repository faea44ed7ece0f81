// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// One call of a context, for who follows it (spec/diagnostics.md 1.4).
///
/// It begins where it is made and ends where its outcome is known, before that is told. What is
/// told of it is what was to be proved; never why, nor a password.
struct ContextCall: Sendable {
  /// What is to be proved.
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

  /// The outcome is known.
  ///
  /// - Parameters:
  ///   - failure: nil for success.
  ///   - lapse: how evidence from before has ceased to count, where that was met.
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
