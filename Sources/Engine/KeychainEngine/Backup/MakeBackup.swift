// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory
import UserFiles

extension Session {
  /// The number of rows that are read from the store at a time.
  private static let batch = 256

  /// Backs up every item that the rules for backups allow to leave the store
  /// (Specification/secitem.md, "Exporting a backup").
  ///
  /// All items are read from one consistent state of the store.
  ///
  /// The backup includes all access groups, because it belongs to the owner of the store.
  /// Tombstones will be included once devices that sync with each other need them
  /// (Specification/sync.md, "Seams", S17).
  ///
  /// - Throws: -25308 if an item that belongs in the backup is locked.
  package func backup(under wrapping: BackupWrapping) throws(KeychainError) -> Backup {
    // Check for locked items first, before the long work.
    try requireBackup()
    let environment = engine.environment
    var passphrase: Passcode?
    var cost = PasscodeCost.standard
    if case .passphrase(let given) = wrapping {
      passphrase = given
      cost =
        environment.passcodeCost
        ?? PasscodeCost.calibrated(
          by: environment.clock, freeMemory: KernelText.availableMemory)
    }
    return try withKeys { (call) throws(KeychainError) in
      try call.backupOnce(under: passphrase, cost)
    }
  }

  /// Throws an error if an item that belongs in the backup is locked.
  ///
  /// This check makes no backup, and therefore needs no time to derive a key from a passphrase.
  ///
  /// - Throws: -25308 if an item that belongs in the backup is locked. `backup` would throw this
  ///   error too.
  package func requireBackup() throws(KeychainError) {
    try withKeys { (call) throws(KeychainError) in try call.requireNothingLocked() }
  }

  private func backupOnce(
    under passphrase: Passcode?, _ cost: PasscodeCost
  ) throws(KeychainError) -> Backup {
    let environment = engine.environment
    var omitted: [Backup.Omission: Int] = [:]
    var count = 0
    var writer = try backingUp { () throws(BackupError) in
      try BackupWriter(
        of: codec.keybag, under: passphrase, cost: cost, at: environment.clock.now(),
        randomness: environment.randomness)
    }
    try forEachRow(.both) { (row) throws(KeychainError) in
      if row.facts.isTombstone || row.facts.form != .ordinary {
        // An edit in the file may have made an item look like a tombstone. The item then counts as
        // damaged and is left out.
        if case .damaged = codec.open(row) { omitted[.damaged, default: 0] += 1 }
      } else if let reason = try export(row, to: &writer) {
        omitted[reason, default: 0] += 1
      } else {
        count += 1
      }
    }
    let content = try backingUp { () throws(BackupError) in try writer.finish() }
    return Backup(content: content, count: count, omitted: omitted)
  }

  private func requireNothingLocked() throws(KeychainError) {
    let keybag = codec.keybag
    let locked = Protection.allCases.filter { protection in
      protection != .whenPasscodeSetThisDeviceOnly && keybag.availability(of: protection) == .locked
    }
    guard !locked.isEmpty else { return }
    try forEachRow(.live) { (row) throws(KeychainError) in
      guard !row.isMalformed, locked.contains(row.facts.protection) else { return }
      if case .locked = codec.open(row) { throw Self.lockedItem }
    }
  }

  private func forEachRow(
    _ rows: StorePlan.Rows, _ body: (SealedRow) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try reading { (reader) throws(KeychainError) in
      for itemClass in ItemClass.stored {
        var plan = StorePlan(itemClass, limit: Self.batch)
        plan.rows = rows
        while true {
          let rows = try storing { () throws(StorageError) in try reader.fetch(plan) }
          guard let last = rows.last else { break }
          for row in rows { try body(row) }
          plan.after = last.id
        }
      }
    }
  }

  private static let lockedItem = KeychainError(
    .interactionNotAllowed, "an item that belongs in the backup is locked",
    advice: "security unlock-store unlocks it")

  /// Adds the item of a row to the backup, if the rules for backups allow it.
  ///
  /// - Returns: The reason why the item is left out, or nil if it was added.
  /// - Throws: An error if the item is locked.
  private func export(
    _ row: SealedRow, to writer: inout BackupWriter
  ) throws(KeychainError) -> Backup.Omission? {
    // The item is left out even if it is locked: no backup has these items, so an unlock would be
    // useless.
    if !row.isMalformed, row.facts.protection == .whenPasscodeSetThisDeviceOnly {
      return .needsPasscode
    }
    let item: OpenedItem
    switch codec.open(row) {
    case .item(let opened): item = opened
    case .damaged, .lost: return .damaged
    case .locked: throw Self.lockedItem
    }
    if let reason = BackupRules.omission(of: item) { return reason }
    let version: ItemVersion
    do throws(KeychainError) {
      version = ItemVersion(item, secret: try codec.openSecret(of: item))
    } catch {
      guard error.code == .decode else { throw error }
      return .damaged
    }
    try backingUp { () throws(BackupError) in
      try writer.append(version.encode(), protection: row.facts.protection)
    }
    return nil
  }
}
