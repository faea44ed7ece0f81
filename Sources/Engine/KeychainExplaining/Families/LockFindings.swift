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
        Finding(.cancelledByUser, "The person chose cancel.")
          .fix("Keep the item and ask again: nothing has changed.")
      ]
    case .notAvailable: return noPasscode(facts)
    default: return []
    }
  }

  private static func cause(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    if facts.verb == .add {
      guard let collision = facts.collision else { return [newItem(facts)] }
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
    let items = Wording.items(locked.count, "matching")
    var findings: [Finding] = []
    if facts.device.lock == .beforeFirstUnlock, !first.protection.needsUnlock {
      findings.append(
        Finding(
          .beforeFirstUnlock,
          "\(items) \(locked.count.are("has", "have")) protection \(name) (after first unlock); "
            + "the device has not been unlocked since it started."
        ).about(locked)
          .fix(
            "Wait; do not report \"signed out\" and do not add a new item."
              + (facts.device.isMachine ? " security unlock-store unlocks the store." : "")))
    } else {
      findings.append(
        locked.prefix(5).reduce(
          Finding(
            .lockedNeedsUnlockedDevice,
            "\(items) \(locked.count.are("has", "have")) protection \(name) (when unlocked); the "
              + "device is locked. "
              + locked.count.are("The item exists and is", "The items exist and are") + " intact."
          ).about(locked)
            .why(
              "The \(locked.map(\.protection).unique.count.are("key", "keys")) of class \(name) "
                + "\(locked.map(\.protection).unique.count.are("is", "are")) forgotten while the "
                + "device is locked."
            )
            .fix(
              (facts.device.isMachine
                ? "Stop here and keep the item: security unlock-store unlocks the store. "
                : "Stop here, keep the item, try again after the protected-data notification. ")
                + "If this program must work while locked, K311.")
        ) { $0.item(wording.item($1)) })
    }
    let readable = facts.matchCount - locked.count
    if readable > 0 {
      findings.insert(
        Finding(
          .oneLockedItemFailsTheSearch,
          "\(locked.count) of \(facts.matchCount) matches \(locked.count.are("is", "are")) locked, "
            + "so the whole search answers -25308; \(readable) "
            + "\(readable.are("is", "are")) readable."
        ).about(locked).fix("Filter by kSecAttrAccessible, or narrow the query."), at: 0)
    }
    return findings
  }

  private static func update(
    _ locked: [ItemFact], _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let old = locked.first?.protection.name
    let new = facts.changes?.protectionName ?? facts.changes?.accessControl?.protectionName
    var needs = old.map { "\($0) to read" } ?? ""
    if let new { needs += (needs.isEmpty ? "" : " and ") + "\(new) to write" }
    let finding = Finding(
      .updateNeedsOldAndNewKey,
      "Update re-encrypts: it needs \(needs.isEmpty ? "the key of the item" : needs), even if only "
        + "the label changes."
    ).about(locked).fix(
      facts.device.isMachine
        ? "Update once security unlock-store has unlocked the store."
        : "Update in the foreground, while the device is unlocked.")
    return locked.first.map { finding.item(wording.item($0)) } ?? finding
  }

  private static func newItem(_ facts: CallFacts) -> Finding {
    let given = facts.item?.protectionName ?? facts.item?.accessControl?.protectionName
    let standard = Protection.standard(for: facts.itemClass ?? .genericPassword)
    let name = given ?? standard.name
    return Finding(
      .addNeedsTheClassKey,
      "The new item would have protection \(name)\(given == nil ? " by default" : ""); its key is "
        + "not available while locked."
    ).fix(waiting(facts))
  }

  /// Returns the advice on how the program can add the new item: at which time, or with which
  /// protection.
  private static func waiting(_ facts: CallFacts) -> String {
    guard !facts.device.isMachine else {
      return "Add once security unlock-store has unlocked the store."
    }
    return facts.device.lock == .beforeFirstUnlock
      ? "Wait for the first unlock, and add then."
      : "Add in the foreground, or give kSecAttrAccessibleAfterFirstUnlock."
  }

  private static func slot(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    Finding(
      .slotHeldByLockedItem,
      "An item with this key exists and is locked, so it cannot be compared; its protection "
        + "(\(collision.occupant.protection.name)) decides, not yours "
        + "(\(collision.wantedProtection.name))."
    ).item(wording.item(collision.occupant)).about([collision.occupant])
      .fix(
        facts.device.isMachine
          ? "Keep the item; security unlock-store unlocks the store."
          : "Keep the item and try later.")
  }

  private static func person(
    _ requirement: AuthenticationRequirement, _ asking: [ItemFact], _ facts: CallFacts,
    _ wording: Wording
  ) -> Finding {
    let words = Wording.words(of: requirement)
    let items = Wording.items(asking.count, "matching")
    let finding: Finding
    if facts.query?.interaction == .fail || facts.forbidsInteraction {
      finding = Finding(
        .promptForbiddenByCall,
        "\(items) \(asking.count == 1 ? "needs" : "need") \(words); "
          + (facts.query?.interaction == .fail
            ? "kSecUseAuthenticationUIFail" : "interactionNotAllowed") + " forbids asking."
      ).fix(PromptWords.allowing(requirement))
    } else if facts.device.isInBackground {
      finding = Finding(
        .constrainedItemInBackground,
        "\(items) \(asking.count.are("asks", "ask")) for \(words); only a person in front of the "
          + "device can give that."
      ).fix(
        "Keep a second item without access control (and with less power) for background work"
          + secondItem(facts, wording) + ".")
    } else {
      finding = Finding(
        .nobodyToAsk,
        "\(items) \(asking.count == 1 ? "needs" : "need") \(words) and no prompt is possible"
          + (facts.device.noPrompt.map { ": \($0)." } ?? ".")
      ).fix(PromptWords.enabling(requirement, facts.device))
    }
    return asking.prefix(5).reduce(finding.about(asking)) { $0.item(wording.item($1)) }
  }

  /// Returns finding K316: the authentication evidence (proof that the user authenticated) that the
  /// caller passed has expired.
  static func lapsed(_ error: KeychainError) -> [Finding] {
    guard let lapse = error.lapse else { return [] }
    let lifetime = Proof.lifetime / 1_000_000
    let end =
      switch lapse.end {
      case .time: ""
      case .lock: ", and the lock ended it"
      case .passcode: ", and the change of the passcode ended it"
      case .enrolment: ", and the change of the enrolment ended it"
      }
    return [
      Finding(
        .evidenceExpired,
        "The context was evaluated \(lapse.age) s ago; evidence holds \(lifetime) s\(end)."
      ).fix("Evaluate the context again.")
    ]
  }

  /// Returns an example name for the item that the finding advises the developer to add: a second
  /// item without access control.
  ///
  /// The result is the end of a sentence, for example `, e.g. svce "vault-refresh"`. Empty if the
  /// query names no service and no server, or if values are not shown.
  private static func secondItem(_ facts: CallFacts, _ wording: Wording) -> String {
    let given = facts.query?.predicates.first {
      $0.attribute == .service || $0.attribute == .server
    }
    guard let given, case .text(let name) = given.value, wording.showsValues else { return "" }
    return ", e.g. " + wording.condition(given.attribute, .text(name + "-refresh"))
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
    let items = Wording.items(facts.lockedCount, "locked")
    return [
      Finding(
        .deleteTrap,
        "The delete \(facts.isDryRun ? "would remove" : "removed") \(items), and "
          + "\(add(trap, facts)) would answer \(trap.add?.code.rawValue ?? 0). The secret "
          + "\(facts.isDryRun ? "would be" : "is") lost."
      ).about(facts.matches.filter(\.isLocked)).fix("Never delete because of -25308.")
    ]
  }

  private static func add(_ trap: CallFacts.DeleteTrap, _ facts: CallFacts) -> String {
    switch trap.shape {
    case .ofCall: "an add"
    case .ofEarlierCall(let protection): "an add like the last one (protection \(protection))"
    case .byDefault:
      // Before the first unlock, the class key of no usual protection is available.
      facts.device.lock == .beforeFirstUnlock ? "the add" : "an add with default protection"
    }
  }

  private static func trap(_ facts: CallFacts) -> [Finding] {
    guard let trap = facts.deleteTrap, trap.isSet else { return [] }
    let isStart = facts.device.lock == .beforeFirstUnlock
    let finding = Finding(
      .deleteTrap,
      "SecItemDelete with this query would succeed now, and \(add(trap, facts)) would answer "
        + "\(trap.add?.code.rawValue ?? 0). The secret would be lost.")
    return [isStart ? finding : finding.fix("Never delete because of -25308.")]
  }

  private static func noPasscode(_ facts: CallFacts) -> [Finding] {
    let name =
      facts.item?.protectionName ?? facts.item?.accessControl?.protectionName
      ?? facts.changes?.protectionName ?? facts.changes?.accessControl?.protectionName
    guard name == Protection.whenPasscodeSetThisDeviceOnly.name, !facts.device.hasPasscode else {
      return []
    }
    return [
      Finding(
        .passcodeNeededForThisProtection, "akpu needs a passcode, and no passcode is set."
      ).fix(
        facts.device.isMachine
          ? "Set a passcode with security set-passcode, or use another protection."
          : "Ask the user to set a passcode, or use another protection.")
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
      Finding(
        .protectionNotTestedHere,
        "No passcode is set: this device never locks, a real one answers -25308 when locked."
      ).fix("Test with SimulatedDevice.phone() and lock(), or with --if locked.")
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

extension Finding {
  func note(_ text: String) -> Finding { with(.note, text) }
}
