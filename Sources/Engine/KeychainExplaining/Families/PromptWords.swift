// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Advice on how to make a prompt possible, or how to avoid the prompt (findings K307 and K308).
enum PromptWords {
  /// Returns the advice for a call whose caller has forbidden prompts.
  static func allowing(_ requirement: AuthenticationRequirement?) -> String {
    "Allow the prompt, or \(handing(requirement))."
  }

  /// Returns the advice for a call that needs a prompt at a moment when no user can be asked.
  static func enabling(
    _ requirement: AuthenticationRequirement?, _ device: CallFacts.Device
  ) -> String {
    let start =
      switch device.noPrompt {
      case AuthenticationFacts.forbiddenByVariable?:
        "Run the program without LATCHKEY_INTERACTION=never"
      case _ where device.isMachine: "Run the program at a terminal, or on a desktop with pinentry"
      case _ where device.lock != .unlocked:
        "Unlock the device, with the app in front and a person before it (unlock(), "
          + "setInteractive(true))"
      default: "Put the app in front, with a person before the device (setInteractive(true))"
      }
    return "\(start); or \(handing(requirement))."
  }

  /// Returns the advice to pass an evaluated `LAContext`, so that the call needs no prompt.
  ///
  /// If the item needs an application password, the advice says how to set this password in the
  /// context.
  private static func handing(_ requirement: AuthenticationRequirement?) -> String {
    guard let requirement, requirement.needsApplicationPassword else {
      return "pass an evaluated LAContext with kSecUseAuthenticationContext"
    }
    let password = "LAContext.setCredential(_:type: .applicationPassword)"
    return requirement.count > 0
      ? "pass an LAContext that is evaluated and has the password by \(password)"
      : "pass an LAContext that has the password by \(password)"
  }
}
