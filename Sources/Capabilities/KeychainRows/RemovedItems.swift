// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The items that a restore has removed from the store and has not added again from the backup.
///
/// The items that are left at the end of the restore are lost. The report of the restore
/// (`RestoreReport`) counts them.
package struct RemovedItems {
  private struct Name: Hashable {
    let itemClass: ItemClass
    let slot: Digest
  }

  private struct Entry {
    /// The reason why backups never contain the item, or nil if a backup can contain the item.
    let reason: Backup.Omission?
    let revision: Instant
    let item: RestoreReport.Gone
    /// The number of items that `entries` had when this item was added.
    ///
    /// The report lists the lost items in ascending order of this number.
    let place: Int
  }

  /// The attributes by which a user recognizes a lost item in the report of a restore.
  private static let shown: [Attribute] = [.label, .service, .server, .account]

  private var entries: [Name: Entry] = [:]
  private var setBack = 0
  private var unchanged = 0

  package init() {}

  package mutating func insert(_ item: OpenedItem, _ codec: RowCodec) throws(KeychainError) {
    guard !item.facts.isTombstone else { return }
    let name = try name(ItemDraft(item, secret: nil), codec)
    let values = Self.shown.compactMap { attribute in
      item[attribute].map { AttributeSet.Entry(attribute, $0) }
    }
    entries[name] = Entry(
      reason: BackupRules.omission(of: item), revision: item.facts.revision,
      item: RestoreReport.Gone(item.facts.itemClass, AttributeSet(values)), place: entries.count)
  }

  /// Takes an item out of this list, because the restore has added the item again from the backup.
  ///
  /// - Parameter version: The item as it is in the backup.
  package mutating func remove(_ version: ItemVersion, _ codec: RowCodec) throws(KeychainError) {
    let entry = entries.removeValue(forKey: try name(version.draft, codec))
    guard let entry else { return }
    if entry.revision > version.revision { setBack += 1 }
    if entry.revision == version.revision { unchanged += 1 }
  }

  /// Adds to the report of a restore the items that are lost, and two counts of restored items.
  ///
  /// The first count is of the items that were changed after the backup, so that the restore undid
  /// these changes. The second count is of the items that were equal in the store and in the
  /// backup.
  package func count(in report: inout RestoreReport) {
    report.gone = entries.count
    report.setBack = setBack
    report.unchanged = unchanged
    for case let reason? in entries.values.map(\.reason) {
      report.goneAsOmitted[reason, default: 0] += 1
    }
    report.goneItems = entries.values.sorted { $0.place < $1.place }
      .prefix(RestoreReport.mostNamed).map(\.item)
  }

  private func name(_ draft: ItemDraft, _ codec: RowCodec) throws(KeychainError) -> Name {
    Name(itemClass: draft.itemClass, slot: try codec.slot(of: draft))
  }
}
