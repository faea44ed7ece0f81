// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What the nearest items fail (spec/diagnostics.md 4, 5.2).
extension AbsenceFindings {
  /// One finding for each thing that the nearest item fails; where it fails several, those of the
  /// others that fail as many.
  static func failures(
    of nearest: NearMiss, _ absence: AbsenceFact, _ facts: CallFacts, _ wording: Wording
  ) -> [Finding] {
    let schema = Schema.of(nearest.item.itemClass)
    let failing = nearest.failures.count
    let misses =
      failing == 1 ? [nearest] : absence.nearMisses.filter { $0.failures.count == failing }
    var seen: Set<FindingCode> = []
    return misses.flatMap { miss in
      // An attribute too many is the first thing that a person can take away.
      miss.failures.sorted {
        ($0.narrows ? 0 : 1, $0.rank(in: schema)) < ($1.narrows ? 0 : 1, $1.rank(in: schema))
      }
      .map { finding($0, miss, absence, facts, wording) }
    }.filter { seen.insert($0.code).inserted } + label(nearest, facts)
  }

  private static func finding(
    _ failure: NearMiss.Failure, _ miss: NearMiss, _ absence: AbsenceFact, _ facts: CallFacts,
    _ wording: Wording
  ) -> Finding {
    let count = miss.failures.count == 1 ? absence.nearestCount : 1
    let items = Wording.items(count)
    let match = count == 1 ? "matches" : "match"
    let finding: Finding
    switch failure.how {
    case .synchronizable where facts.query?.sync == .only(true):
      finding = Finding(
        .localExcluded,
        "You ask for synchronizable items; \(items) of this device \(match) otherwise."
      ).fix("kSecAttrSynchronizable: kSecAttrSynchronizableAny, or false.")
    case .synchronizable:
      finding = Finding(
        .synchronizableNotSearched,
        (miss.failures.count > 1
          ? "The item is synchronizable"
          : "\(items) \(match) and \(count.are("is", "are")) synchronizable")
          + "; a query without kSecAttrSynchronizable looks only at local items."
      ).fix("Add   kSecAttrSynchronizable: kSecAttrSynchronizableAny")
    case .group:
      finding = Finding(
        .inAnotherOfYourGroups,
        "\(items) \(match) in \(wording.group(miss.item.group ?? "another of your groups")); your "
          + "query names \(facts.group.name.map { wording.group($0) } ?? "another")."
      ).fix("Remove or change kSecAttrAccessGroup.")
    case .kind: finding = kind(failure, facts, wording)
    case .form(let words): finding = form(failure, words, wording.id(miss.item))
    case .protection:
      finding = Finding(
        .protectionUsedAsFilter,
        "kSecAttrAccessible filters in a search; \(items) \(match) with protection "
          + "\(miss.item.protection.name)."
      ).fix("Remove kSecAttrAccessible from the search.")
    case .filter(let filter): finding = dropped(filter, items, count, match, wording)
    case .isNotStored, .isEmpty, .differs:
      finding = narrows(failure, miss, items, match, facts, wording)
    }
    return finding.about([miss.item])
  }

  private static func dropped(
    _ filter: FilterFact, _ items: String, _ count: Int, _ match: String, _ wording: Wording
  ) -> Finding {
    let constant = filter.constant
    return Finding(
      .matchFilterDroppedAll,
      "\(items) \(match); the \(filter.word) filter"
        + (constant.map { " (\($0))" } ?? "") + " removed \(count == 1 ? "it" : "all")."
    ).why(wording.content(filter))
      .fix(constant.map { "Change or remove \($0)." } ?? "Add the certificate by kSecValueRef.")
  }

  private static func narrows(
    _ failure: NearMiss.Failure, _ miss: NearMiss, _ items: String, _ match: String,
    _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let attribute = failure.attribute ?? .label
    let name = attribute.name
    let given = facts.query?.predicates.first { $0.attribute == attribute }?.value
    let id = wording.id(miss.item)
    let how =
      switch failure.how {
      case .isNotStored: "was stored without \(name)"
      case .isEmpty: "has empty \(name)"
      default: "has another \(name)"
      }
    let others = miss.failures.filter { $0 != failure }.compactMap(adaptation)
    return Finding(
      .attributeNarrowsToNothing,
      "No item in your groups has \(wording.condition(attribute, given))"
        + (others.isEmpty ? " with the rest. " : ". ")
        + (["Without \(name)"] + others).joined(separator: " and ")
        + " the query matches \(items) (\(id))."
    ).why("All conditions must hold, and \(id) \(how).")
      .fix("Remove \(ConstantNames.constant(attribute)) from the search.")
  }

  /// What else would have to change for an item to match.
  private static func adaptation(_ failure: NearMiss.Failure) -> String? {
    let name = failure.attribute?.name ?? ""
    return switch failure.how {
    case .synchronizable: "with synchronizable items included"
    case .group: "in all of your groups"
    case .form: "with \(name) as it is stored"
    case .kind: "with \(name) as a number"
    case .protection: "with any protection"
    case .filter(let filter): "without the \(filter.word) filter"
    case .isNotStored, .isEmpty, .differs: "without \(name)"
    }
  }

  private static func kind(
    _ failure: NearMiss.Failure, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let attribute = failure.attribute ?? .label
    let given = facts.query?.predicates.first { $0.attribute == attribute }?.value
    return Finding(
      .valueKindNeverMatches,
      "\(attribute.name) is given as \(given?.kindName ?? "text") and compared as such; stored "
        + "values are numbers."
    ).fix("Pass a number.")
  }

  private static func form(
    _ failure: NearMiss.Failure, _ words: String, _ id: String
  ) -> Finding {
    let name = failure.attribute.map { AttributeNames.plain($0) } ?? "the value"
    return Finding(
      .valueDiffersInFormOnly, "\(id) has \(name) in other \(words); matching is exact."
    ).fix("Write and search \(name) in one spelling.")
  }

  /// Who asks for a key by its label often means what is computed from it.
  private static func label(_ nearest: NearMiss, _ facts: CallFacts) -> [Finding] {
    guard facts.itemClass == .key,
      let given = facts.query?.predicates.first(where: { $0.attribute == .label })?.value,
      let computed = nearest.item.attributes[.applicationLabel],
      Canonical.equal(given, computed, kind: .data)
    else { return [] }
    return [
      Finding(
        .labelIsNotApplicationLabel,
        "labl is free text; what is computed from a key is klbl. 1 key has klbl = your value."
      ).fix("Use kSecAttrApplicationLabel.")
    ]
  }
}

extension NearMiss.Failure {
  /// Whether the query would match without the attribute.
  fileprivate var narrows: Bool {
    switch how {
    case .isNotStored, .isEmpty, .differs: true
    case .synchronizable, .group, .kind, .form, .protection, .filter: false
    }
  }
}
