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
        Finding(.cancelledByUser.text)
          .fix(.cancelledByUser.askAgain)
      ]
    case .notAvailable: return noPasscode(facts)
    default: return []
    }
  }

  private static func isKey(_ facts: CallFacts) -> Bool { facts.verb.subject == .key }

  private static func person(_ facts: CallFacts) -> [Finding] {
    let needs = facts.use.requirement.map { Wording.words(of: $0) }
    if facts.forbidsInteraction {
      return [
        Finding(
          .promptForbiddenByCall.use(
            isKey: isKey(facts), isPolicy: facts.use.policy != nil, factors: needs)
        ).fix(.promptForbiddenByCall.allow(context: PromptWords.context(facts.use.requirement)))
      ]
    }
    if facts.device.isInBackground {
      return [
        Finding(
          .constrainedItemInBackground.use(
            isKey: isKey(facts), isPolicy: facts.use.policy != nil, factors: needs)
        ).fix(
          facts.verb.subject == .key
            ? .constrainedItemInBackground.otherKey : .constrainedItemInBackground.inFront)
      ]
    }
    return [
      Finding(
        .nobodyToAsk.use(
          isKey: isKey(facts), isPolicy: facts.use.policy != nil, factors: needs,
          reason: facts.device.noPrompt)
      ).fix(PromptWords.enabling(facts.use.requirement, facts.device))
    ]
  }

  private static func locked(_ facts: CallFacts) -> [Finding] {
    guard let protection = facts.use.key?.protection else { return [] }
    let (name, words) = (protection.name, ConstantNames.words(protection))
    if facts.verb == .createRandomKey {
      return [
        Finding(.addNeedsTheClassKey.newKey(name: name)).fix(.addNeedsTheClassKey.keyInForeground)
      ]
    }
    if facts.device.lock == .beforeFirstUnlock, !protection.needsUnlock {
      return [
        Finding(.beforeFirstUnlock.key(name: name, words: words)).fix(.beforeFirstUnlock.noNewKey)
      ]
    }
    return [
      Finding(.lockedNeedsUnlockedDevice.key(name: name, words: words)).why(
        .lockedNeedsUnlockedDevice.forgotten(n: 1, name: name)
      )
      .fix(.lockedNeedsUnlockedDevice.stopWithKey)
    ]
  }

  private static func noPasscode(_ facts: CallFacts) -> [Finding] {
    let passcode = Protection.whenPasscodeSetThisDeviceOnly
    guard facts.verb == .createRandomKey, facts.device.isKnown, !facts.device.hasPasscode,
      facts.use.key?.protection == passcode
    else { return [] }
    return [
      Finding(.passcodeNeededForThisProtection.protection(name: passcode.name)).fix(
        facts.device.isMachine
          ? .passcodeNeededForThisProtection.set : .passcodeNeededForThisProtection.ask)
    ]
  }
}
