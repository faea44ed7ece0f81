// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings that explain -25299: an item with the wanted primary key exists already.
///
/// Specification/diagnostics.md, "Tree 1: errSecDuplicateItem", "-25299: show the item and print
/// the update".
enum DuplicateFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.error?.code == .duplicateItem, let collision = facts.collision else { return [] }
    if facts.verb == .update { return [update(collision, facts, wording)] }
    var findings = [cause(collision, facts, wording)]
    if facts.group == .absent, facts.caller.groups.count > 1 {
      findings.append(GroupFindings.defaultGroup(facts, wording))
    }
    if let other = collision.elsewhere.first {
      findings.append(elsewhere(other, collision, wording))
    }
    return findings + [upsert(collision, facts, wording)].compactMap { $0 }
  }

  /// Returns the finding about the first cause of -25299 that applies.
  ///
  /// The causes are tested in the order of Specification/diagnostics.md, "Tree 1:
  /// errSecDuplicateItem".
  private static func cause(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let comparison = CollisionComparison(collision, facts)
    let occupant = collision.occupant
    if comparison.isRaw {
      return Finding(.duplicateOfRawCertificateOrKey.text).item(
        wording.item(occupant), wording.dates(occupant)
      ).about([occupant])
        .fix(.duplicateOfRawCertificateOrKey.fix)
    }
    if let attribute = comparison.absentKey.first {
      return Finding(.duplicateWithEmptyKeyAttribute.text(acct: attribute.name)).item(
        wording.item(occupant), wording.dates(occupant)
      ).about([occupant])
        .fix(.duplicateWithEmptyKeyAttribute.separate(constant: ConstantNames.constant(attribute)))
    }
    if let given = comparison.otherKind.first, let stored = given.stored {
      return Finding(
        .duplicateTextAndDataAreEqual.text(
          acct: given.attribute.name, text: stored.kindName, data: given.value.kindName)
      ).item(wording.item(occupant), wording.dates(occupant)).about([occupant])
        .fix(
          .duplicateTextAndDataAreEqual.update, code: UpdateProgram.lines(collision, facts, wording)
        )
    }
    if let missed = RecordFindings.missed(collision, facts, wording) {
      return missed.item(wording.item(occupant), wording.dates(occupant)).about([occupant])
    }
    guard occupant.state == .readable else { return withheld(collision, facts, wording) }
    guard !comparison.different.isEmpty else {
      return same(collision, facts, wording)
    }
    return different(collision, comparison, facts, wording)
  }

  /// Returns the finding about an existing item that the user must authenticate for.
  ///
  /// Attributes of the item outside its primary key are not compared.
  private static func withheld(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    Finding(.duplicateDiffersOnlyInNonuniqueAttribute.asks).item(wording.item(collision.occupant))
      .about([collision.occupant])
      .fix(.duplicateDiffersOnlyInNonuniqueAttribute.updateByKey)
  }

  private static func same(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let occupant = collision.occupant
    let isOwn = occupant.creator == facts.caller.identifier
    let date =
      if case .date(let date)? = occupant.attributes[.creationDate] { wording.date(date) } else {
        String?.none
      }
    return Finding(
      .duplicateIdentical.text(
        date: date, identifier: isOwn ? Wording.visible(facts.caller.identifier) : nil)
    ).item(wording.item(occupant)).about([occupant])
      .fix(
        .duplicateIdentical.update,
        code: UpdateProgram.lines(collision, facts, wording))
  }

  private static func different(
    _ collision: CollisionFact, _ comparison: CollisionComparison, _ facts: CallFacts,
    _ wording: Wording
  ) -> Finding {
    let names = comparison.different.map(\.attribute.name)
    var finding = Finding(
      .duplicateDiffersOnlyInNonuniqueAttribute.differs(
        attrs: names.joined(separator: ", "), count: names.count)
    ).item(wording.item(collision.occupant), wording.dates(collision.occupant))
      .about([collision.occupant])
    for given in comparison.different {
      finding = finding.with(
        .differs,
        .duplicateDiffersOnlyInNonuniqueAttribute.values(
          attribute: given.attribute.name,
          stored: given.stored.map { wording.value($0, of: given.attribute) },
          given: wording.value(given.value, of: given.attribute)))
    }
    if let note = comparison.others { finding = finding.note(note) }
    let schema = Schema.of(collision.occupant.itemClass)
    let own = schema.primaryKey.map(\.attribute).filter { !Wording.isTail($0) }.map(\.name)
    return
      finding
      .why(
        .duplicateDiffersOnlyInNonuniqueAttribute.unique(
          itemClass: schema.itemClass.rawValue,
          key: (own + ["agrp", "sync"]).joined(separator: ", "))
      )
      .fix(
        .duplicateDiffersOnlyInNonuniqueAttribute.update,
        code: UpdateProgram.lines(collision, facts, wording))
  }

  /// Returns finding K110: an item with equal names exists in another group or with another sync
  /// flag (`kSecAttrSynchronizable`).
  ///
  /// Names are attributes like service and account. That item is never the reason for -25299.
  private static func elsewhere(
    _ other: ItemFact, _ collision: CollisionFact, _ wording: Wording
  ) -> Finding {
    let names = Wording.ownKey(of: other.itemClass)
      .filter { collision.wanted[$0]?.isEmpty == false }.map(\.name)
    let isSameGroup = other.group != nil && other.group == collision.occupant.group
    return Finding(
      .sameKeyElsewhereIsNotTheCause.text(
        attrs: names.joined(separator: ", "), isSameGroup: isSameGroup,
        isSynchronizable: other.isSynchronizable, group: other.group.map { wording.group($0) })
    ).about([other])
  }

  private static func update(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let count = max(1, facts.matchCount)
    // If the update gives several items one primary key, the first changed item is the existing
    // item that prevents the change of the second item.
    if facts.matches.contains(where: { $0.identifier == collision.occupant.identifier }) {
      let ids = facts.matches.prefix(5).map { wording.id($0) }.joined(separator: ", ")
      return Finding(
        .updateWouldMakeDuplicate.oneKey(items: facts.matchWords, ids: ids, isMore: count > 5)
      ).about(facts.matches)
        .fix(.updateWouldMakeDuplicate.narrow)
    }
    return Finding(.updateWouldMakeDuplicate.text(n: count, id: wording.id(collision.occupant)))
      .item(wording.item(collision.occupant)).about([collision.occupant])
      .fix(count > 1 ? .updateWouldMakeDuplicate.narrowAndRename : .updateWouldMakeDuplicate.rename)
  }

  /// Returns finding K804: a search with the attributes of the refused add would not have found the
  /// existing item.
  ///
  /// Nil if no passed attribute outside the primary key differs from the stored value. Also nil if
  /// the passed attributes cannot be compared with the existing item, for example because it is
  /// locked.
  private static func upsert(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding? {
    let comparison = CollisionComparison(collision, facts)
    guard let given = comparison.different.first, collision.occupant.state == .readable,
      !comparison.isRaw, comparison.absentKey.isEmpty,
      comparison.otherKind.isEmpty
    else { return nil }
    return Finding(.upsertOnNonuniqueAttribute.noMatch(attribute: given.attribute.name))
  }
}
