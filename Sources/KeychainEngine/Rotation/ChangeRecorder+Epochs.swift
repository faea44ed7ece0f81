// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Rows of each generation of keys.
extension ChangeRecorder {
  /// A row by its number.
  func row(numbered id: Int64, of itemClass: ItemClass) throws(KeychainError) -> SealedRow? {
    try storing { () throws(StorageError) in
      try transaction.reader.row(numbered: id, of: itemClass)
    }
  }

  /// The row in the slot of a draft, tombstones included, whichever generation of keys made it.
  func occupant(of slot: Digest, like draft: ItemDraft) throws(KeychainError) -> SealedRow? {
    if let row = try occupant(of: slot, draft.itemClass) { return row }
    guard let older = try codec.olderSlot(of: draft) else { return nil }
    return try occupant(of: older, draft.itemClass)
  }
}
