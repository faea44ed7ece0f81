// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes

/// The steps of a rotation that change keybag and store as a whole
/// (Documentation/Formats/store.md).
///
/// Each looks at what is there and does what is due, so that it may be repeated, and come from
/// several processes at once.
struct KeyRenewal {
  let engine: Engine

  private var files: StoreFiles { engine.files }

  /// Makes the next generation of keys, unless an earlier rotation has still to be finished.
  ///
  /// - Returns: whether keys were made by this call.
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

  /// Whether the store has yet to begin with the newest keys of the keybag, rows have older ones,
  /// or the keybag has some that nothing needs.
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

  /// Whether rows have keys that a keybag of before the passcode opens too.
  func isDue() throws(KeychainError) -> Bool {
    let epochs = try storing { () throws(StorageError) in try engine.store.keyEpochs() }
    return engine.codec.keybag.hasKeysFromBeforePasscode(of: epochs)
  }

  /// Refuses what makes new keys while an earlier rotation is not finished: at most two generations
  /// live.
  func requireFinished(_ keybag: UnlockedKeybag) throws(KeychainError) {
    let epochs = try storing { () throws(StorageError) in try engine.store.keyEpochs() }
    guard epochs.isSettled, keybag.image.epoch == epochs.current else {
      throw KeychainError(
        .notAvailable, "rows still have keys of an earlier rotation",
        advice: "run security rotate-keys, and security check --repair where it names rows")
    }
  }

  /// Lets the newest keys of the keybag be those of the store, and seals the history under them.
  ///
  /// Where the store names older ones still than a rotation leaves, somebody has set it back.
  ///
  /// - Returns: false where the store has begun with them already.
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

  /// Names the old keys as gone once no row has them.
  ///
  /// Rows only ever change from the older generation to the current one, so what one look at the
  /// store does not find will not be there later: no writer has to wait for the look.
  ///
  /// - Returns: whether no row has older keys.
  func settle() throws(KeychainError) -> Bool {
    let seen = try storing { () throws(StorageError) in
      try engine.store.read { (reader) throws(StorageError) in
        (epochs: try reader.keyEpochs(), isDone: try reader.outdatedCounts().isEmpty)
      }
    }
    guard seen.isDone else { return false }
    if !seen.epochs.isSettled {
      // A copy that a restore made meanwhile has rows under the keys that go.
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

  /// Removes keys that nothing in the store needs, and lets keys that only rows set aside need open
  /// no other rows.
  func forget() throws(KeychainError) {
    try engine.withKeybag { (keys, keybag) throws(KeychainError) in
      // Keys that another rotation has made meanwhile stay: they are the newest.
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

  /// What is left, and why.
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

  /// The generations of keys that some row was made with, rows moved aside included.
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
  /// Runs `body` with the keybag as it lies there, while nobody else changes its files.
  func withKeybag<R>(
    _ body: (KeybagFiles, UnlockedKeybag) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    let keys = environment.keys(in: files.directory)
    return try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in
      let keybag = try Engine.keying(files) { () throws(KeybagError) in
        let found = try keys.open(randomness: environment.randomness)
        // A removal of the passcode may have been killed before it dropped them.
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

/// Seals the change history under other keys, in the transaction that makes them the store's.
///
/// What did not check out before does not check out afterwards: an entry that was not the one that
/// was written keeps a link that is not its own, and a head that does not authenticate stays as it
/// is. Renewing keys must not wipe out the traces of who changed a store behind our back.
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
