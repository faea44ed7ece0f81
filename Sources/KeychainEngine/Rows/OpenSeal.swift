// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainStorage
import KeychainTypes

/// The seal of the history between the changes of one transaction: its tag is made once, for the
/// commit, however many changes and writers share it.
struct OpenSeal: OpenHead {
  let seal: HistorySeal
  let keybag: UnlockedKeybag

  /// The seal that a transaction goes on from; nil when the stored one does not authenticate.
  static func seal(
    of transaction: WriteTransaction, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> HistorySeal? {
    if let open = transaction.openHead as? OpenSeal { return open.seal }
    let head = try storing { () throws(StorageError) in try transaction.historyHead }
    return try sealing { () throws(SealError) in try HistorySeal(head, keybag) }
  }

  func encode() throws(StorageError) -> [UInt8] {
    do throws(SealError) {
      return try seal.encode(keybag)
    } catch {
      throw error == .failed(.memory) ? .outOfMemory : .unexpected(0)
    }
  }
}
