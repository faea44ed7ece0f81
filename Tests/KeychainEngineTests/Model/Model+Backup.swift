// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

// Backups of the store that are restored to it (Specification/secitem.md, "Backup and restore").
extension Model {
  /// A second: changes after a backup are later than its content.
  static let backupTime: Int64 = 1_000_000

  /// Makes a backup of everything that may leave the store.
  ///
  /// A locked item makes it fail, except for `akpu` (Specification/secitem.md, "Exporting a
  /// backup").
  mutating func backUp() throws(ModelRefusal) {
    var content: [ModelRow] = []
    for itemClass in ItemClass.stored {
      for row in rows.filter({ $0.itemClass == itemClass }).sorted(by: { $0.place < $1.place })
      where !row.isTombstone && row.protection.name != "akpu" {
        guard opens(row) else { throw .locked }
        guard row.control?.needsEvidence != true, !row.isOfToken else { continue }
        content.append(row)
      }
    }
    backups.append(content)
    pass(Self.backupTime)
  }

  /// Restores a backup (Specification/secitem.md, "Importing a backup").
  ///
  /// Items that are not synchronizable are removed, and so are those that need a passcode. Then
  /// every item of the backup is added unless a later version is there.
  mutating func restore(_ number: Int) throws(ModelRefusal) {
    guard number < backups.count else { return }
    guard lock == .unlocked else { throw .locked }
    for itemClass in ItemClass.stored {
      for row in rows.filter({ $0.itemClass == itemClass }).sorted(by: { $0.place < $1.place })
      where !row.isSynchronizable || row.protection.name == "akpu" {
        rows.removeAll { $0.itemClass == itemClass && $0.place == row.place }
        note(row)
      }
    }
    for row in backups[number] where !row.isSynchronizable || row.mayBeSynchronizable { bring(row) }
  }

  private mutating func bring(_ row: ModelRow) {
    let old = occupant(of: row.key, row.itemClass)
    if let old, old.revision >= row.revision { return }
    let others = rows.filter { $0.itemClass == row.itemClass && $0.place != old?.place }
    var new = ModelRow(
      row.itemClass, place: old?.place ?? nextPlace(),
      name: others.contains { $0.name == row.name } ? draw() : row.name,
      uuid: others.contains { $0.uuid == row.uuid } ? draw() : row.uuid,
      protection: row.protection)
    new.attributes = row.attributes
    new.isSynchronizable = row.isSynchronizable
    new.control = row.control
    new.secret = row.secret
    new.revision = row.revision
    if let old, let index = place(of: old) {
      rows[index] = new
      note(old, new)
    } else {
      rows.append(new)
      note(new)
    }
  }
}

extension ModelRow {
  fileprivate var isOfToken: Bool {
    (attributes[.tokenIdentifier] ?? .text("")) != .text("")
  }
}
