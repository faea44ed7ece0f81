// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Seals the change history under other keys, in the transaction that makes them the store's.
///
/// What did not check out before does not check out afterwards: an entry that was not the one that
/// was written keeps a link that is not its own, and a head that does not authenticate stays as it
/// is. Renewing keys must not wipe out the traces of who changed a store behind our back.
struct HistoryRenewal {
  let old: UnlockedKeybag
  let new: UnlockedKeybag

  func run(_ transaction: WriteTransaction) throws(KeychainError) {
    let history = try storing { () throws(StorageError) in
      try transaction.reader.history(after: 0, limit: .max)
    }
    let head = try storing { () throws(StorageError) in try transaction.historyHead }
    var ends = try sealing { () throws(SealError) in
      (old: try old.history.start(), new: try new.history.start())
    }
    for (place, (entry, stored)) in history.enumerated() {
      var renewed = entry
      // A caller that does not open stays as it is; nothing else depends on it.
      if let caller = try? old.sealer.openCaller(entry.caller) {
        renewed.caller = try sealing { () throws(SealError) in try new.sealer.sealCaller(caller) }
      }
      let link = try sealing { () throws(SealError) in
        // What came before the first entry that is kept is not known, and counts as right.
        let isKnown = place > 0 || entry.write == 1
        let expected = try old.history.head(after: ends.old, entry: entry.encoded.span)
        guard !isKnown || expected == stored else { return stored }
        return try new.history.head(after: ends.new, entry: renewed.encoded.span)
      }
      try storing { () throws(StorageError) in
        try transaction.replaceHistory(write: entry.write, caller: renewed.caller, chain: link)
      }
      ends = (stored, link)
    }
    let renewed = try sealing { () throws(SealError) in
      guard var seal = try HistorySeal(head, old) else { return head }
      seal.continueFrom(seal.chain == ends.old ? ends.new : seal.chain)
      return try seal.encode(new)
    }
    transaction.setHistoryHead(renewed)
    try renewRegistry(transaction)
  }

  /// What is known of applications gets names and seals of the new keys; what does not open goes.
  private func renewRegistry(_ transaction: WriteTransaction) throws(KeychainError) {
    let seals = (old: RegistrySeal(old), new: RegistrySeal(new))
    for row in try storing({ () throws(StorageError) in try transaction.reader.registryRows() }) {
      let renewed = try sealing { () throws(SealError) in
        try seals.new.renewed(row, from: seals.old)
      }
      // What the new keys open already was made with them.
      if renewed == nil, seals.new.opens(row) { continue }
      try storing { () throws(StorageError) in
        try transaction.removeRegistry(row.name)
        if let renewed { try transaction.keepRegistry(renewed) }
      }
    }
  }
}
