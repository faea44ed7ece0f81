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
    let stamp = CivilTime(environment.clock.now()).stamp
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
        of: keybag.image.store, stamp: CivilTime(environment.clock.now()).stamp,
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

extension StoreRepair {
  /// What there is to say of files that are not opened.
  func report(
    _ closed: ClosedStore, _ verdict: StoreVerdict, _ keybag: UnlockedKeybag
  ) -> CheckReport {
    var report = verdict.report
    let findings = closed.findings
    let note = noteOfLog(closed, verdict)
    report.isOfPagesAlone =
      report.isClean && (closed.hasSoundLog || note != nil) && findings.missing == nil
      && !findings.pages.isEmpty
    report.findings = findings.described() + report.findings
    if let note { report.notes.append(note) } else { addLosses(of: closed, verdict, to: &report) }
    if closed.hasForeignLog {
      report.findings.append(
        CheckReport.Finding(.fileDamaged, detail: "store.db-wal, which is another store's"))
    }
    if !closed.hasSoundMark {
      report.findings.append(
        CheckReport.Finding(.fileDamaged, detail: "store.db-mark, which the next change renews"))
    }
    if let finding = keybag.condition.finding { report.findings.append(finding) }
    return report
  }

  /// What cannot be known where another SQLite has written the whole log into the database file
  /// and removed it; nil where that is not so, or more is wrong than sums.
  func noteOfLog(_ closed: ClosedStore, _ verdict: StoreVerdict) -> String? {
    guard verdict.report.isClean, closed.hasLogWrittenBack(verdict.head), verdict.endsWithoutSum
    else { return nil }
    return "store.db-wal, of \(closed.lostFrames) frames, is gone, and another SQLite has written "
      + "it into store.db. All that the history promises is there, up to write "
      + "\(verdict.lastWrite). Had the log been damaged before that, what came later would be gone "
      + "without a trace."
  }

  /// What the log held, nobody knows.
  private func addLosses(
    of closed: ClosedStore, _ verdict: StoreVerdict, to report: inout CheckReport
  ) {
    let lost = closed.lostFrames + closed.unknownFrames(behind: verdict.head?.frame)
    if lost > 0 {
      report.findings.append(
        CheckReport.Finding(
          .rowMissing,
          detail: "whatever the last \(lost) frames of the log held; older versions "
            + "may stand in its place"))
    }
    if closed.hasLogOfUnknownLength {
      report.findings.append(
        CheckReport.Finding(
          .rowMissing,
          detail: "whatever else the log held, as it is "
            + (closed.hasForeignLog ? "gone" : "without its head")
            + " and no mark tells its length; older versions may stand in its place"))
    }
  }
}

extension StoreRepair {
  /// Accepts pages that another SQLite wrote: judges all content of a copy without looking at the
  /// sums of pages, then puts the copy with right sums in the store's place and the files aside.
  ///
  /// - Returns: what the judgement found; anything was changed only if that is nothing. Findings
  ///   about the log come first: without its sums SQLite would drop what follows a bad frame. Nil
  ///   where nothing is damaged, and nothing was done.
  /// - Throws: -25291 while other programs have the store open, and what an opening throws that is
  ///   not about sums.
  package func reseal() throws(KeychainError) -> CheckReport? {
    try files.prepareDirectory(in: home, environment.calls)
    return try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in
      try finishSwap()
      let keybag = try keybag()
      let closed = try alone(keybag)
      var notes: [String] = []
      if !closed.hasSoundLog {
        let verdict = try verdict(closed, keybag)
        guard let note = noteOfLog(closed, verdict) else {
          return report(closed, verdict, keybag)
        }
        notes = [note]
      }
      // The store may not have opened for another reason, as for lack of descriptors.
      let findings = closed.findings
      let isStale = !findings.pages.isEmpty || findings.missing != nil
      var judged = CheckReport()
      let isRight = try closed.prepareCopy { (reader) throws(KeychainError) in
        judged = try judge(reader, keybag)
        return judged.isClean && isStale
      }
      guard isRight else { return judged.isClean ? nil : judged }
      _ = try storing { () throws(StorageError) in
        try closed.replace(stamp: CivilTime(environment.clock.now()).stamp)
      }
      judged.notes = notes
      return judged
    }
  }

  /// What there is to say of everything that a reader shows.
  func judge(
    _ reader: StoreReader, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> CheckReport {
    let epochs = try storing { () throws(StorageError) in try reader.keyEpochs() }
    let fitting = try Engine.keying(files) { () throws(KeybagError) in
      try keybag.using(epochs)
    }
    guard let fitting else { throw lackOfKeys }
    return try Inspection.report(of: reader, RowCodec(keybag: fitting))
  }
}
