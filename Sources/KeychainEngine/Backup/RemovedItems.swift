// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainTypes

/// What a restore has removed, by its names: to tell what the backup does not bring back.
struct RemovedItems {
  private struct Name: Hashable {
    let itemClass: ItemClass
    let slot: Digest
  }

  /// Why no backup holds it; nil for what one could hold.
  private var reasons: [Name: Backup.Omission?] = [:]

  mutating func insert(_ item: OpenedItem, _ codec: RowCodec) throws(KeychainError) {
    guard !item.facts.isTombstone else { return }
    let name = try name(ItemDraft(item, secret: nil), codec)
    reasons.updateValue(BackupRules.omission(of: item), forKey: name)
  }

  /// Takes note of an item that is there again.
  mutating func remove(_ draft: ItemDraft, _ codec: RowCodec) throws(KeychainError) {
    reasons.removeValue(forKey: try name(draft, codec))
  }

  /// Counts what is left.
  func count(in report: inout RestoreReport) {
    report.gone = reasons.count
    for case let reason? in reasons.values { report.goneAsOmitted[reason, default: 0] += 1 }
  }

  private func name(_ draft: ItemDraft, _ codec: RowCodec) throws(KeychainError) -> Name {
    Name(itemClass: draft.itemClass, slot: try codec.slot(of: draft))
  }
}
