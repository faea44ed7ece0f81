// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Advice on how to change the protection of an item.
///
/// With the advised change, there is no moment in which the secret could be lost.
///
/// Specification/diagnostics.md, "-25308: the cause, and the way out".
enum ProtectionRecipe {
  static func findings(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard facts.verb == .copyMatching, facts.device.lock == .locked,
      let item = facts.matches.first(where: { $0.isLocked && $0.protection.needsUnlock })
    else { return [] }
    // The report of a running program is short, so it shows only the call. The explanation of a
    // rehearsal shows the whole function, for a user who changes the program.
    return [facts.isDryRun ? function(item, facts, wording) : call(facts.language)]
  }

  private static func call(_ language: CallFacts.Language) -> Finding {
    Finding(.howToChangeProtection.once).with(
      .recipe, line: "",
      code: language == .swift
        ? [
          "SecItemUpdate(key, [kSecAttrAccessible:",
          "  kSecAttrAccessibleAfterFirstUnlock] as NSDictionary)",
        ]
        : [
          "SecItemUpdate(key, changes), where changes has",
          "  kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock",
        ]
    ).with(
      .recipe, .howToChangeProtection.lockedMeanwhile)
  }

  private static func function(
    _ item: ItemFact, _ facts: CallFacts, _ wording: Wording
  ) -> Finding {
    Finding(.howToChangeProtection.inPlace)
      .with(.recipe, line: "", code: program(key(item, facts, wording), to: .afterFirstUnlock))
      .with(
        .recipe, .howToChangeProtection.nothingDeleted)
  }

  /// Returns the program text of a Swift function that changes the protection of an item.
  ///
  /// - Parameters:
  ///   - key: the lines of program text that give the primary key of the item.
  ///   - protection: the new protection.
  static func program(_ key: [String], to protection: Protection) -> [String] {
    let name = ConstantNames.constant(protection)
    return [
      "/// Call in the foreground after unlock, at every launch.",
      "func use\(name.dropFirst("kSecAttrAccessible".count))() -> OSStatus {",
      "  let key = [",
    ] + key.map { "  " + $0 }
      + [
        "  ] as NSDictionary",
        "  let change = [",
        "    kSecAttrAccessible: \(name)",
        "  ] as NSDictionary",
        "  // 0: done; -25308: later; -25300: nothing there",
        "  return SecItemUpdate(key, change)",
        "}",
      ]
  }

  /// Returns the lines of program text that give the primary key, with the values that the query
  /// gives.
  ///
  /// Some attributes usually name an item, for example the account. If the query gives no value for
  /// one of these attributes, the text has a placeholder. Without the attribute, the call in the
  /// program text would change every item that matches the rest of the key.
  private static func key(
    _ item: ItemFact, _ facts: CallFacts, _ wording: Wording
  ) -> [String] {
    if facts.query?.references.isEmpty == false { return ["  kSecValuePersistentRef: reference,"] }
    var lines = ["  kSecClass: \(ConstantNames.constant(item.itemClass)),"]
    let given = facts.query?.predicates ?? []
    let key = Wording.ownKey(of: item.itemClass)
    let open = UpdateProgram.needed(of: item.itemClass).filter { needed in
      !given.contains { $0.attribute == needed }
    }
    for attribute in key {
      let value = given.first { $0.attribute == attribute }?.value
      guard value != nil || open.contains(attribute) else { continue }
      let text =
        value.map { UpdateProgram.literal($0, of: attribute, wording) }
        ?? UpdateProgram.placeholder(attribute)
      lines.append("  \(ConstantNames.constant(attribute)): " + text + ",")
    }
    if item.isSynchronizable { lines.append("  kSecAttrSynchronizable: true,") }
    if let group = facts.group.name {
      lines.append("  kSecAttrAccessGroup: \(UpdateProgram.quoted(group)),")
    }
    return lines
  }
}
