// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings that explain why a call found no item: -25300, and -26275 for damaged items.
///
/// Specification/diagnostics.md, "Tree 2: errSecItemNotFound".
enum AbsenceFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.error?.code == .itemNotFound || facts.error?.code == .decode,
      facts.error?.cause != .dataMakesNoObject, let query = facts.query
    else { return [] }
    // A failed look into the store proves nothing: it does not mean that no item exists.
    guard facts.lookUpFailure == nil else { return hiddenByToken(facts) }
    // The record of a call that asked keychain files knows nothing about other items of the store.
    guard facts.absence != nil || facts.keychains == nil else {
      return certain(query, facts, wording) + hiddenByToken(facts)
    }
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

  /// Returns the findings about the nearest item and the conditions of the query that this item
  /// fails.
  ///
  /// If an attribute of the primary key differs, the query means another item than the nearest
  /// item. The result then includes the findings from the change history about the item that the
  /// query means.
  private static func near(
    _ nearest: NearMiss, _ absence: AbsenceFact, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    let changed =
      RecordFindings.queryChanged(nearest, facts, wording)
      ?? PastFindings.queryChanged(nearest, facts, wording)
    let past =
      history(absence, facts, wording) + [RecordFindings.failedAdd(facts)].compactMap { $0 }
      + PastFindings.destroyed(facts, wording)
    // If the nearest item can never be decrypted again, no change of the query can find it.
    let gone =
      nearest.item.isGone
      ? [destroyed(nearest.item, of: "An item near the query existed", facts, wording)] : []
    return gone + (changed.map { [$0] } ?? []) + (nearest.isOther ? past : [])
      + failures(of: nearest, absence, facts, wording)
  }

  /// Returns the findings that need no search for near misses (items that nearly match).
  ///
  /// These findings are about a query for tombstones, a limit of 0, a missing part of an identity,
  /// and damaged, skipped or lost items.
  private static func certain(
    _ query: Query, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    if query.tombstones == true {
      return [
        Finding(
          .attributeNarrowsToNothing,
          "tomb=1 asks for tombstones of deleted synchronizable items, and no tombstone matches."
        ).fix("Remove tomb from the search.")
      ]
    }
    if query.limit.count == 0 {
      return [Finding(.limitZero, "kSecMatchLimit is 0.").fix("Pass 1 or kSecMatchLimitAll.")]
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
          "Use kSecUseAuthenticationUIFail to learn that they exist, "
            + "kSecUseAuthenticationUIAllow to ask."
        )
      ]
    }
    let lost = facts.matches.filter(\.isGone)
    guard let first = lost.first else { return [] }
    return [destroyed(first, of: "The item existed", facts, wording).about(lost)]
  }

  /// Returns finding K219: an item existed, but no query can find it again.
  ///
  /// The key of the item was destroyed with the passcode, or the fingers that the item requires are
  /// not enrolled any more.
  ///
  /// - Parameter beginning: the first words of the finding, for example `The item existed`.
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

  /// Returns the name of the step that failed during decryption: `decoding` or
  /// `the authentication tag`.
  private static func step(_ damaged: [ItemFact]) -> String {
    damaged.allSatisfy { $0.isUndecodable } ? "decoding" : "the authentication tag"
  }

  private static func identity(_ half: AbsenceFact.IdentityHalf) -> Finding {
    let reason =
      switch half {
      case .noKey: "The certificate has no key: no private key has its pkhh as klbl."
      case .notPrivate: "The key of the certificate is not marked private (kcls, priv)."
      case .noCertificate: "The key has no certificate: no certificate has its klbl as pkhh."
      }
    return Finding(.identityHalfMissing, reason)
      .why("An identity is a certificate with its private key; it is not an item of its own.")
      .fix("Add the missing half by kSecValueRef, which reads its attributes.")
  }

  /// Returns the findings that name other classes whose items have the values of the query.
  ///
  /// The result is empty if an item of the right class differs only in group, sync flag
  /// (`kSecAttrSynchronizable`), protection or form of a value. If another item of the right class
  /// is near, a class that lacks an attribute of the query is left out. The near item explains more
  /// than an item of another class.
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
          "In class \(itemClass.rawValue) \(number) \(count.are("has", "have")) these values"
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
          "\(facts.function) would then \(act) \(number): if you do not mean that, give the whole "
            + "key of one item, or a persistent reference (K801).")
      }
  }

  /// Returns the finding that the item of the query was deleted, with the time from the change
  /// history.
  ///
  /// Empty if no deletion of the item is known.
  private static func history(
    _ absence: AbsenceFact, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    guard let deletion = absence.deletion else { return [] }
    // The members of a group must not learn which other programs write to it
    // (Specification/diagnostics.md, "-25299: show the item and print the update").
    let isOwn = deletion.writer == facts.caller.identifier
    let who = isOwn ? "This program" : "Another program"
    if facts.query?.references.isEmpty == false {
      return [
        Finding(
          .referenceToDeletedItem,
          "The item of this persistent reference was deleted at \(wording.date(deletion.time))"
            + (deletion.isBack ? " and added again with a new reference." : ".")
        ).fix("To keep references, call SecItemUpdate instead of delete and add.")
      ]
    }
    return [
      Finding(
        .deletedEarlier,
        "The item existed. \(who) deleted it at \(wording.date(deletion.time)) with a "
          + "SecItemDelete that removed \(Wording.items(deletion.count)) in one call."
      ).fix(
        deletion.count > 1
          ? "Add it again, and give SecItemDelete the whole key of one item from now on (K801)."
          : "Add it again.")
    ]
  }

  /// Returns findings about the store as a whole, for a search that found nothing.
  ///
  /// The findings are used if neither a near item nor the change history explains the result of the
  /// search.
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
      // All items of a small class are shown, even if no item is near.
      rest = failures(of: nearest, absence, facts, wording)
    } else {
      rest = [nothing(absence, query, isTold: failed != nil, facts, wording)]
    }
    return (failed.map { [$0] } ?? []) + rest
      + PastFindings.otherStore(facts) + PastFindings.moreKnown(facts)
  }

  /// Returns the finding that the class has no items, or that neither the items nor the change
  /// history show the item of the query.
  ///
  /// - Parameter isTold: true if the explanation also has a finding that an earlier addition of the
  ///   item failed.
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
        "No item in your groups has this persistent reference, and the change history does not "
          + "know it."
      ).fix("The reference is from another store, or from a group that this program does not hold.")
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
        + "\(absence.agreement.of) conditions, and the change history does not know the item."
    ).fix("A value of the query is wrong, or the item was added under another identity.")
  }

  /// Returns the finding that the program itself deleted the last items of the class.
  ///
  /// The change history identifies items only by their whole primary keys. If the query gives a
  /// part of the primary key, the wanted item may or may not be among the deleted items.
  ///
  /// - Parameter found: the first sentence of the finding, without its full stop.
  private static func deleted(
    _ found: String, _ deletion: AbsenceFact.Deletion, _ query: Query, _ wording: Wording
  ) -> Finding {
    let isWhole = UpdateProgram.needed(of: query.itemClass).allSatisfy { needed in
      query.predicates.contains { $0.attribute == needed }
    }
    return Finding(.nothingOfThisClass, found + ".").why(
      "A SecItemDelete of this program removed \(Wording.items(deletion.count)) of the class at "
        + wording.date(deletion.time)
        + (isWhole ? "; the history has no deletion of this key." : ".")
    ).fix(
      isWhole
        ? "Compare the key with the key of the SecItemAdd, letter by letter; if it is right, "
          + "add the item."
        : "Give the whole key: then the report says whether the item was among them (K217). Also "
          + "give SecItemDelete the whole key of one item (K801).")
  }

  /// Returns finding K413: the program holds only the token group, and a search hides the resulting
  /// error.
  ///
  /// The token group, `com.apple.token`, is the access group of items on tokens, such as smart
  /// cards. No program can write to it. The search is answered with "not found", although a write
  /// is refused with -34018. Empty if the program holds another group or no group.
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
  /// True if the item differs from the query only in group, sync flag (`kSecAttrSynchronizable`),
  /// protection or the form of a value.
  ///
  /// The item then explains more than an item of another class does.
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
