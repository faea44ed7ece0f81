// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What makes a prompt possible, or does without it (K307, K308).
enum PromptWords {
  /// Where the call itself forbids to ask.
  static func allowing(_ requirement: AuthenticationRequirement?) -> String {
    "Allow the prompt, or \(handing(requirement))."
  }

  /// Where nobody can be asked.
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

  /// What a caller can bring, so that nobody need be asked.
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
