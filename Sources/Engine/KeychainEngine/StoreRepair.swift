// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes

/// Diagnoses and repairs a store whose files may be too damaged to be opened
/// (Documentation/Decisions/repair.md).
///
/// A `StoreRepair` also accepts a database that another build of SQLite has written (`reseal`).
package struct StoreRepair: Sendable {
  let files: StoreFiles
  /// The directory that must exist before the store's directory is made (`StoreLocation.home`).
  let home: String?
  let environment: Environment

  package init(_ location: StoreLocation, environment: Environment = .system) {
    files = StoreFiles(directory: location.directory)
    home = location.home
    self.environment = environment
  }

  /// Reports the damage that can be found in the bytes of the store's files.
  ///
  /// Changes no file.
  ///
  /// - Throws: An error if the keys cannot be used, or if the files cannot be read at all.
  package func diagnose() throws(KeychainError) -> CheckReport {
    let keybag = try keybag()
    let closed = try storing { () throws(StorageError) in
      try ClosedStore(
        files.database, keybag.image.store, environment.store, aloneWithin: nil)
    }
    return report(closed, try verdict(closed, keybag), keybag)
  }

  /// Builds a new store from every row that can be authenticated, and renames the old files.
  ///
  /// The new names begin with `aside-`, and no code reads these files.
  ///
  /// - Returns: Nil, with nothing changed, if nothing is damaged. Another process may have repaired
  ///   the store first.
  /// - Throws: -25291 while other programs have the store open. After any other error, the old
  ///   store is unchanged.
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
    // Lost write numbers may be assigned again, so the store gets a new incarnation
    // (Specification/sync.md, "Seams", S5).
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
    // Save the keybag only after the draft is complete: a full disk then leaves everything as it
    // was.
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

  /// Finishes a repair that was interrupted because its process was killed.
  ///
  /// The caller holds the lock on the store's files.
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

  /// Returns true if the store can be opened and a full check finds no damage.
  ///
  /// - Throws: An error if the system refuses to open the files, for example because the process
  ///   has no file descriptors left. The error does not mean that the store is damaged.
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
    // Leave everything as it is for the repair.
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

  /// Returns access to the store's files, while no other program has them open.
  ///
  /// - Throws: -25291 if other programs still have the store open at the end of the time limit for
  ///   waiting (`StoreOptions.busyLimit`).
  func alone(_ keybag: UnlockedKeybag) throws(KeychainError) -> ClosedStore {
    do throws(StorageError) {
      return try ClosedStore(
        files.database, keybag.image.store, environment.store,
        aloneWithin: environment.store.busyLimit)
    } catch .busy {
      throw KeychainError(
        .notAvailable, "other programs have the store open", context: .path(files.database),
        advice: "end these programs and try again")
    } catch {
      throw KeychainError(error)
    }
  }

  /// Decides which rows in the damaged files are kept in the new store, and which are lost.
  ///
  /// - Throws: -25291 if keys are missing, or if nothing in the files provably belongs to this
  ///   store. In these cases the repair must not replace the damaged store by a new store.
  func verdict(
    _ closed: ClosedStore, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> StoreVerdict {
    let verdict = StoreVerdict(closed.salvage, keybag)
    // The keybag may be an older one. With the right keybag, everything may be intact.
    guard !verdict.lacksKeys else { throw lackOfKeys }
    guard verdict.hasProof else {
      throw KeychainError(
        .notAvailable, "the file holds nothing of this store", context: .path(files.database),
        advice: "bring the file back from a backup, or move it away")
    }
    return verdict
  }
}

extension StoreRepair {
  /// Returns the report on the damage of a store whose files were read directly, without opening
  /// the store.
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
        CheckReport.Finding(.fileDamaged, detail: "store.db-wal, which belongs to another store"))
    }
    if !closed.hasSoundMark {
      report.findings.append(
        CheckReport.Finding(.fileDamaged, detail: "store.db-mark, which the next change renews"))
    }
    if let finding = keybag.condition.finding { report.findings.append(finding) }
    return report
  }

  /// Returns a note for the report if another build of SQLite has moved the write-ahead log into
  /// the database.
  ///
  /// That build of SQLite wrote the log's content into the database file and removed the log file.
  /// Nil if that did not happen, or if the files have other damage than wrong page checksums.
  func noteOfLog(_ closed: ClosedStore, _ verdict: StoreVerdict) -> String? {
    guard verdict.report.isClean, closed.hasLogWrittenBack(verdict.head), verdict.endsWithoutSum
    else { return nil }
    return "store.db-wal, of \(closed.lostFrames) frames, is gone, and another SQLite has written "
      + "it into store.db. All rows that the history names are there, up to write "
      + "\(verdict.lastWrite). If the log was damaged before that, later changes are lost without "
      + "a trace."
  }

  /// Adds findings about lost frames of the write-ahead log to the report.
  ///
  /// The content of these frames is unknown, so the findings cannot name the lost rows.
  private func addLosses(
    of closed: ClosedStore, _ verdict: StoreVerdict, to report: inout CheckReport
  ) {
    let lost = closed.lostFrames + closed.unknownFrames(behind: verdict.head?.frame)
    if lost > 0 {
      report.findings.append(
        CheckReport.Finding(
          .rowMissing,
          detail: "the rows in the last \(lost) frames of the log; older versions "
            + "may stand in their place"))
    }
    if closed.hasLogOfUnknownLength {
      report.findings.append(
        CheckReport.Finding(
          .rowMissing,
          detail: "other rows in the log, as it is "
            + (closed.hasForeignLog ? "gone" : "without its head")
            + " and no mark tells its length; older versions may stand in their place"))
    }
  }
}

extension StoreRepair {
  /// Accepts database pages that another SQLite has written without valid page checksums.
  ///
  /// Copies the database without its page checksums and checks the whole content of the copy. If
  /// the check finds nothing, the copy gets correct checksums and replaces the database. The old
  /// files stay in the directory under names that begin with `aside-`.
  ///
  /// If the write-ahead log is damaged, no copy is made, because SQLite would drop everything after
  /// a damaged frame. If the mark file `store.db-mark`, which says how far the log has to go, is
  /// damaged, no copy is made either. A missing log counts as damaged, unless another SQLite has
  /// moved the log into the database.
  ///
  /// - Returns: The findings. The store was changed only if there are no findings. Nil, with
  ///   nothing done, if nothing is damaged.
  /// - Throws: -25291 while other programs have the store open. Any error of opening the store that
  ///   is not about checksums.
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
      // The store may have failed to open for another reason, such as lack of descriptors.
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

  /// Checks all pages, rows and history entries of a store that was opened with `reader`, and
  /// returns the report.
  ///
  /// - Throws: An error if the keybag lacks keys that the store's rows need.
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
