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
      return Finding(
        .duplicateOfRawCertificateOrKey,
        "The certificate or key was added as bytes: no attribute was read from them, so issuer, "
          + "serial number and the like are empty, as in the existing item."
      ).item(wording.item(occupant), wording.dates(occupant)).about([occupant])
        .fix("Create the SecCertificate or SecKey first and add it with kSecValueRef.")
    }
    if let attribute = comparison.absentKey.first {
      return Finding(
        .duplicateWithEmptyKeyAttribute,
        "\(attribute.name) is not given, so it is the empty text; the item with empty "
          + "\(attribute.name) exists. Every add without \(attribute.name) means that item."
      ).item(wording.item(occupant), wording.dates(occupant)).about([occupant])
        .fix("Give each user a separate \(ConstantNames.constant(attribute)).")
    }
    if let given = comparison.otherKind.first, let stored = given.stored {
      return Finding(
        .duplicateTextAndDataAreEqual,
        "\(given.attribute.name) is stored as \(stored.kindName) and given as "
          + "\(given.value.kindName); for the key the bytes count, not the kind."
      ).item(wording.item(occupant), wording.dates(occupant)).about([occupant])
        .fix(
          "Use one kind; update the item:", code: UpdateProgram.lines(collision, facts, wording)
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
    Finding(
      .duplicateDiffersOnlyInNonuniqueAttribute,
      "The item exists already. It asks for a person, so its attributes outside the key are not "
        + "compared. Only the key makes an item unique."
    ).item(wording.item(collision.occupant)).about([collision.occupant])
      .fix("Change the item by SecItemUpdate instead of adding it, with the key that you added.")
  }

  private static func same(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let occupant = collision.occupant
    var added = "An identical item was added before"
    if case .date(let date)? = occupant.attributes[.creationDate] {
      added += " (\(wording.date(date))"
      let isOwn = occupant.creator == facts.caller.identifier
      added += isOwn ? ", by \(Wording.visible(facts.caller.identifier)))" : ")"
    }
    return Finding(.duplicateIdentical, added + ".").item(wording.item(occupant)).about([occupant])
      .fix(
        "Update the item, or do nothing if it only has to exist:",
        code: UpdateProgram.lines(collision, facts, wording))
  }

  private static func different(
    _ collision: CollisionFact, _ comparison: CollisionComparison, _ facts: CallFacts,
    _ wording: Wording
  ) -> Finding {
    let names = comparison.different.map(\.attribute.name)
    let verb = names.count == 1 ? "differs" : "differ"
    var finding = Finding(
      .duplicateDiffersOnlyInNonuniqueAttribute,
      "The item exists already; \(names.joined(separator: ", ")) \(verb), but that does not make "
        + "an item of this class unique."
    ).item(wording.item(collision.occupant), wording.dates(collision.occupant))
      .about([collision.occupant])
    for given in comparison.different {
      let stored = given.stored.map { "stored: " + wording.value($0, of: given.attribute) }
      finding = finding.with(
        .differs,
        "\(given.attribute.name)  \(stored ?? "not stored")   yours: "
          + wording.value(given.value, of: given.attribute))
    }
    if let note = comparison.others(wording) { finding = finding.note(note) }
    let schema = Schema.of(collision.occupant.itemClass)
    let own = schema.primaryKey.map(\.attribute).filter { !Wording.isTail($0) }.map(\.name)
    return
      finding
      .why(
        "Class \(schema.itemClass.rawValue) is unique by "
          + (own + ["agrp", "sync"]).joined(separator: ", ")
          + " (and vwht, tkid, musr, ggrp). Everything else may differ and is still one item."
      )
      .fix(
        "Change the item instead of adding it:",
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
    let place =
      isSameGroup
      ? (other.isSynchronizable ? "as a synchronizable item" : "as a local item")
      : "in " + (other.group.map { wording.group($0) } ?? "another group")
    return Finding(
      .sameKeyElsewhereIsNotTheCause,
      "An item with this \(names.joined(separator: ", ")) also exists \(place); it is another item "
        + "and never collides."
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
        .updateWouldMakeDuplicate,
        "The change gives \(facts.matchWords) one primary key (\(ids)\(count > 5 ? ", …" : "")), "
          + "which only one of them can have."
      ).about(facts.matches)
        .fix("Narrow the query to the item that should have the key.")
    }
    return Finding(
      .updateWouldMakeDuplicate,
      "The change gives \(Wording.items(count)) the primary key of another item "
        + "(\(wording.id(collision.occupant)))."
    ).item(wording.item(collision.occupant)).about([collision.occupant])
      .fix(
        count > 1
          ? "Narrow the query to one item, and delete or rename the other item first."
          : "Delete or rename that item first.")
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
    return Finding(
      .upsertOnNonuniqueAttribute,
      "A search with \(given.attribute.name) finds nothing although the item exists, so \"search, "
        + "then add\" ends here. Search by the key only.")
  }
}
