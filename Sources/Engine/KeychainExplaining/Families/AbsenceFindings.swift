// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Why nothing was found: -25300 (spec/diagnostics.md 5.2), and -26275 for what is damaged.
enum AbsenceFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.error?.code == .itemNotFound || facts.error?.code == .decode,
      facts.error?.cause != .dataMakesNoObject, let query = facts.query
    else { return [] }
    // A search that failed found nothing out, which is not that there is nothing.
    guard facts.lookUpFailure == nil else { return hiddenByToken(facts) }
    let absence = facts.absence ?? AbsenceFact()
    var findings = certain(query, facts, wording)
    if findings.isEmpty {
      let classes = classes(absence, facts)
      if !classes.isEmpty {
        findings = classes
      } else if let nearest = absence.nearMisses.first, nearest.meetsAny(of: query) {
        findings = near(nearest, absence, facts, wording)
      } else {
        findings = history(absence, facts, wording)
        if findings.isEmpty { findings = unexplained(absence, query, facts, wording) }
        if facts.caller.origin == .adHoc { findings.append(GroupFindings.nameFromFile(facts)) }
      }
    }
    if absence.isCutShort { findings.append(cutShort(absence)) }
    return findings + hiddenByToken(facts)
  }

  /// What the nearest item fails; where that is a part of the key, another item was meant, of which
  /// the past may know.
  private static func near(
    _ nearest: NearMiss, _ absence: AbsenceFact, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    let changed =
      RecordFindings.queryChanged(nearest, facts, wording)
      ?? PastFindings.queryChanged(nearest, facts, wording)
    let past =
      history(absence, facts, wording) + [RecordFindings.failedAdd(facts)].compactMap { $0 }
      + PastFindings.destroyed(facts, wording)
    // The nearest item is gone for good, so that no change of the query finds it.
    let gone =
      nearest.item.isGone
      ? [destroyed(nearest.item, of: "An item near the query existed", facts, wording)] : []
    return gone + (changed.map { [$0] } ?? []) + (nearest.isOther ? past : [])
      + failures(of: nearest, absence, facts, wording)
  }

  /// What needs no search: a limit of nothing, items that were skipped, lost or damaged.
  private static func certain(
    _ query: Query, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    if query.tombstones == true {
      return [
        Finding(
          .attributeNarrowsToNothing,
          "tomb=1 asks for what is left of deleted synchronizable items, and nothing of it matches."
        ).fix("Remove tomb from the search.")
      ]
    }
    if query.limit.count == 0 {
      return [Finding(.limitZero, "kSecMatchLimit is 0.").fix("1 or kSecMatchLimitAll.")]
    }
    if let half = facts.absence?.identityHalf { return [identity(half)] }
    let damaged = facts.matches.filter { $0.state == .damaged }
    if !damaged.isEmpty {
      return [
        Finding(
          .damagedRowSkipped,
          "\(Wording.items(damaged.count, "matching")) cannot be opened: \(step(damaged)) failed."
        ).about(damaged).fix("Run security doctor; restore a backup.")
      ]
    }
    let skipped = facts.matches.filter { $0.requirement != nil }
    if query.interaction == .skip, !skipped.isEmpty {
      return [
        Finding(
          .skippedBecauseProtected,
          "\(Wording.items(skipped.count)) matched and \(skipped.count.are("was", "were")) left "
            + "out: kSecUseAuthenticationUISkip was given and "
            + "\(skipped.count.are("it needs", "they need")) a prompt."
        ).about(skipped).fix(
          "kSecUseAuthenticationUIFail tells that they exist; kSecUseAuthenticationUIAllow asks.")
      ]
    }
    let lost = facts.matches.filter(\.isGone)
    guard let first = lost.first else { return [] }
    return [destroyed(first, of: "It existed", facts, wording).about(lost)]
  }

  /// K219: an item that no query finds any more.
  private static func destroyed(
    _ first: ItemFact, of beginning: String, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let until =
      first.state == .lost
      ? PastFindings.passcodeRemoved(facts).map { " until \(wording.date($0))" } ?? "" : ""
    let reason =
      first.state == .lost
      ? "the passcode was removed, which destroys items of \(first.protection.name) for good."
      : "the enrolled fingers changed, which destroys items bound to them for good."
    return Finding(.keyDestroyed, "\(beginning)\(until): \(reason)").item(wording.item(first))
      .fix("Ask the user to sign in again and add the item anew.")
  }

  /// Which step of opening them failed.
  private static func step(_ damaged: [ItemFact]) -> String {
    damaged.allSatisfy { $0.isUndecodable } ? "decoding" : "the authentication tag"
  }

  private static func identity(_ half: AbsenceFact.IdentityHalf) -> Finding {
    let reason =
      switch half {
      case .noKey: "The certificate has no key: no private key has its pkhh as klbl."
      case .notPrivate: "The key of the certificate is not marked private (kcls, priv)."
      case .noCertificate: "The key has no certificate: none has its klbl as pkhh."
      }
    return Finding(.identityHalfMissing, reason)
      .why("An identity is a certificate with its private key; nothing of it is stored.")
      .fix("Add the missing half by kSecValueRef, which reads its attributes.")
  }

  /// Other classes that have what is looked for; one that lacks an attribute of the query explains
  /// less than an item of the right class that is near.
  private static func classes(_ absence: AbsenceFact, _ facts: CallFacts) -> [Finding] {
    guard absence.nearMisses.first?.isClose != true else { return [] }
    let hasNear = !absence.nearMisses.isEmpty
    return absence.otherClasses.sorted { $0.key.number < $1.key.number }
      .filter { $0.value.leftOut.isEmpty || !hasNear }
      .map { itemClass, other in
        let count = other.count
        let number = count > 5 ? "more than 5 items" : Wording.items(count)
        let names = other.leftOut.map(\.name).joined(separator: ", ")
        let found =
          "In class \(itemClass.rawValue) \(number) \(count.are("has", "have")) the same values"
        let finding = Finding(
          .existsInOtherClass,
          found + (names.isEmpty ? "." : "; that class has no \(names), which was left out.")
        ).fix(
          "Change kSecClass to \(ConstantNames.constant(itemClass))"
            + other.renamed.sorted { $0.key < $1.key }.map { old, new in
              ", \(ConstantNames.constant(old)) to \(ConstantNames.constant(new))"
            }.joined() + (names.isEmpty ? "." : ", and leave out \(names)."))
        guard let act = facts.verb.act else { return finding }
        return finding.note(
          "\(facts.function) would then \(act) \(number): where that is not meant, give the whole "
            + "key of one item, or a persistent reference (K801).")
      }
  }

  /// What the change history knows of it.
  private static func history(
    _ absence: AbsenceFact, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    guard let deletion = absence.deletion else { return [] }
    // Who else writes to a group is not for its members to learn (spec/diagnostics.md 6.1).
    let isOwn = deletion.writer == facts.caller.identifier
    let who = isOwn ? "This program" : "Another program"
    if facts.query?.references.isEmpty == false {
      return [
        Finding(
          .referenceToDeletedItem,
          "The item of this persistent reference was deleted at \(wording.date(deletion.time))"
            + (deletion.isBack ? " and added again with a new reference." : ".")
        ).fix("Keep references by SecItemUpdate instead of delete and add.")
      ]
    }
    return [
      Finding(
        .deletedEarlier,
        "It existed. \(who) deleted it at \(wording.date(deletion.time)) with a SecItemDelete that "
          + "removed \(Wording.items(deletion.count)) in one call."
      ).fix(
        deletion.count > 1
          ? "Add it again, and give SecItemDelete the whole key of one item from now on (K801)."
          : "Add it again.")
    ]
  }

  /// Where neither an item nor the history tells anything: what happened to the store as a whole.
  private static func unexplained(
    _ absence: AbsenceFact, _ query: Query, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    let foreign = OwnerFindings.elsewhere(facts, wording)
    if !foreign.isEmpty { return foreign }
    let destroyed = PastFindings.destroyed(facts, wording)
    let failed = RecordFindings.failedAdd(facts)
    let rest: [Finding]
    if !destroyed.isEmpty {
      rest = destroyed
    } else if let nearest = absence.nearMisses.first {
      // All of a small class are told, though none of them is near.
      rest = failures(of: nearest, absence, facts, wording)
    } else {
      rest = [nothing(absence, query, isTold: failed != nil, facts, wording)]
    }
    return (failed.map { [$0] } ?? []) + rest
      + PastFindings.otherStore(facts) + PastFindings.moreKnown(facts)
  }

  /// - Parameter isTold: whether an add that failed is told of.
  private static func nothing(
    _ absence: AbsenceFact, _ query: Query, isTold: Bool, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    guard query.references.isEmpty else {
      guard absence.classCount == 0 else {
        return Finding(
          .noTraceOfIt,
          "The item of this persistent reference fails another condition of the query."
        ).fix("Give the reference alone.")
      }
      return Finding(
        .noTraceOfIt,
        "No item in your groups has this persistent reference, and the change history knows none."
      ).fix("It is of another store, or of a group that this program does not hold.")
    }
    guard absence.classCount > 0 else {
      let found = "No item of class \(query.itemClass.rawValue) exists in your groups"
      if isTold { return Finding(.nothingOfThisClass, found + ".") }
      if let deletion = absence.classDeletion { return deleted(found, deletion, query, wording) }
      let since = absence.hasAdded == false ? facts.former?.history?.generations.first?.since : nil
      let never = since.map {
        ", and \(Wording.visible(facts.caller.identifier)) never added one (history since "
          + "\(wording.date($0)))"
      }
      return Finding(.nothingOfThisClass, found + (never ?? "") + ".")
        .fix("Add it, and check the status of SecItemAdd." + PastFindings.otherIdentity(facts))
    }
    return Finding(
      .noTraceOfIt,
      "No item in your groups agrees with more than \(absence.agreement.met) of "
        + "\(absence.agreement.of) conditions, and the change history knows none."
    ).fix("The value itself is wrong, or it was added under another identity.")
  }

  /// Whether what is asked for was among it nobody knows: the history has whole keys alone.
  private static func deleted(
    _ found: String, _ deletion: AbsenceFact.Deletion, _ query: Query, _ wording: Wording
  ) -> Finding {
    let isWhole = UpdateProgram.needed(of: query.itemClass).allSatisfy { needed in
      query.predicates.contains { $0.attribute == needed }
    }
    return Finding(.nothingOfThisClass, found + ".").why(
      "A SecItemDelete of this program removed \(Wording.items(deletion.count)) of the class at "
        + "\(wording.date(deletion.time))\(isWhole ? "; of this key the history knows none" : "")."
    ).fix(
      isWhole
        ? "Compare the key with that of the SecItemAdd, letter by letter; where it is right, "
          + "add the item."
        : "Give the whole key: then the report says whether that item was among them (K217). Give "
          + "SecItemDelete the whole key of one item, too (K801).")
  }

  /// A search answers "not found" where a write is refused.
  private static func hiddenByToken(_ facts: CallFacts) -> [Finding] {
    guard !facts.caller.groups.isEmpty,
      facts.caller.groups.allSatisfy({ $0 == Caller.tokenGroup })
    else { return [] }
    return [
      Finding(
        .tokenErrorHiddenBySearch,
        "A search answers \"not found\" where a write answers -34018, because only the token "
          + "group is held."
      ).fix("Add a group of your own (K407).")
    ]
  }

  private static func cutShort(_ absence: AbsenceFact) -> Finding {
    let reached =
      absence.isOutOfTime
      ? "\(absence.milliseconds) ms" : "\(absence.rowsRead) candidate rows"
    return Finding(.searchCutShort, "Stopped after \(reached); nearer items may exist.")
      .fix("Add a selective attribute (acct, svce).")
  }
}

extension NearMiss {
  /// Whether an item of the right class is so near that another class does not explain more: only
  /// where it is, or how a value is written, is wrong.
  fileprivate var isClose: Bool {
    failures.allSatisfy { failure in
      switch failure.how {
      case .synchronizable, .group, .form, .protection: true
      case .kind, .filter, .isNotStored, .isEmpty, .differs, .differsIn: false
      }
    }
  }
}

extension RequestedGroup {
  package var name: String? {
    if case .named(let name) = self { name } else { nil }
  }
}
