// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Advice on how to make a prompt possible, or how to avoid the prompt (findings K307 and K308).
enum PromptWords {
  /// Returns the advice for a call that needs a prompt at a moment when no user can be asked.
  static func enabling(
    _ requirement: AuthenticationRequirement?, _ device: CallFacts.Device
  ) -> FindingText {
    let context = context(requirement)
    return switch device.noPrompt {
    case AuthenticationFacts.forbiddenByVariable?: .nobodyToAsk.withoutVariable(context: context)
    case _ where device.isMachine: .nobodyToAsk.atTerminal(context: context)
    case _ where device.lock != .unlocked: .nobodyToAsk.unlocked(context: context)
    default: .nobodyToAsk.inFront(context: context)
    }
  }

  /// Returns the end of the advice to pass an evaluated `LAContext`, so that the call needs no
  /// prompt.
  ///
  /// If the item needs an application password, the advice says how to set this password in the
  /// context.
  static func context(_ requirement: AuthenticationRequirement?) -> FindingText {
    guard let requirement, requirement.needsApplicationPassword else { return .shared.passContext }
    return .shared.passWithPassword(isEvaluated: requirement.count > 0)
  }
}
