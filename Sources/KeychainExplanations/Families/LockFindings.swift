// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Why something is there and may not be used now: -25308, -25293, -128, -25291
/// (spec/diagnostics.md 5.3, 6.2).
enum LockFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let error = facts.error else { return notTested(facts) }
    switch error.code {
    case .interactionNotAllowed:
      return cause(facts, wording) + trap(facts) + migration(facts, wording)
    case .authorizationFailed: return [failed(error, facts)]
    case .userCancelled:
      return [
        Finding(.cancelledByUser, "The person chose cancel.")
          .fix("Keep the item and offer again: the store is whole.")
      ]
    case .notAvailable: return noPasscode(facts)
    default: return []
    }
  }

  private static func cause(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    if facts.verb == .add {
      guard let collision = facts.collision else { return [newItem(facts)] }
      return [slot(collision, wording)]
    }
    let locked = facts.matches.filter(\.isLocked)
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
    let name = first.protection.name
    let items = Wording.items(locked.count, "matching")
    var findings: [Finding] = []
    if facts.device.lock == .beforeFirstUnlock, !first.protection.needsUnlock {
      findings.append(
        Finding(
          .beforeFirstUnlock,
          "\(items) \(locked.count.are("has", "have")) protection \(name) (after first unlock); "
            + "the device has not been unlocked since it started."
        ).about(locked)
          .fix("Wait; do not report \"signed out\" and do not add a new item."))
    } else {
      findings.append(
        Finding(
          .lockedNeedsUnlockedDevice,
          "\(items) \(locked.count.are("has", "have")) protection \(name) (when unlocked); the "
            + "device is locked. "
            + "\(locked.count == 1 ? "The item exists and is" : "The items exist and are") intact."
        ).item(wording.item(first)).about(locked)
          .why("The key of class \(name) is forgotten while the device is locked.")
          .fix(
            "Stop here, keep the item, try again after the protected-data notification. If this "
              + "program must work while locked, see K311."))
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
      "Update re-encrypts: it needs the key of \(needs.isEmpty ? "the item" : needs), also for a "
        + "change of the label only."
    ).about(locked).fix("Update in the foreground, while the device is unlocked.")
    return locked.first.map { finding.item(wording.item($0)) } ?? finding
  }

  private static func newItem(_ facts: CallFacts) -> Finding {
    let given = facts.item?.protectionName ?? facts.item?.accessControl?.protectionName
    let name = given ?? Protection.whenUnlocked.name
    return Finding(
      .addNeedsTheClassKey,
      "The new item would have protection \(name)\(given == nil ? " by default" : ""); its key is "
        + "not available while the device is locked."
    ).fix("Add in the foreground, or give kSecAttrAccessibleAfterFirstUnlock.")
  }

  private static func slot(_ collision: CollisionFact, _ wording: Wording) -> Finding {
    Finding(
      .slotHeldByLockedItem,
      "An item with this key exists and is locked, so it cannot be judged; its protection "
        + "(\(collision.occupant.protection.name)) decides, not yours "
        + "(\(collision.wantedProtection.name))."
    ).item(wording.item(collision.occupant)).about([collision.occupant])
      .fix("Keep the item and try later.")
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
        "\(items) \(asking.count == 1 ? "needs" : "need") \(words); the call forbids asking."
      ).fix("Allow the prompt, or hand in an evaluated LAContext.")
    } else if facts.device.isInBackground {
      finding = Finding(
        .constrainedItemInBackground,
        "\(items) \(asking.count.are("asks", "ask")) for \(words); only a person in front of the "
          + "device can give that, and the program is in the background."
      ).fix(
        "Keep a second item without access control (and with less power) for background work.")
    } else {
      finding = Finding(
        .nobodyToAsk,
        "\(items) \(asking.count == 1 ? "needs" : "need") \(words) and no prompt is possible"
          + (facts.device.noPrompt.map { ": \($0)." } ?? ".")
      ).fix("Start a prompt agent, or hand in a context that has the credential.")
    }
    return asking.prefix(5).reduce(finding.about(asking)) { $0.item(wording.item($1)) }
  }

  private static func trap(_ facts: CallFacts) -> [Finding] {
    guard facts.deleteTrap?.isSet == true else { return [] }
    return [
      Finding(
        .deleteTrap,
        "SecItemDelete with this query would succeed now, and an add "
          + (facts.verb == .add ? "" : "with default protection ")
          + "would answer -25308. The secret would be lost."
      ).fix("Never delete because of -25308.")
    ]
  }

  private static func migration(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.verb == .copyMatching, facts.device.lock == .locked,
      facts.matches.contains(where: { $0.isLocked && $0.protection.needsUnlock })
    else { return [] }
    return [
      Finding(
        .howToChangeProtection, "Protection can be changed in place, once, in the foreground:"
      ).fix(
        "In the foreground:",
        code: [
          "SecItemUpdate(key, [kSecAttrAccessible:",
          "  kSecAttrAccessibleAfterFirstUnlock] as NSDictionary)",
        ]
      ).note(
        "It answers -25308 while locked and changes nothing then. Even afterwards -25308 remains "
          + "possible before the first unlock.")
    ]
  }

  private static func failed(_ error: KeychainError, _ facts: CallFacts) -> Finding {
    var words = "\(error.reason)."
    if case .authentication(let failure)? = error.context {
      words = "\(failure.reason). LA code \(failure.rawValue)."
    }
    return Finding(.authenticationFailed, words.prefix(1).uppercased() + words.dropFirst())
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
        .passcodeNeededForThisProtection, "Protection akpu needs a passcode; none is set."
      ).fix("Ask the user to set one, or take another protection.")
    ]
  }

  /// A device that never locks proves nothing about one that does.
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
  /// Whether the key goes with every lock.
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
