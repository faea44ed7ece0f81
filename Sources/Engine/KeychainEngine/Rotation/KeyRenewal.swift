// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes

/// The steps of a key rotation that concern the keybag and the store as a whole, not single rows
/// (Documentation/Formats/store.md).
///
/// Each step looks at the current state and does only the work that is due. So a step may be
/// repeated, and several processes may run it at once.
struct KeyRenewal {
  let engine: Engine

  private var files: StoreFiles { engine.files }

  /// Makes the next generation of keys, unless an earlier rotation is unfinished.
  ///
  /// - Returns: True if this call has made keys.
  func prepare() throws(KeychainError) -> Bool {
    try engine.withKeybag { (keys, keybag) throws(KeychainError) in
      let epochs = try storing { () throws(StorageError) in try engine.store.keyEpochs() }
      guard epochs.isSettled, keybag.image.epoch == epochs.current else { return false }
      let needed = try neededEpochs()
      try KeptCopy(of: engine).remove()
      try Engine.keying(files) { () throws(KeybagError) in
        let next = try keybag.keeping(epochs: needed)
          .withNextEpoch(randomness: engine.environment.randomness)
        _ = try keys.saveRenewingDeviceKey(next, randomness: engine.environment.randomness)
      }
      return true
    }
  }

  /// Returns true if an earlier rotation is unfinished.
  ///
  /// A rotation is unfinished if the store does not use the newest keys of the keybag, or if rows
  /// have older keys. A rotation is also unfinished if the keybag has keys that no row needs.
  func isUnfinished() throws(KeychainError) -> Bool {
    let epochs = try storing { () throws(StorageError) in try engine.store.keyEpochs() }
    let keybag = engine.codec.keybag
    guard epochs.isSettled, keybag.image.epoch == epochs.current else { return true }
    let isOpen = try Engine.keying(files) { () throws(KeybagError) in
      try keybag.isOpenTo(older: epochs)
    }
    guard !isOpen else { return true }
    return try !keybag.allEpochs.isSubset(of: neededEpochs())
  }

  /// Returns true if rows of the store are sealed under keys from before the passcode was set.
  ///
  /// An old copy of the keybag, without a passcode, would decrypt these rows. False if the store
  /// has no passcode.
  func isDue() throws(KeychainError) -> Bool {
    let epochs = try storing { () throws(StorageError) in try engine.store.keyEpochs() }
    return engine.codec.keybag.hasKeysFromBeforePasscode(of: epochs)
  }

  /// Throws `notAvailable` if an earlier rotation of keys is unfinished.
  ///
  /// New keys must not be made then, because at most two generations of keys may exist at once.
  func requireFinished(_ keybag: UnlockedKeybag) throws(KeychainError) {
    let epochs = try storing { () throws(StorageError) in try engine.store.keyEpochs() }
    guard epochs.isSettled, keybag.image.epoch == epochs.current else {
      throw KeychainError(
        .notAvailable, "rows still have keys of an earlier rotation",
        advice: "run security rotate-keys; if it names rows, run security check --repair")
    }
  }

  /// Makes the store use the newest keys of the keybag, and seals the change history under these
  /// keys.
  ///
  /// The store may be several generations behind the keybag if an old copy of the store was put
  /// back.
  ///
  /// - Returns: False if the store already uses the newest keys.
  func begin() throws(KeychainError) -> Bool {
    let keybag = try Engine.openedKeybag(in: files, engine.environment)
    let hasBegun = try engine.store.write { (transaction) throws(KeychainError) in
      let epochs = transaction.keyEpochs
      let newest = keybag.image.epoch
      guard epochs.current < newest else { return false }
      let begun = epochs.begun(with: newest)
      let both = try Engine.keying(files) { () throws(KeybagError) in
        (try keybag.using(epochs), try keybag.using(begun))
      }
      guard let old = both.0, let new = both.1 else { throw KeychainError(StorageError.rekeyed) }
      try HistoryRenewal(old: old, new: new).run(transaction)
      transaction.keyEpochs = begun
      return true
    }
    try engine.renewKeys(after: engine.keys)
    return hasBegun
  }

  /// Marks the old keys as unused if every row has the current keys.
  ///
  /// Rows change only from the older generation to the current generation. So one look at the store
  /// is enough, and no writer has to wait.
  ///
  /// - Returns: True if every row has the current keys.
  func settle() throws(KeychainError) -> Bool {
    let seen = try storing { () throws(StorageError) in
      try engine.store.read { (reader) throws(StorageError) in
        (epochs: try reader.keyEpochs(), isDone: try reader.outdatedCounts().isEmpty)
      }
    }
    guard seen.isDone else { return false }
    if !seen.epochs.isSettled {
      // Remove a copy that a restore made meanwhile: its rows have the keys that are dropped.
      try engine.withKeybag { (_, _) throws(KeychainError) in
        _ = try KeptCopy(of: engine).remove()
      }
      try storing { () throws(StorageError) in
        try engine.store.write { (transaction) throws(StorageError) in
          if transaction.keyEpochs == seen.epochs {
            transaction.keyEpochs = seen.epochs.settled
          }
        }
      }
      try engine.renewKeys(after: engine.keys)
    }
    return true
  }

  /// Removes keys from the keybag that no row of the store needs.
  ///
  /// If only rows in the table `aside` (damaged rows) need a key, the key stays, but decrypts only
  /// these rows.
  func forget() throws(KeychainError) {
    try engine.withKeybag { (keys, keybag) throws(KeychainError) in
      // Keep keys that another rotation has made meanwhile: they are the newest.
      let needed = try neededEpochs().union([keybag.image.epoch])
      let epochs = try storing { () throws(StorageError) in try engine.store.keyEpochs() }
      try Engine.keying(files) { () throws(KeybagError) in
        var next = try keybag.keeping(epochs: needed)
        let isOpen = try next.isOpenTo(older: epochs)
        guard isOpen || !keybag.allEpochs.isSubset(of: needed) else { return }
        if isOpen { next = try next.settled(at: epochs.current) }
        _ = try keys.save(next)
      }
    }
  }

  /// Adds to a report how many rows still have older keys, and why.
  func count(into report: inout RotationReport) throws(KeychainError) {
    let keybag = engine.codec.keybag
    report.keepsDeviceKey = keybag.hasPasscode
    try storing { () throws(StorageError) in
      try engine.store.read { (reader) throws(StorageError) in
        let epochs = try reader.keyEpochs()
        report.epoch = epochs.current
        for (protection, count) in try reader.outdatedCounts() {
          if let protection, keybag.availability(of: protection) == .locked {
            report.waiting[protection] = count
          } else {
            report.rowsDamaged += count
          }
        }
        report.rowsAside = try reader.asideEpochs()
          .filter { $0.key != epochs.current }.values.reduce(0, +)
      }
    }
  }

  /// Returns the generations of keys that some row needs, including the damaged rows in the table
  /// `aside`.
  private func neededEpochs() throws(KeychainError) -> Set<UInt32> {
    try storing { () throws(StorageError) in
      try engine.store.read { (reader) throws(StorageError) in
        let epochs = try reader.keyEpochs()
        return Set([epochs.oldest, epochs.current]).union(try reader.asideEpochs().keys)
      }
    }
  }

}

extension Engine {
  /// Runs a body with the current keybag, while no other process changes the keybag files.
  func withKeybag<R>(
    _ body: (KeybagFiles, UnlockedKeybag) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    let keys = environment.keys(in: files.directory)
    return try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in
      let keybag = try Engine.keying(files) { () throws(KeybagError) in
        let found = try keys.open(randomness: environment.randomness)
        // The removal of a passcode may have been killed before it dropped the held keys.
        if !found.hasPasscode { keys.dropOthers(than: found) }
        guard found.hasNextDeviceKey || found.condition != .inStep else { return found }
        let mended = try keys.mendCopy(of: found)
        try keys.mendDeviceKey()
        return mended
      }
      return try body(keys, keybag)
    }
  }
}

/// Seals the change history under new keys, in the transaction that makes the store use these keys.
///
/// If an entry or the head (authenticated summary) of the history could not be authenticated
/// before, it still cannot be authenticated afterwards. Renewing the keys must not erase the traces
/// of an unauthorized change. Therefore a forged entry keeps its wrong link in the chain of
/// entries, and a head that cannot be authenticated is not changed.
private struct HistoryRenewal {
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
      // A caller's identifier that cannot be decrypted stays as it is, because nothing else depends
      // on it.
      if let caller = try? old.sealer.openCaller(entry.caller) {
        renewed.caller = try sealing { () throws(SealError) in try new.sealer.sealCaller(caller) }
      }
      let link = try sealing { () throws(SealError) in
        // The predecessor of the first kept entry is unknown, so its link counts as valid.
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

  /// Seals the registry of applications (the history of each program that used the store) under the
  /// new keys.
  ///
  /// Entries of the registry that cannot be decrypted are removed.
  private func renewRegistry(_ transaction: WriteTransaction) throws(KeychainError) {
    let seals = (old: RegistrySeal(old), new: RegistrySeal(new))
    for row in try storing({ () throws(StorageError) in try transaction.reader.registryRows() }) {
      let renewed = try sealing { () throws(SealError) in
        try seals.new.renewed(row, from: seals.old)
      }
      // Rows that the new keys open were already made with them.
      if renewed == nil, seals.new.opens(row) { continue }
      try storing { () throws(StorageError) in
        try transaction.removeRegistry(row.name)
        if let renewed { try transaction.keepRegistry(renewed) }
      }
    }
  }
}
