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
    let items = Wording.items(miss.count)
    let match = miss.count.are("matches", "match")
    let finding: Finding
    switch failure.how {
    case .synchronizable: finding = synchronizable(miss, facts, wording)
    case .group:
      finding = Finding(
        .inAnotherOfYourGroups,
        places(of: miss, isOnly, facts, wording)
          + "; your query names \(facts.group.name.map { wording.group($0) } ?? "another")."
      ).fix(
        facts.verb.act == nil
          ? "Remove or change kSecAttrAccessGroup."
          : "Change kSecAttrAccessGroup to the group that you mean; without it the call means all "
            + "of your groups.")
    case .kind: finding = kind(failure, facts, wording)
    case .form(let words): finding = form(failure, words, id)
    case .protection:
      let protection = "protection \(miss.item.protection.name)."
      finding = Finding(
        .protectionUsedAsFilter,
        "kSecAttrAccessible filters in a search; "
          + (isOnly ? "\(items) \(match) with \(protection)" : "\(id) has \(protection)")
      ).fix(
        facts.verb.act == nil
          ? "Remove kSecAttrAccessible from the search."
          : "Remove kSecAttrAccessible if the query gives the whole key of the item.")
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
    let items = Wording.items(miss.count)
    let match = miss.count.are("matches", "match")
    let are = miss.count.are("is", "are")
    if facts.query?.sync == .only(true) {
      return Finding(
        .localExcluded,
        "You ask for synchronizable items; "
          + (isOnly ? "\(items) of this device \(match) otherwise." : "\(id) is local.")
      ).fix("Pass kSecAttrSynchronizable: kSecAttrSynchronizableAny, or false.")
    }
    if facts.query?.sync == .only(false) {
      return Finding(
        .synchronizableNotSearched,
        "You ask for items of this device alone; "
          + (isOnly ? "\(items) \(match) and \(are) synchronizable." : "\(id) is synchronizable.")
      ).fix(
        facts.verb.act == nil
          ? "Change kSecAttrSynchronizable to true, or kSecAttrSynchronizableAny."
          : "If you mean the item, change kSecAttrSynchronizable to true. A change or deletion of "
            + "the item reaches every device that it is synchronized to.")
    }
    guard facts.verb.act == nil else {
      return Finding(
        .synchronizableNotSearched,
        "\(isOnly ? "\(items) \(match) and" : id) \(are) synchronizable; "
          + "without kSecAttrSynchronizable only local items are meant."
      ).fix(
        "If you mean the item, add   kSecAttrSynchronizable: true   A change or deletion of the "
          + "item reaches every device that it is synchronized to.")
    }
    return Finding(
      .synchronizableNotSearched,
      (isOnly ? "\(items) \(match) and \(are) synchronizable" : "The item is synchronizable")
        + "; a query without kSecAttrSynchronizable looks only at local items."
    ).fix("Add   kSecAttrSynchronizable: kSecAttrSynchronizableAny")
  }

  /// Returns the finding with a note that the advised change of the query is not enough.
  ///
  /// Call this method if the item fails several conditions, because the advised change is about one
  /// condition only.
  private static func joint(_ finding: Finding, _ miss: NearMiss) -> Finding {
    finding.note(
      "The item fails \(miss.failures.count) conditions: this change alone does not find it.")
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
    return finding.with(
      .note,
      miss.count == 1
        ? "\(facts.function) would then \(act) it."
        : "\(facts.function) would then \(act) all \(miss.count) of them: give the whole key of "
          + "one item, or a persistent reference (K801).")
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
      wording.group(miss.item.group ?? "another of your groups")
    }
    guard isOnly else { return "\(wording.id(miss.item)) is in \(place(miss))" }
    var seen: Set<String> = []
    let each = (facts.absence?.nearMisses ?? [miss])
      .filter { $0.failures.map(\.how) == [.group] && seen.insert(place($0)).inserted }
    let words = each.enumerated().map { index, miss in
      let match = "\(Wording.items(miss.count)) \(miss.count.are("matches", "match"))"
      return (index == 0 ? match : "\(miss.count)") + " in \(place(miss))"
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
    let name = "the \(filter.word) filter" + (constant.map { " (\($0))" } ?? "")
    let matched = "\(Wording.items(count)) \(count.are("matches", "match")); \(name) removed "
    return Finding(
      .matchFilterDroppedAll,
      id.map { "\(name) removes \($0).".capitalizedFirst } ?? matched + count.are("it.", "all.")
    ).why(wording.content(filter))
      .fix(constant.map { "Change or remove \($0)." } ?? "Add the certificate by kSecValueRef.")
  }

  private static func narrows(
    _ failure: NearMiss.Failure, _ miss: NearMiss, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let attribute = failure.attribute ?? .label
    let name = attribute.name
    let given = facts.query?.predicates.first { $0.attribute == attribute }?.value
    let id = wording.id(miss.item)
    let how =
      switch failure.how {
      case .isNotStored: "was stored without \(name)"
      case .isEmpty: "has empty \(name)"
      case .differsIn(let letters):
        "has another \(name) (\(Wording.letters(letters)) \(letters.are("differs", "differ")))"
      default: "has another \(name)"
      }
    if let query = facts.query, !miss.meetsAny(of: query) {
      return Finding(
        .attributeNarrowsToNothing,
        "No item in your groups has \(wording.condition(attribute, given)), and the query gives "
          + "nothing else."
      ).why("\(id) \(how).")
        .fix(
          "Compare the value with the stored values: security dump-items "
            + "\(miss.item.itemClass.rawValue). Or the item was added under another identity (K501 "
            + "to K504)."
        )
    }
    let others = miss.failures.filter { $0 != failure }.compactMap(adaptation)
    let finding = Finding(
      .attributeNarrowsToNothing,
      "No item in your groups has \(wording.condition(attribute, given))"
        + (others.isEmpty ? " with the rest. " : ". ")
        + (["Without \(name)"] + others).joined(separator: " and ")
        + " the query matches \(Wording.items(miss.count)) (\(id))."
    )
    let constant = ConstantNames.constant(attribute)
    let isOfKey = Schema.of(miss.item.itemClass)[attribute]?.roles.contains(.primaryKey) ?? false
    let why =
      isOfKey
      ? "\(name) is a part of the key: \(id) \(how), so it is another item."
      : "All conditions must hold, and \(id) \(how)."
    guard let act = facts.verb.act else {
      // Without the attribute, the search may return an item of someone else.
      return finding.why(why).fix(
        isOfKey
          ? "Give \(constant) as the item has it. Without \(name) the search returns any item that "
            + "matches (K221)."
          : "Remove \(constant) from the search.")
    }
    // A condition that names the wanted item is corrected, not left out. The rest of the query may
    // match many items.
    let start =
      isOfKey
      ? "There is nothing to \(act) by this key." : "Give \(constant) as it is stored."
    return finding.why(why).fix(
      "\(start) Without \(name) \(facts.function) would \(act) "
        + "\(miss.count == 1 ? id : "all \(miss.count) of them")"
        + ", and every other item that matches by then (K801).")
  }

  /// Returns, in words, the change of the query after which the item would meet this condition.
  ///
  /// The result is never nil, although its type allows nil.
  private static func adaptation(_ failure: NearMiss.Failure) -> String? {
    let name = failure.attribute?.name ?? ""
    return switch failure.how {
    case .synchronizable: "with synchronizable items included"
    case .group: "in all of your groups"
    case .form: "with \(name) as it is stored"
    case .kind: "with \(name) as a number"
    case .protection: "with any protection"
    case .filter(let filter): "without the \(filter.word) filter"
    case .isNotStored, .isEmpty, .differs, .differsIn: "without \(name)"
    }
  }

  private static func kind(
    _ failure: NearMiss.Failure, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let attribute = failure.attribute ?? .label
    let given = facts.query?.predicates.first { $0.attribute == attribute }?.value
    let kind = given?.kindName ?? "text"
    return Finding(
      .valueKindNeverMatches,
      "\(attribute.name) is given as \(kind) and compared as \(kind); stored values are numbers."
    ).fix("Pass a number.")
  }

  private static func form(
    _ failure: NearMiss.Failure, _ words: String, _ id: String
  ) -> Finding {
    let name = failure.attribute.map { AttributeNames.plain($0) } ?? "the value"
    let found =
      failure.attribute == .port
      ? "\(id) has \(name) \(words)"
      : "\(id) has \(name) \(Wording.isSpelling(words) ? "in other" : "except for") \(words)"
    return Finding(.valueDiffersInFormOnly, found + "; matching is exact.")
      .fix("Write and search \(name) in one spelling.")
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
      Finding(
        .labelIsNotApplicationLabel,
        "labl is free text; the value computed from a key is klbl. 1 key has klbl = your value."
      ).fix("Use kSecAttrApplicationLabel.")
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

extension String {
  /// The text with a capital first letter, for the beginning of a sentence.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
