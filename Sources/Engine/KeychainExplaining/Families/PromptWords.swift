// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Advice on how to make a prompt possible, or to do without it (K307, K308).
enum PromptWords {
  /// The advice for a call that itself forbids asking.
  static func allowing(_ requirement: AuthenticationRequirement?) -> String {
    "Allow the prompt, or \(handing(requirement))."
  }

  /// The advice for a moment at which nobody can be asked.
  static func enabling(
    _ requirement: AuthenticationRequirement?, _ device: CallFacts.Device
  ) -> String {
    let start =
      switch device.noPrompt {
      case AuthenticationFacts.forbiddenByVariable?: "Run it without LATCHKEY_INTERACTION=never"
      case _ where device.isMachine: "Run it at a terminal, or on a desktop with pinentry"
      case _ where device.lock != .unlocked:
        "Unlock the device, with the app in front and somebody before it (unlock(), "
          + "setInteractive(true))"
      default: "Put the app in front, with somebody before the device (setInteractive(true))"
      }
    return "\(start); or \(handing(requirement))."
  }

  /// The words for handing in evidence, so that nobody need be asked.
  private static func handing(_ requirement: AuthenticationRequirement?) -> String {
    guard let requirement, requirement.needsApplicationPassword else {
      return "hand in an evaluated LAContext by kSecUseAuthenticationContext"
    }
    let password = "LAContext.setCredential(_:type: .applicationPassword)"
    return requirement.count > 0
      ? "hand in an LAContext that is evaluated and has the password by \(password)"
      : "hand in an LAContext that has the password by \(password)"
  }
}
