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
      ? [destroyed(nearest.item, isNear: true, facts, wording)] : []
    return gone + (changed.map { [$0] } ?? []) + (nearest.isOther ? past : [])
      + failures(of: nearest, absence, facts, wording)
  }

  /// The finding that a search asks for no item.
  static let limitZero = Finding(.limitZero.text).fix(.limitZero.fix)

  /// Returns the findings that need no search for near misses (items that nearly match).
  ///
  /// These findings are about a query for tombstones, a limit of 0, a missing part of an identity,
  /// and damaged, skipped or lost items.
  private static func certain(
    _ query: Query, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    if query.tombstones == true {
      return [
        Finding(.attributeNarrowsToNothing.tombstones).fix(.attributeNarrowsToNothing.removeTomb)
      ]
    }
    if query.limit.count == 0 {
      return [limitZero]
    }
    if let half = facts.absence?.identityHalf { return [identity(half)] }
    let damaged = facts.matches.filter { $0.state == .damaged }
    if !damaged.isEmpty {
      return [
        Finding(
          .damagedRowSkipped.text(
            n: damaged.count, isUndecodable: damaged.allSatisfy(\.isUndecodable))
        ).about(damaged).fix(.damagedRowSkipped.fix)
      ]
    }
    let skipped = facts.matches.filter { $0.requirement != nil }
    if query.interaction == .skip, !skipped.isEmpty {
      return [
        Finding(.skippedBecauseProtected.text(n: skipped.count)).about(skipped).fix(
          .skippedBecauseProtected.failOrAllow)
      ]
    }
    let lost = facts.matches.filter(\.isGone)
    guard let first = lost.first else { return [] }
    return [destroyed(first, isNear: false, facts, wording).about(lost)]
  }

  /// Returns finding K219: an item existed, but no query can find it again.
  ///
  /// The key of the item was destroyed with the passcode, or the fingers that the item requires are
  /// not enrolled any more.
  ///
  /// - Parameter isNear: true if the item only nearly matches the query.
  private static func destroyed(
    _ first: ItemFact, isNear: Bool, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let isPasscode = first.state == .lost
    let until =
      isPasscode ? PastFindings.passcodeRemoved(facts).map { wording.date($0) } : nil
    return Finding(
      .keyDestroyed.destroyed(
        isNear: isNear, until: until, isPasscode: isPasscode, protection: first.protection.name)
    ).item(wording.item(first))
      .fix(.keyDestroyed.signIn)
  }

  private static func identity(_ half: AbsenceFact.IdentityHalf) -> Finding {
    let text: FindingText =
      switch half {
      case .noKey: .identityHalfMissing.noKey
      case .notPrivate: .identityHalfMissing.notPrivate
      case .noCertificate: .identityHalfMissing.noCertificate
      }
    return Finding(text)
      .why(.identityHalfMissing.why)
      .fix(.identityHalfMissing.fix)
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
        let isMany = count > 5
        let leftOut =
          other.leftOut.isEmpty
          ? nil : other.leftOut.map(\.name).joined(separator: ", ")
        let renamed = other.renamed.sorted { $0.key < $1.key }.map { old, new in
          FindingText.existsInOtherClass.renamed(
            old: ConstantNames.constant(old), new: ConstantNames.constant(new)
          ).description
        }.joined()
        let finding = Finding(
          .existsInOtherClass.text(
            inet: itemClass.rawValue, isMany: isMany, n: count, leftOut: leftOut)
        ).fix(
          .existsInOtherClass.change(
            constant: ConstantNames.constant(itemClass), renamed: renamed, leftOut: leftOut))
        guard let act = facts.verb.act else { return finding }
        return finding.note(
          .existsInOtherClass.acts(function: facts.function, act: act, isMany: isMany, n: count))
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
    if facts.query?.references.isEmpty == false {
      return [
        Finding(
          .referenceToDeletedItem.text(date: wording.date(deletion.time), isBack: deletion.isBack)
        ).fix(.referenceToDeletedItem.keepReferences)
      ]
    }
    return [
      Finding(
        .deletedEarlier.deleted(isOwn: isOwn, date: wording.date(deletion.time), n: deletion.count)
      ).fix(deletion.count > 1 ? .deletedEarlier.addAgainAndNarrow : .deletedEarlier.addAgain)
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
        return Finding(.noTraceOfIt.failsOther).fix(.noTraceOfIt.giveAlone)
      }
      return Finding(.noTraceOfIt.noReference).fix(.noTraceOfIt.otherStore)
    }
    guard absence.classCount > 0 else {
      let name = query.itemClass.rawValue
      if isTold { return Finding(.nothingOfThisClass.none(itemClass: name)) }
      if let deletion = absence.classDeletion { return deleted(deletion, query, wording) }
      let since = absence.hasAdded == false ? facts.former?.history?.generations.first?.since : nil
      let identifier = Wording.visible(facts.caller.identifier)
      let text: FindingText =
        since.map {
          .nothingOfThisClass.text(genp: name, identifier: identifier, date: wording.date($0))
        } ?? .nothingOfThisClass.none(itemClass: name)
      return Finding(text)
        .fix(.nothingOfThisClass.add(mayBeOther: PastFindings.mayHaveOtherIdentity(facts)))
    }
    return Finding(.noTraceOfIt.text(k: absence.agreement.met, m: absence.agreement.of)).fix(
      .noTraceOfIt.wrongValue)
  }

  /// Returns the finding that the program itself deleted the last items of the class.
  ///
  /// The change history identifies items only by their whole primary keys. If the query gives a
  /// part of the primary key, the wanted item may or may not be among the deleted items.
  private static func deleted(
    _ deletion: AbsenceFact.Deletion, _ query: Query, _ wording: Wording
  ) -> Finding {
    let isWhole = UpdateProgram.needed(of: query.itemClass).allSatisfy { needed in
      query.predicates.contains { $0.attribute == needed }
    }
    return Finding(.nothingOfThisClass.none(itemClass: query.itemClass.rawValue)).why(
      .nothingOfThisClass.removed(
        n: deletion.count, date: wording.date(deletion.time), isWhole: isWhole)
    ).fix(isWhole ? .nothingOfThisClass.compareKeys : .nothingOfThisClass.giveWholeKey)
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
      Finding(.tokenErrorHiddenBySearch.text).fix(.tokenErrorHiddenBySearch.fix)
    ]
  }

  private static func cutShort(_ absence: AbsenceFact) -> Finding {
    return Finding(
      .searchCutShort.text(
        isOutOfTime: absence.isOutOfTime, ms: absence.milliseconds, n: absence.rowsRead)
    )
    .fix(.searchCutShort.selective)
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
