// SPDX-License-Identifier: Apache-2.0

/// A strict check of a keychain file against all rules of its format
/// (Specification/keychain-file-format.md, "Limits of checks").
///
/// Reading a keychain is lenient: damage makes only one item unreadable. The check also reports
/// damage that makes no item unreadable, such as an index that misses a record.
package struct KeychainCheck: Sendable {
  /// The greatest number of broken rules that are collected in `findings`.
  ///
  /// Without this limit, a damaged schema would be reported for each record.
  package static let mostFindings = 1000

  /// The rules that the file breaks, each with its place.
  package private(set) var findings: [FileDamage] = []
  /// The number of keys of password items whose item is gone.
  ///
  /// Apple's systems leave these keys behind, so the check reports no damage for them.
  package private(set) var orphanKeys = 0
  /// The number of password items whose data stands in the clear, which the format allows.
  package private(set) var unprotectedItems = 0

  /// Checks a file.
  ///
  /// - Parameters:
  ///   - keys: the keys of the unlocked keychain. Without them, authentication codes, secrets and
  ///     digests stay unchecked.
  ///   - schema: the tables that the file must have.
  package init(
    _ image: KeychainImage, _ keys: KeychainKeys? = nil, schema: [Relation] = Relation.initial
  ) {
    checkHead(image)
    for table in image.tables {
      guard let relation = image.relations[table.id] else { continue }
      let check = TableCheck(table, relation, commit: image.commit)
      add(check.findings)
    }
    add(SchemaCheck(image, schema).findings)
    let items = ItemCheck(image, keys)
    add(items.findings)
    (orphanKeys, unprotectedItems) = (items.orphanKeys, items.unprotectedItems)
  }

  private mutating func add(_ more: [FileDamage]) {
    findings += more.prefix(Self.mostFindings - findings.count)
  }

  private mutating func checkHead(_ image: KeychainImage) {
    if image.bytes.atom(at: KeychainImage.authOffset) != 0 {
      add([FileDamage("the unused section of the head is not empty")])
    }
    if image.commit == 0 { add([FileDamage("the counter of transactions is 0")]) }
  }
}
