// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainStorage
package import KeychainTypes

/// Looking into, repairing and resealing a store that need not open
/// (Documentation/Decisions/repair.md).
package struct StoreRepair: Sendable {
  let files: StoreFiles
  let environment: Environment

  package init(_ location: StoreLocation, environment: Environment = .system) {
    files = StoreFiles(directory: location.directory)
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
  /// - Throws: -25291 while other programs have the store open; the status of what failed, with
  ///   the old store in its place.
  package func repair() throws(KeychainError) -> RepairReport {
    try files.prepareDirectory(environment.calls)
    return try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in try repairAlone()
    }
  }

  private func repairAlone() throws(KeychainError) -> RepairReport {
    var keybag = try keybag()
    let stamp = environment.clock.now().stamp
    let closed = try alone(keybag)
    let verdict = try verdict(closed, keybag)
    let found = report(closed, verdict, keybag)
    let keys = KeybagFiles(directory: files.directory, files: environment.files)
    // Write numbers may have been lost and be given out again, so the store gets a new name for
    // them (spec/sync.md S5).
    let moved: [String]
    do throws(KeybagError) {
      moved = try keys.keepAside(keybag, stamp: stamp)
      keybag = try keys.save(keybag.withNewIncarnation(randomness: environment.randomness))
    } catch {
      throw KeychainError(error, directory: files.directory)
    }
    let identity = StoreIdentity(
      store: keybag.image.store, incarnation: keybag.image.incarnation,
      created: verdict.meta?.identity.created ?? environment.clock.now())
    let content = try sealing { () throws(SealError) in
      try verdict.content(identity, at: environment.clock.now())
    }
    let names = try storing { () throws(StorageError) in
      try closed.replace(with: content, stamp: stamp, options: environment.store)
    }
    return RepairReport(
      found: found, rowsKept: content.rows.count { !$0.facts.isTombstone },
      tombstonesKept: content.rows.count { $0.facts.isTombstone },
      entriesKept: content.history.count, directory: files.directory, movedAside: moved + names)
  }

  func keybag() throws(KeychainError) -> UnlockedKeybag {
    let keys = KeybagFiles(directory: files.directory, files: environment.files)
    do throws(KeybagError) {
      return try keys.open(randomness: environment.randomness)
    } catch {
      throw KeychainError(error, directory: files.directory)
    }
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
  /// - Throws: -25291 where nothing proves to be of this store: nothing is made in its place.
  private func verdict(
    _ closed: ClosedStore, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> StoreVerdict {
    let verdict = StoreVerdict(closed.salvage, keybag)
    guard verdict.hasProof else {
      throw KeychainError(
        .notAvailable, "nothing in the file is of this store", context: .path(files.database),
        advice: "bring the file back from a backup, or move it away")
    }
    return verdict
  }

  private func report(
    _ closed: ClosedStore, _ verdict: StoreVerdict, _ keybag: UnlockedKeybag
  ) -> CheckReport {
    var report = verdict.report
    report.findings = closed.findings.described(files) + report.findings
    if closed.lostFrames > 0 {
      report.findings.append(
        CheckReport.Finding(
          .rowMissing,
          detail: "whatever the last \(closed.lostFrames) frames of the log held; older versions "
            + "may stand in its place"))
    }
    if !closed.hasSoundMark {
      report.findings.append(
        CheckReport.Finding(.fileDamaged, detail: "store.db-mark, which the next change renews"))
    }
    if let finding = keybag.condition.finding { report.findings.append(finding) }
    return report
  }
}
