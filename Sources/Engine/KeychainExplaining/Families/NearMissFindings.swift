// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings about the conditions of a query that the nearest items fail.
///
/// Specification/diagnostics.md, "Near misses", "Tree 2: errSecItemNotFound".
extension AbsenceFindings {
  /// Returns one finding for each condition of the query that the nearest item fails.
  ///
  /// If the nearest item fails several conditions, further items that fail an equal number of
  /// conditions add findings with other codes.
  static func failures(
    of nearest: NearMiss, _ absence: AbsenceFact, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    let schema = Schema.of(nearest.item.itemClass)
    let failing = nearest.failures.count
    let misses =
      failing == 1 ? [nearest] : absence.nearMisses.filter { $0.failures.count == failing }
    var seen: Set<FindingCode> = []
    var findings: [Finding] = []
    for miss in misses {
      // A superfluous attribute comes first: it is the easiest condition for the user to remove.
      let own = miss.failures.sorted {
        ($0.narrows ? 0 : 1, $0.rank(in: schema)) < ($1.narrows ? 0 : 1, $1.rank(in: schema))
      }.map { finding($0, miss, facts, wording) }
      // All failures of the nearest item count. Further items only add codes that are not listed
      // yet.
      findings += findings.isEmpty ? own : own.filter { !seen.contains($0.code) }
      seen.formUnion(own.map(\.code))
    }
    return findings + label(nearest, facts)
  }

  private static func finding(
    _ failure: NearMiss.Failure, _ miss: NearMiss, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let id = wording.id(miss.item)
    // An item that fails several conditions must not be said to match.
    let isOnly = miss.failures.count == 1
    let finding: Finding
    switch failure.how {
    case .synchronizable: finding = synchronizable(miss, facts, wording)
    case .group:
      finding = Finding(
        .inAnotherOfYourGroups.places(
          places: places(of: miss, isOnly, facts, wording),
          group: facts.group.name.map { wording.group($0) })
      ).fix(
        facts.verb.act == nil
          ? .inAnotherOfYourGroups.removeGroup : .inAnotherOfYourGroups.changeGroup)
    case .kind: finding = kind(failure, facts, wording)
    case .form(let words): finding = form(failure, words, id)
    case .protection:
      finding = Finding(
        isOnly
          ? .protectionUsedAsFilter.text(n: miss.count, ck: miss.item.protection.name)
          : .protectionUsedAsFilter.itemHas(id: id, name: miss.item.protection.name)
      ).fix(
        facts.verb.act == nil ? .protectionUsedAsFilter.fix : .protectionUsedAsFilter.removeIfWhole)
    case .filter(let filter): finding = dropped(filter, isOnly ? nil : id, miss.count, wording)
    case .isNotStored, .isEmpty, .differs, .differsIn:
      return narrows(failure, miss, facts, wording).about([miss.item])
    }
    return warned(isOnly ? finding : joint(finding, miss), miss, facts).about([miss.item])
  }

  /// Returns the finding that the query excludes an item because of the item's sync flag
  /// (`kSecAttrSynchronizable`).
  ///
  /// Either the query asks for synchronizable items and the item is local, or the query asks for
  /// local items and the item is synchronizable.
  private static func synchronizable(
    _ miss: NearMiss, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let (id, isOnly) = (wording.id(miss.item), miss.failures.count == 1)
    if facts.query?.sync == .only(true) {
      return Finding(isOnly ? .localExcluded.items(n: miss.count) : .localExcluded.itemIs(id: id))
        .fix(.localExcluded.anyOrFalse)
    }
    if facts.query?.sync == .only(false) {
      return Finding(
        isOnly
          ? .synchronizableNotSearched.localAsked(n: miss.count)
          : .synchronizableNotSearched.localAskedItem(id: id)
      ).fix(
        facts.verb.act == nil
          ? .synchronizableNotSearched.trueOrAny : .synchronizableNotSearched.changeToTrue)
    }
    guard facts.verb.act == nil else {
      return Finding(
        isOnly
          ? .synchronizableNotSearched.localMeant(n: miss.count)
          : .synchronizableNotSearched.localMeantItem(id: id)
      ).fix(.synchronizableNotSearched.addTrue)
    }
    return Finding(
      isOnly ? .synchronizableNotSearched.text(n: miss.count) : .synchronizableNotSearched.itemIs
    ).fix(.synchronizableNotSearched.addAny)
  }

  /// Returns the finding with a note that the advised change of the query is not enough.
  ///
  /// Call this method if the item fails several conditions, because the advised change is about one
  /// condition only.
  private static func joint(_ finding: Finding, _ miss: NearMiss) -> Finding {
    finding.note(.shared.failsMore(n: miss.failures.count))
  }

  /// Returns the finding with a warning about the items that an update or a delete would act on.
  ///
  /// The warning is about the query after the advised change. For other calls, the finding is
  /// returned unchanged.
  private static func warned(
    _ finding: Finding, _ miss: NearMiss, _ facts: CallFacts
  ) -> Finding {
    guard miss.failures.count == 1, finding.code != .valueKindNeverMatches,
      let act = facts.verb.act
    else { return finding }
    return finding.note(
      .shared.acts(function: facts.function, act: act, n: miss.count))
  }

  /// Returns, in words, the access groups in which the nearest items are.
  ///
  /// - Parameter isOnly: true if the item in `miss` fails only the condition on the group. The
  ///   result then has every group with items that fail only this condition, and their number.
  ///   If false, the result has the group of the item in `miss`.
  private static func places(
    of miss: NearMiss, _ isOnly: Bool, _ facts: CallFacts, _ wording: Wording
  ) -> String {
    func place(_ miss: NearMiss) -> String {
      wording.group(miss.item.group ?? FindingText.inAnotherOfYourGroups.other.description)
    }
    guard isOnly else {
      return FindingText.inAnotherOfYourGroups.itemIsIn(
        id: wording.id(miss.item), group: place(miss)
      ).description
    }
    var seen: Set<String> = []
    let each = (facts.absence?.nearMisses ?? [miss])
      .filter { $0.failures.map(\.how) == [.group] && seen.insert(place($0)).inserted }
    let words = each.enumerated().map { index, miss in
      let text: FindingText =
        index == 0
        ? .inAnotherOfYourGroups.place(n: miss.count, group: place(miss))
        : .inAnotherOfYourGroups.furtherPlace(n: miss.count, group: place(miss))
      return text.description
    }
    return words.joined(separator: words.count == 2 ? " and " : ", ")
  }

  /// Returns finding K220: a match filter of the query rejected an item, or several items.
  ///
  /// - Parameters:
  ///   - id: the identifier of an item that also fails other conditions, to be named by the
  ///     finding. Nil if the filter alone rejected the items.
  ///   - count: the number of rejected items, which the finding gives if `id` is nil.
  private static func dropped(
    _ filter: FilterFact, _ id: String?, _ count: Int, _ wording: Wording
  ) -> Finding {
    let constant = filter.constant
    return Finding(
      id.map { .matchFilterDroppedAll.removes(filter: filter.word, constant: constant, id: $0) }
        ?? .matchFilterDroppedAll.removed(n: count, filter: filter.word, constant: constant)
    ).why(wording.content(filter))
      .fix(
        constant.map { .matchFilterDroppedAll.change(constant: $0) }
          ?? .matchFilterDroppedAll.addByReference)
  }

  private static func narrows(
    _ failure: NearMiss.Failure, _ miss: NearMiss, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let attribute = failure.attribute ?? .label
    let name = attribute.name
    let given = facts.query?.predicates.first { $0.attribute == attribute }?.value
    let id = wording.id(miss.item)
    let how: FindingText =
      switch failure.how {
      case .isNotStored: .attributeNarrowsToNothing.storedWithout(name: name)
      case .isEmpty: .attributeNarrowsToNothing.hasEmpty(name: name)
      case .differsIn(let letters):
        .attributeNarrowsToNothing.hasLetters(
          name: name, letters: Wording.letters(letters), n: letters)
      default: .attributeNarrowsToNothing.hasOther(name: name)
      }
    if let query = facts.query, !miss.meetsAny(of: query) {
      return Finding(
        .attributeNarrowsToNothing.noOther(condition: wording.condition(attribute, given))
      ).why(.attributeNarrowsToNothing.has(id: id, how: how))
        .fix(.attributeNarrowsToNothing.compare(itemClass: miss.item.itemClass.rawValue))
    }
    let others = miss.failures.filter { $0 != failure }.map(adaptation)
    let finding = Finding(
      .attributeNarrowsToNothing.without(
        condition: wording.condition(attribute, given),
        others: others.isEmpty ? nil : others.joined(separator: " and "), name: name, n: miss.count,
        id: id))
    let constant = ConstantNames.constant(attribute)
    let isOfKey = Schema.of(miss.item.itemClass)[attribute]?.roles.contains(.primaryKey) ?? false
    let why: FindingText =
      isOfKey
      ? .attributeNarrowsToNothing.ofKey(name: name, id: id, how: how)
      : .attributeNarrowsToNothing.allMustHold(id: id, how: how)
    guard let act = facts.verb.act else {
      // Without the attribute, the search may return an item of someone else.
      return finding.why(why).fix(
        isOfKey
          ? .attributeNarrowsToNothing.giveAsItemHas(constant: constant, name: name)
          : .attributeNarrowsToNothing.removeFromSearch(constant: constant))
    }
    // A condition that names the wanted item is corrected, not left out. The rest of the query may
    // match many items.
    return finding.why(why).fix(
      .attributeNarrowsToNothing.acts(
        isOfKey: isOfKey, act: act, constant: constant, name: name, function: facts.function,
        n: miss.count, id: id))
  }

  /// Returns, in words, the change of the query after which the item would meet this condition.
  private static func adaptation(_ failure: NearMiss.Failure) -> String {
    let name = failure.attribute?.name ?? ""
    let text: FindingText =
      switch failure.how {
      case .synchronizable: .attributeNarrowsToNothing.withSynchronizable
      case .group: .attributeNarrowsToNothing.inAllGroups
      case .form: .attributeNarrowsToNothing.asStored(name: name)
      case .kind: .attributeNarrowsToNothing.asNumber(name: name)
      case .protection: .attributeNarrowsToNothing.anyProtection
      case .filter(let filter): .attributeNarrowsToNothing.withoutFilter(filter: filter.word)
      case .isNotStored, .isEmpty, .differs, .differsIn:
        .attributeNarrowsToNothing.withoutAttribute(name: name)
      }
    return text.description
  }

  private static func kind(
    _ failure: NearMiss.Failure, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let attribute = failure.attribute ?? .label
    let given = facts.query?.predicates.first { $0.attribute == attribute }?.value
    let kind = given?.kindName ?? "text"
    return Finding(.valueKindNeverMatches.text(invi: attribute.name, kind: kind)).fix(
      .valueKindNeverMatches.number)
  }

  private static func form(
    _ failure: NearMiss.Failure, _ words: String, _ id: String
  ) -> Finding {
    let name = failure.attribute.map { AttributeNames.plain($0) }
    return Finding(
      .valueDiffersInFormOnly.differs(
        id: id, name: name, isPort: failure.attribute == .port,
        isSpelling: Wording.isSpelling(words), words: words)
    )
    .fix(.valueDiffersInFormOnly.oneSpelling(name: name))
  }

  /// Returns finding K713: the query searches a key by its label, but the value is an application
  /// label.
  ///
  /// The label is free text. The application label is computed from the key. Empty if the nearest
  /// item is no key with this application label.
  private static func label(_ nearest: NearMiss, _ facts: CallFacts) -> [Finding] {
    guard facts.itemClass == .key,
      let given = facts.query?.predicates.first(where: { $0.attribute == .label })?.value,
      let computed = nearest.item.attributes[.applicationLabel],
      Canonical.equal(given, computed, kind: .data)
    else { return [] }
    return [
      Finding(.labelIsNotApplicationLabel.oneKey).fix(.labelIsNotApplicationLabel.fix)
    ]
  }
}

extension NearMiss.Failure {
  /// True if the value of the item differs from the wanted value, is empty or is missing.
  ///
  /// The query could match the item if this condition were left out. False if only the form or the
  /// kind of the value is wrong. Also false for group, sync flag (`kSecAttrSynchronizable`),
  /// protection and match filters.
  fileprivate var narrows: Bool {
    switch how {
    case .isNotStored, .isEmpty, .differs, .differsIn: true
    case .synchronizable, .group, .kind, .form, .protection, .filter: false
    }
  }
}

extension CallFacts.Verb {
  /// The verb for a call that acts on all matching items: `change` for an update, `remove` for a
  /// delete.
  ///
  /// The verb is nil for all other calls.
  var act: String? {
    switch self {
    case .update: "change"
    case .delete: "remove"
    default: nil
    }
  }
}
