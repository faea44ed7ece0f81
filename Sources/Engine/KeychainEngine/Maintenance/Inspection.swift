// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// Checks the whole store for damage: decrypts every row, and compares each row with its digests.
  ///
  /// The rows as a whole are compared with the head (authenticated summary) of the change history.
  /// The check reads one consistent state of the store, and changes nothing.
  package func check() throws(KeychainError) -> CheckReport {
    try withKeys { (call) throws(KeychainError) in try call.checkOnce() }
  }

  private func checkOnce() throws(KeychainError) -> CheckReport {
    var report = try reading { (reader) throws(KeychainError) in
      try Inspection.report(of: reader, codec)
    }
    if !engine.store.hasSoundMark(codec.keybag.image.store) {
      report.findings.append(
        CheckReport.Finding(.fileDamaged, detail: "store.db-mark, which the next change renews"))
    }
    if try !engine.isKeybagInStep() {
      report.findings.append(
        codec.keybag.condition.finding
          ?? CheckReport.Finding(.copyOutOfStep, detail: "keybag and keybag.copy differ"))
    }
    if let finding = findingOnAttempts() { report.findings.append(finding) }
    if let flaw = LockGeneration.look(engine.files.lockFile).flaw {
      report.notes.append("the file lock of the store \(flaw.words)")
    }
    report.notes += SecretBytes.memoryWeakness.words
    // Leave the log for a repair: moved into the database, its frames would overwrite useful pages.
    if !report.isClean { engine.store.leaveFiles() }
    return report
  }

  /// Returns the finding that the store's counts of wrong passcodes are lost or cannot be read.
  ///
  /// Nil if the counts can be read, or if the store has no passcode.
  private func findingOnAttempts() -> CheckReport.Finding? {
    guard codec.keybag.hasPasscode else { return nil }
    let environment = engine.environment
    let keys = environment.keys(in: engine.files.directory)
    let attempts = try? keys.readAttempts(at: environment.clock.bootMoment)
    guard attempts?.isLost ?? true else { return nil }
    return CheckReport.Finding(
      .countsLost, detail: "the store counts nine wrong passcodes instead")
  }
}

extension Inspection {
  /// Checks one state of a store, and returns the report.
  static func report(of reader: StoreReader, _ codec: RowCodec) throws(KeychainError)
    -> CheckReport
  {
    var inspection = try Inspection(codec: codec)
    for itemClass in ItemClass.stored { inspection.inspect(itemClass, reader) }
    try inspection.inspectStructure(reader)
    let schema = try inspection.reading { () throws(StorageError) in try reader.schemaFindings() }
    for finding in schema ?? [] { inspection.add(.fileDamaged, detail: finding) }
    inspection.report.rowsAside =
      try inspection.reading { () throws(StorageError) in try reader.asideCount() } ?? 0
    let head = try inspection.reading { () throws(StorageError) in try reader.historyHead() }
    let history = try inspection.reading { () throws(StorageError) in
      try reader.history(after: 0, limit: .max)
    }
    if let head, let history { try inspection.compare(head: head, history: history) }
    let counts = try inspection.reading { () throws(StorageError) in
      (write: try reader.lastWrite(), entries: try reader.countedEntries())
    }
    if let counts, let history {
      inspection.compare(write: counts.write, entries: counts.entries, with: history.count)
    }
    return inspection.report
  }

  /// Reads every page of the database, and adds a finding for each damage, for example an index
  /// that differs from its table.
  mutating func inspectStructure(_ reader: StoreReader) throws(KeychainError) {
    let structure = try reading { () throws(StorageError) in try reader.structuralFindings() }
    for finding in structure ?? [] { add(.fileDamaged, detail: finding) }
  }

  /// Checks all rows of a class, in batches, so that a large store need not fit in memory.
  private mutating func inspect(_ itemClass: ItemClass, _ reader: StoreReader) {
    var plan = StorePlan(itemClass, limit: 256, contents: [.secret, .digests])
    plan.rows = .both
    do throws(StorageError) {
      while true {
        let rows = try reader.fetch(plan)
        for row in rows { visit(row) }
        guard rows.count == 256, let last = rows.last else { return }
        plan.after = last.id
      }
    } catch {
      unread.insert(itemClass)
      add(.fileDamaged, itemClass: itemClass, detail: Self.words(error))
    }
  }

  private static func words(_ error: StorageError) -> String {
    guard case .damaged(let damage) = error else { return "\(KeychainError(error).reason)" }
    return damage.words
  }
}

/// A check of a store: it visits each row, collects findings, and compares the rows with the change
/// history.
struct Inspection {
  private let codec: RowCodec
  var report = CheckReport()
  private var seal: HistorySeal
  private var writes: [Identifier16: Int64] = [:]
  private var uuids: Set<String> = []
  /// The classes in which some rows could not be read.
  ///
  /// An unread row looks like a missing row. Therefore missing rows are not reported for these
  /// classes.
  var unread: Set<ItemClass> = []
  private var lastWrite: Int64 = 0

  init(codec: RowCodec) throws(KeychainError) {
    self.codec = codec
    let keybag = codec.keybag
    seal = try sealing { () throws(SealError) in try HistorySeal.empty(keybag) }
  }

  mutating func add(
    _ kind: CheckReport.Finding.Kind, itemClass: ItemClass? = nil,
    identifier: Identifier16? = nil, detail: String = ""
  ) {
    // Several parts of the check read the same pages, but the report names each damaged page once.
    let isKnown =
      kind == .fileDamaged
      && report.findings.contains { $0.kind == kind && $0.detail == detail }
    guard !isKnown else { return }
    report.findings.append(
      CheckReport.Finding(kind, itemClass: itemClass, identifier: identifier, detail: detail))
  }

  /// Runs one part of the check, and returns its result.
  ///
  /// If the database is damaged, adds a finding and returns nil, so that the check continues.
  mutating func reading<R>(_ body: () throws(StorageError) -> R) throws(KeychainError) -> R? {
    do throws(StorageError) {
      return try body()
    } catch .damaged(let damage) {
      add(.fileDamaged, detail: damage.words)
      return nil
    } catch {
      throw KeychainError(error)
    }
  }

  /// Checks one row, and adds its findings to the report.
  mutating func visit(_ row: SealedRow) {
    try? seal.add(row, codec.keybag)
    lastWrite = max(lastWrite, row.facts.write, row.id)
    let isSecondName =
      writes.updateValue(row.facts.write, forKey: row.facts.persistentIdentifier) != nil
    if isSecondName || !uuids.insert("\(row.facts.itemClass.number) \(row.facts.uuid)").inserted {
      add(.duplicateName, row)
    }
    if row.facts.isTombstone { report.tombstones += 1 }
    switch codec.open(row) {
    case .locked: report.rowsLocked += 1
    case .lost: report.rowsLost += 1
    case .damaged: add(.rowDoesNotOpen, row, "metadata")
    case .item where row.facts.form == .unfinishedTombstone: report.rowsOpened += 1
    case .item(let item): inspect(item)
    }
  }

  private mutating func inspect(_ item: OpenedItem) {
    do {
      let draft = try codec.wholeDraft(of: item)
      report.rowsOpened += 1
      let epoch = item.facts.keyEpoch
      let digests = try codec.digests(of: draft, epoch: epoch)
      let slot = try codec.slot(of: draft, epoch: epoch)
      let digest = try codec.itemDigest(of: draft)
      guard
        digests != item.row.digests || slot != item.facts.slot || item[.digest] != .bytes(digest)
      else { return }
      add(.digestDiffers, item.row)
    } catch {
      add(.rowDoesNotOpen, item.row, "secret")
    }
  }

  private mutating func add(
    _ kind: CheckReport.Finding.Kind, _ row: SealedRow, _ detail: String = ""
  ) {
    add(
      kind, itemClass: row.facts.itemClass, identifier: row.facts.persistentIdentifier,
      detail: detail)
  }

  /// Checks two numbers that the store records: the number of its last write, and the number of its
  /// history entries.
  ///
  /// The last write must not be earlier than a write that a row names. The number of entries must
  /// equal the number of entries that the check has read.
  ///
  /// - Parameters:
  ///   - write: the number of the last write, as the store records it.
  ///   - entries: the number of history entries, as the store records it.
  ///   - history: the number of history entries that the check has read.
  mutating func compare(write: Int64, entries: Int64, with history: Int) {
    if write < lastWrite {
      add(.historyBroken, detail: "the store counts fewer writes than its rows name")
    }
    if entries != history {
      add(.historyBroken, detail: "the store's count of history entries is wrong")
    }
  }

  /// Compares the rows that the check has read with the head (authenticated summary) of the change
  /// history.
  ///
  /// The head contains a fingerprint of all rows. The fingerprint is different if rows were
  /// removed, added or rolled back outside of the engine. The entries of the history then show
  /// which rows are missing or old, as far as the history goes back.
  mutating func compare(head: [UInt8], history: [(entry: HistoryEntry, chain: [UInt8])])
    throws(KeychainError)
  {
    let keybag = codec.keybag
    let promised = try sealing { () throws(SealError) in try HistorySeal(head, keybag) }
    guard let promised else {
      return add(.historyBroken, detail: "the head of the history does not authenticate")
    }
    let isChained = try sealing { () throws(SealError) in
      try promised.ends(history, keybag)
    }
    if !isChained {
      add(.historyBroken, detail: "the entries of the history are not those that were written")
    }
    guard promised.fingerprint != seal.fingerprint || promised.rowCount != seal.rowCount else {
      return
    }
    var latest: [Identifier16: HistoryEntry] = [:]
    for (entry, _) in history { latest[entry.persistentIdentifier] = entry }
    let before = report.findings.count
    for entry in latest.values.sorted(by: { $0.write < $1.write }) where entry.slotAfter != nil {
      let name = entry.persistentIdentifier
      guard let write = writes[name] else {
        guard !unread.contains(entry.itemClass) else { continue }
        add(.rowMissing, itemClass: entry.itemClass, identifier: name)
        continue
      }
      if write < entry.write {
        add(.rowRolledBack, itemClass: entry.itemClass, identifier: name)
      }
    }
    if report.findings.count == before, unread.isEmpty {
      add(.historyBroken, detail: "the rows differ from those that the head of the history names")
    }
  }
}
