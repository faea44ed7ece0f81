// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes

/// Looking into, repairing and resealing a store that need not open
/// (Documentation/Decisions/repair.md).
package struct StoreRepair: Sendable {
  let files: StoreFiles
  /// The directory that must be there before the store is made (`StoreLocation.home`).
  let home: String?
  let environment: Environment

  package init(_ location: StoreLocation, environment: Environment = .system) {
    files = StoreFiles(directory: location.directory)
    home = location.home
    self.environment = environment
  }

  /// What is damaged, by what the bytes of the files still tell; changes nothing.
  ///
  /// - Throws: what speaks against the keys, and files that cannot be read at all.
  package func diagnose() throws(KeychainError) -> CheckReport {
    let keybag = try keybag()
    let closed = try storing { () throws(StorageError) in
      try ClosedStore(
        files.database, keybag.image.store, environment.store, aloneWithin: nil)
    }
    return report(closed, try verdict(closed, keybag), keybag)
  }

  /// Builds a new store from every row that proves itself and moves the old files aside.
  ///
  /// - Returns: nil where nothing is damaged, and nothing was done: another repair may have come
  ///   first.
  /// - Throws: -25291 while other programs have the store open; the status of what failed, with
  ///   the old store in its place.
  package func repair() throws(KeychainError) -> RepairReport? {
    try files.prepareDirectory(in: home, environment.calls)
    return try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in try repairAlone()
    }
  }

  private func repairAlone() throws(KeychainError) -> RepairReport? {
    try finishSwap()
    let keybag = try keybag()
    guard try !isWhole(keybag) else { return nil }
    let stamp = environment.clock.now().stamp
    let closed = try alone(keybag)
    let verdict = try verdict(closed, keybag)
    let found = report(closed, verdict, keybag)
    // Write numbers may have been lost and be given out again, so the store gets a new name for
    // them (spec/sync.md S5).
    let renewed = try Engine.keying(files) { () throws(KeybagError) in
      try keybag.withNewIncarnation(randomness: environment.randomness)
    }
    let identity = StoreIdentity(
      store: renewed.image.store, incarnation: renewed.image.incarnation,
      created: verdict.meta?.identity.created ?? environment.clock.now())
    let content = try sealing { () throws(SealError) in
      try verdict.content(identity, at: environment.clock.now())
    }
    try storing { () throws(StorageError) in try closed.prepare(content) }
    // Not before the draft is whole: a disk that has no room for it leaves all as it was.
    let moved: [String]
    do throws(KeychainError) {
      moved = try save(renewed, insteadOf: keybag, stamp: stamp)
    } catch {
      closed.discard()
      throw error
    }
    let names = try storing { () throws(StorageError) in try closed.replace(stamp: stamp) }
    return RepairReport(
      found: found, rowsKept: content.rows.count { !$0.facts.isTombstone },
      tombstonesKept: content.rows.count { $0.facts.isTombstone },
      entriesKept: content.history.count, directory: files.directory, movedAside: moved + names)
  }

  /// Finishes what a repair that was killed has begun; the caller holds the lock.
  func finishSwap() throws(KeychainError) {
    let swap = StoreSwap(files.database, environment.store)
    guard swap.isPending else { return }
    let keybag = try keybag()
    try storing { () throws(StorageError) in
      try swap.finishAlone(
        of: keybag.image.store, stamp: environment.clock.now().stamp,
        within: environment.store.busyLimit)
    }
  }

  /// Whether the store opens and a check of everything finds nothing.
  ///
  /// - Throws: what the system does not let be opened, as for lack of descriptors: that tells
  ///   nothing of the store.
  private func isWhole(_ keybag: UnlockedKeybag) throws(KeychainError) -> Bool {
    guard keybag.condition.finding == nil else { return false }
    let store: ItemStore
    do throws(StorageError) {
      store = try ItemStore(files.database, of: keybag.image.store, options: environment.store)
    } catch {
      if case .refused(let refusal) = error, case .unreadable = refusal.reason {
        throw KeychainError(error)
      }
      return false
    }
    // What is found stays for the repair as it is.
    store.leaveFiles()
    guard store.hasSoundMark(keybag.image.store) else { return false }
    let report = try? store.read { (reader) throws(KeychainError) in
      try judge(reader, keybag)
    }
    return report?.isClean ?? false
  }

  private func save(
    _ renewed: UnlockedKeybag, insteadOf keybag: UnlockedKeybag, stamp: String
  ) throws(KeychainError) -> [String] {
    let keys = environment.keys(in: files.directory)
    return try Engine.keying(files) { () throws(KeybagError) in
      let moved = try keys.keepAside(keybag, stamp: stamp)
      _ = try keys.save(renewed)
      return moved
    }
  }

  func keybag() throws(KeychainError) -> UnlockedKeybag {
    let keys = environment.keys(in: files.directory)
    do throws(KeybagError) {
      return try keys.open(randomness: environment.randomness)
    } catch {
      throw KeychainError(error, directory: files.directory)
    }
  }

  var lackOfKeys: KeychainError {
    KeychainError(
      .notAvailable, "the keybag lacks keys that the database was written with",
      context: .path(files.directory + "/keybag"),
      advice: "bring back the keybag that belongs to the database")
  }

  /// The files, while nobody else has them open.
  func alone(_ keybag: UnlockedKeybag) throws(KeychainError) -> ClosedStore {
    do throws(StorageError) {
      return try ClosedStore(
        files.database, keybag.image.store, environment.store,
        aloneWithin: environment.store.busyLimit)
    } catch .busy {
      throw KeychainError(
        .notAvailable, "other programs have the store open", context: .path(files.database),
        advice: "end them and try again")
    } catch {
      throw KeychainError(error)
    }
  }

  /// What is left.
  ///
  /// - Throws: -25291 where keys are missing, and where nothing proves to be of this store: nothing
  ///   is made in its place.
  func verdict(
    _ closed: ClosedStore, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> StoreVerdict {
    let verdict = StoreVerdict(closed.salvage, keybag)
    // An older keybag, say: with its own back, all may be whole.
    guard !verdict.lacksKeys else { throw lackOfKeys }
    guard verdict.hasProof else {
      throw KeychainError(
        .notAvailable, "nothing in the file is of this store", context: .path(files.database),
        advice: "bring the file back from a backup, or move it away")
    }
    return verdict
  }
}
