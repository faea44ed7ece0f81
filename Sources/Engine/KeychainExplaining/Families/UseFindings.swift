// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings about refused calls on keys and authentication contexts.
///
/// The findings explain why a key cannot be created or used, and why the user was not asked or did
/// not agree. Specification/diagnostics.md, "Tracing a running program", "Lock state and
/// authentication findings".
enum UseFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let error = facts.error else { return [] }
    switch error.code {
    case .interactionNotAllowed:
      if case .authentication? = error.context { return person(facts) + LockFindings.lapsed(error) }
      return locked(facts)
    case .authorizationFailed: return [AuthenticationWords.finding(error, facts.device)]
    case .userCancelled:
      return [
        Finding(.cancelledByUser, "The person chose cancel.")
          .fix("Ask again: nothing has changed.")
      ]
    case .notAvailable: return noPasscode(facts)
    default: return []
    }
  }

  /// Returns the subject of the call as the beginning of a sentence: `The key`,
  /// `The access control` or `The policy`.
  private static func subject(_ facts: CallFacts) -> String {
    if facts.verb.subject == .key { return "The key" }
    return facts.use.policy == nil ? "The access control" : "The policy"
  }

  private static func needs(_ facts: CallFacts) -> String {
    facts.use.requirement.map { Wording.words(of: $0) } ?? "a person"
  }

  private static func person(_ facts: CallFacts) -> [Finding] {
    let (subject, needs) = (subject(facts), needs(facts))
    if facts.forbidsInteraction {
      return [
        Finding(
          .promptForbiddenByCall, "\(subject) needs \(needs); the call forbids asking."
        ).fix(PromptWords.allowing(facts.use.requirement))
      ]
    }
    if facts.device.isInBackground {
      return [
        Finding(
          .constrainedItemInBackground,
          "\(subject) asks for \(needs); only a person in front of the device can give that, and "
            + "the program is in the background."
        ).fix(
          facts.verb.subject == .key
            ? "Use a key without access control (and with less power) for background work."
            : "Ask when the program is in front.")
      ]
    }
    return [
      Finding(
        .nobodyToAsk,
        "\(subject) needs \(needs) and no prompt is possible"
          + (facts.device.noPrompt.map { ": \($0)." } ?? ".")
      ).fix(PromptWords.enabling(facts.use.requirement, facts.device))
    ]
  }

  private static func locked(_ facts: CallFacts) -> [Finding] {
    guard let protection = facts.use.key?.protection else { return [] }
    let (name, words) = (protection.name, ConstantNames.words(protection))
    if facts.verb == .createRandomKey {
      return [
        Finding(
          .addNeedsTheClassKey,
          "The new key would have protection \(name); its class key is not available while the "
            + "device is locked."
        ).fix("Make the key in the foreground, or give kSecAttrAccessibleAfterFirstUnlock.")
      ]
    }
    if facts.device.lock == .beforeFirstUnlock, !protection.needsUnlock {
      return [
        Finding(
          .beforeFirstUnlock,
          "The key has protection \(name) (\(words)); the device has not been unlocked since it "
            + "started."
        ).fix("Wait; do not make a new key.")
      ]
    }
    return [
      Finding(
        .lockedNeedsUnlockedDevice,
        "The key has protection \(name) (\(words)); the device is locked. The key exists and is "
          + "intact."
      ).why("The key of class \(name) is forgotten while the device is locked.")
        .fix("Stop here, keep the key, try again after the protected-data notification.")
    ]
  }

  private static func noPasscode(_ facts: CallFacts) -> [Finding] {
    let passcode = Protection.whenPasscodeSetThisDeviceOnly
    guard facts.verb == .createRandomKey, facts.device.isKnown, !facts.device.hasPasscode,
      facts.use.key?.protection == passcode
    else { return [] }
    return [
      Finding(
        .passcodeNeededForThisProtection,
        "Protection \(passcode.name) needs a passcode, and no passcode is set."
      ).fix(
        facts.device.isMachine
          ? "Set a passcode with security set-passcode, or use another protection."
          : "Ask the user to set a passcode, or use another protection.")
    ]
  }
}
