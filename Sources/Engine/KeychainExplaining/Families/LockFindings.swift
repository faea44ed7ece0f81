// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings that explain why an existing item cannot be used now: -25308, -25293, -128, -25291.
///
/// Specification/diagnostics.md, "Tree 3: errSecInteractionNotAllowed", "-25308: the cause, and the
/// way out".
enum LockFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let error = facts.error else { return notTested(facts) + deleting(facts) }
    switch error.code {
    case .interactionNotAllowed:
      return cause(facts, wording) + lapsed(error) + trap(facts)
        + ProtectionRecipe.findings(facts, wording)
    case .authorizationFailed: return [AuthenticationWords.finding(error, facts.device)]
    case .userCancelled:
      return [
        Finding(.cancelledByUser.text)
          .fix(.cancelledByUser.keepAndAsk)
      ]
    case .notAvailable: return noPasscode(facts)
    default: return []
    }
  }

  private static func cause(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    if facts.verb == .add {
      guard let collision = facts.collision else {
        return facts.device.lock == .unlocked ? [noPlace(facts)] : [newItem(facts)]
      }
      return [slot(collision, facts, wording)]
    }
    let locked = facts.matches.filter(\.isLocked)
    if locked.isEmpty, let collision = facts.collision, collision.occupant.isLocked {
      return [slot(collision, facts, wording)]
    }
    if let first = locked.first {
      return facts.verb == .update
        ? [update(locked, facts, wording)] : search(first, locked, facts, wording)
    }
    let asking = facts.matches.filter { $0.requirement != nil }
    guard let first = asking.first, let requirement = first.requirement else {
      return facts.verb == .update ? [update([], facts, wording)] : []
    }
    return [person(requirement, asking, facts, wording)]
  }

  private static func search(
    _ first: ItemFact, _ locked: [ItemFact], _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    let name = locked.map(\.protection.name).unique.joined(separator: ", ")
    var findings: [Finding] = []
    if facts.device.lock == .beforeFirstUnlock, !first.protection.needsUnlock {
      findings.append(
        Finding(.beforeFirstUnlock.items(n: locked.count, name: name)).about(locked)
          .fix(.beforeFirstUnlock.waitForUnlock(isMachine: facts.device.isMachine)))
    } else {
      findings.append(
        locked.prefix(5).reduce(
          Finding(.lockedNeedsUnlockedDevice.text(n: locked.count, ak: name)).about(locked)
            .why(
              .lockedNeedsUnlockedDevice.forgotten(
                n: locked.map(\.protection).unique.count, name: name)
            )
            .fix(.lockedNeedsUnlockedDevice.stop(isMachine: facts.device.isMachine))
        ) { $0.item(wording.item($1)) })
    }
    let readable = facts.matchCount - locked.count
    if readable > 0 {
      findings.insert(
        Finding(
          .oneLockedItemFailsTheSearch.text(k: locked.count, n: facts.matchCount, rest: readable)
        ).about(locked).fix(.oneLockedItemFailsTheSearch.fix), at: 0)
    }
    return findings
  }

  private static func update(
    _ locked: [ItemFact], _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let old = locked.first?.protection.name
    let new = facts.changes?.protectionName ?? facts.changes?.accessControl?.protectionName
    let finding = Finding(.updateNeedsOldAndNewKey.needs(old: old, new: new)).about(locked).fix(
      facts.device.isMachine
        ? .updateNeedsOldAndNewKey.onceUnlocked : .updateNeedsOldAndNewKey.inForeground)
    return locked.first.map { finding.item(wording.item($0)) } ?? finding
  }

  /// Returns finding K610 for an add that no lock refuses: there is no default keychain to which
  /// the item could go, and no user can be asked for one.
  private static func noPlace(_ facts: CallFacts) -> Finding {
    let finding = Finding(
      .shared.refused(reason: facts.error?.reason ?? "", most: nil, key: nil),
      of: .fileKeychainMissing, as: .error)
    return facts.error.flatMap { FindingText.advice(of: $0) }.map { finding.fix($0) } ?? finding
  }

  private static func newItem(_ facts: CallFacts) -> Finding {
    let given = facts.item?.protectionName ?? facts.item?.accessControl?.protectionName
    let standard = Protection.standard(for: facts.itemClass ?? .genericPassword)
    let name = given ?? standard.name
    return Finding(.addNeedsTheClassKey.text(ak: name, isDefault: given == nil)).fix(waiting(facts))
  }

  /// Returns the advice on how the program can add the new item: at which time, or with which
  /// protection.
  private static func waiting(_ facts: CallFacts) -> FindingText {
    guard !facts.device.isMachine else { return .addNeedsTheClassKey.onceUnlocked }
    return facts.device.lock == .beforeFirstUnlock
      ? .addNeedsTheClassKey.firstUnlock : .addNeedsTheClassKey.fix
  }

  private static func slot(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    Finding(
      .slotHeldByLockedItem.text(
        ak: collision.occupant.protection.name, ck: collision.wantedProtection.name)
    ).item(wording.item(collision.occupant)).about([collision.occupant])
      .fix(
        facts.device.isMachine ? .slotHeldByLockedItem.keepAndUnlock : .slotHeldByLockedItem.keep)
  }

  private static func person(
    _ requirement: AuthenticationRequirement, _ asking: [ItemFact], _ facts: CallFacts,
    _ wording: Wording
  ) -> Finding {
    let words = Wording.words(of: requirement)
    let finding: Finding
    if facts.query?.interaction == .fail || facts.forbidsInteraction {
      finding = Finding(
        .promptForbiddenByCall.text(
          n: asking.count, factors: words, isFail: facts.query?.interaction == .fail)
      ).fix(.promptForbiddenByCall.allow(context: PromptWords.context(requirement)))
    } else if facts.device.isInBackground {
      finding = Finding(.constrainedItemInBackground.items(n: asking.count, factors: words)).fix(
        .constrainedItemInBackground.second(example: secondItem(facts, wording)))
    } else {
      finding = Finding(
        .nobodyToAsk.items(n: asking.count, factors: words, reason: facts.device.noPrompt)
      ).fix(PromptWords.enabling(requirement, facts.device))
    }
    return asking.prefix(5).reduce(finding.about(asking)) { $0.item(wording.item($1)) }
  }

  /// Returns finding K316: the authentication evidence (proof that the user authenticated) that the
  /// caller passed has expired.
  static func lapsed(_ error: KeychainError) -> [Finding] {
    guard let lapse = error.lapse else { return [] }
    let lifetime = Proof.lifetime / 1_000_000
    let end: FindingText? =
      switch lapse.end {
      case .time: nil
      case .lock: .evidenceExpired.lock
      case .passcode: .evidenceExpired.passcode
      case .enrolment: .evidenceExpired.enrolment
      }
    return [
      Finding(.evidenceExpired.text(n: lapse.age, lifetime: lifetime, end: end?.description)).fix(
        .evidenceExpired.fix)
    ]
  }

  /// Returns an example name for the item that the finding advises the developer to add: a second
  /// item without access control.
  ///
  /// For example `svce "vault-refresh"`. Nil if the query names no service and no server, or if
  /// values are not shown.
  private static func secondItem(_ facts: CallFacts, _ wording: Wording) -> String? {
    let given = facts.query?.predicates.first {
      $0.attribute == .service || $0.attribute == .server
    }
    guard let given, case .text(let name) = given.value, wording.showsValues else { return nil }
    return wording.condition(given.attribute, .text(name + "-refresh"))
  }

  /// Returns finding K310: a delete of locked items succeeds, but no new item can be added until
  /// the device is unlocked.
  ///
  /// Empty if the finding does not apply.
  private static func deleting(_ facts: CallFacts) -> [Finding] {
    guard facts.verb == .delete, let trap = facts.deleteTrap, trap.isSet,
      // If the program's read of the items was refused before, finding K802 explains the trap.
      Recollection(facts).refusedRead == nil
    else { return [] }
    return [
      Finding(
        .deleteTrap.ofDelete(
          isDryRun: facts.isDryRun, n: facts.lockedCount, add: add(trap, facts),
          status: trap.add?.code.rawValue ?? 0)
      ).about(facts.matches.filter(\.isLocked)).fix(.deleteTrap.fix)
    ]
  }

  private static func add(_ trap: CallFacts.DeleteTrap, _ facts: CallFacts) -> FindingText {
    switch trap.shape {
    case .ofCall: .deleteTrap.anAdd
    case .ofEarlierCall(let protection): .deleteTrap.anAddLikeTheLast(name: protection)
    case .byDefault:
      // Before the first unlock, the class key of no usual protection is available.
      facts.device.lock == .beforeFirstUnlock ? .deleteTrap.theAdd : .deleteTrap.anAddByDefault
    }
  }

  private static func trap(_ facts: CallFacts) -> [Finding] {
    guard let trap = facts.deleteTrap, trap.isSet else { return [] }
    let isStart = facts.device.lock == .beforeFirstUnlock
    let finding = Finding(
      .deleteTrap.text(add: add(trap, facts), status: trap.add?.code.rawValue ?? 0))
    return [isStart ? finding : finding.fix(.deleteTrap.fix)]
  }

  private static func noPasscode(_ facts: CallFacts) -> [Finding] {
    let name =
      facts.item?.protectionName ?? facts.item?.accessControl?.protectionName
      ?? facts.changes?.protectionName ?? facts.changes?.accessControl?.protectionName
    guard name == Protection.whenPasscodeSetThisDeviceOnly.name, !facts.device.hasPasscode else {
      return []
    }
    return [
      Finding(.passcodeNeededForThisProtection.text(akpu: "akpu")).fix(
        facts.device.isMachine
          ? .passcodeNeededForThisProtection.set : .passcodeNeededForThisProtection.ask)
    ]
  }

  /// Returns finding K315: this device has no passcode and never locks, so that it does not test
  /// the protection.
  ///
  /// The call does not show what happens on a device that can lock. Empty if the finding does not
  /// apply.
  private static func notTested(_ facts: CallFacts) -> [Finding] {
    guard facts.verb == .copyMatching, !facts.device.hasPasscode,
      facts.matches.contains(where: { $0.protection.needsUnlock })
    else { return [] }
    return [
      Finding(.protectionNotTestedHere.text).fix(.protectionNotTestedHere.test)
    ]
  }
}

extension Protection {
  /// True if the class key of the protection becomes unavailable whenever the device is locked.
  var needsUnlock: Bool {
    switch self {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: true
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly, .always, .alwaysThisDeviceOnly: false
    }
  }
}
