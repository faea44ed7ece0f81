// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Why an item is there already: -25299 (spec/diagnostics.md 5.1, 6.1).
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

  /// The first that is true, in the order of the tree.
  private static func cause(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let comparison = CollisionComparison(collision, facts)
    let occupant = collision.occupant
    if comparison.isRaw {
      return Finding(
        .duplicateOfRawCertificateOrKey,
        "Added as bytes: no attribute was read from them, so issuer, serial number and the like "
          + "are empty, as in the item that is already there."
      ).item(wording.item(occupant), wording.dates(occupant)).about([occupant])
        .fix("Create the SecCertificate or SecKey first and add it with kSecValueRef.")
    }
    if let attribute = comparison.absentKey.first {
      return Finding(
        .duplicateWithEmptyKeyAttribute,
        "\(attribute.name) is not given, so it is the empty text; the item with empty "
          + "\(attribute.name) exists. Every add without it is the same item."
      ).item(wording.item(occupant), wording.dates(occupant)).about([occupant])
        .fix("Give each user an own \(ConstantNames.constant(attribute)).")
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

  /// What the item holds beside its key is not compared where it asks for a person.
  private static func withheld(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    Finding(
      .duplicateDiffersOnlyInNonuniqueAttribute,
      "The item exists already; it asks for a person, so what it holds beside its key is not "
        + "compared. Nothing beside the key makes an item unique."
    ).item(wording.item(collision.occupant)).about([collision.occupant])
      .fix("Change the item by SecItemUpdate instead of adding it, with the key that you added.")
  }

  private static func same(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let occupant = collision.occupant
    var added = "The same item was added before"
    if case .date(let date)? = occupant.attributes[.creationDate] {
      added += " (\(wording.date(date))"
      let isOwn = occupant.creator == facts.caller.identifier
      added += isOwn ? ", by \(Wording.visible(facts.caller.identifier)))" : ")"
    }
    return Finding(.duplicateIdentical, added + ".").item(wording.item(occupant)).about([occupant])
      .fix(
        "Update it, or do nothing if only its presence matters:",
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

  /// Another group's item of the same name is never the reason.
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
      "The same \(names.joined(separator: ", ")) also exists \(place); those are other items and "
        + "never collide."
    ).about([other])
  }

  private static func update(
    _ collision: CollisionFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    let count = max(1, facts.matchCount)
    // Of several items that get one key, the first stands in the way of the second.
    if facts.matches.contains(where: { $0.identifier == collision.occupant.identifier }) {
      let ids = facts.matches.prefix(5).map { wording.id($0) }.joined(separator: ", ")
      return Finding(
        .updateWouldMakeDuplicate,
        "The change gives \(facts.matchWords) one primary key (\(ids)\(count > 5 ? ", …" : "")), "
          + "which only one of them can have."
      ).about(facts.matches)
        .fix("Narrow the query to the one item that is to have it.")
    }
    return Finding(
      .updateWouldMakeDuplicate,
      "The change gives \(Wording.items(count)) the primary key of another item "
        + "(\(wording.id(collision.occupant)))."
    ).item(wording.item(collision.occupant)).about([collision.occupant])
      .fix(
        count > 1
          ? "Narrow the query to one item, then delete or rename the other one first."
          : "Delete or rename that one first.")
  }

  /// A search with the same attributes would not have found it.
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
