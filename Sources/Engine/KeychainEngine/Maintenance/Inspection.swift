// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// Opens every row, compares it with its digests, and all rows with the head of the history.
  ///
  /// Reads one state of the store; changes nothing.
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
    // For the repair: in the file, frames would take the place of pages that may tell more.
    if !report.isClean { engine.store.leaveFiles() }
    return report
  }

  /// What is wrong with the counts of wrong passcodes.
  private func findingOnAttempts() -> CheckReport.Finding? {
    guard codec.keybag.hasPasscode else { return nil }
    let environment = engine.environment
    let keys = environment.keys(in: engine.files.directory)
    let attempts = try? keys.readAttempts(at: environment.clock.bootMoment)
    guard attempts?.isLost ?? true else { return nil }
    return CheckReport.Finding(
      .countsLost, detail: "it is as after nine wrong ones")
  }
}

extension Inspection {
  /// What there is to say of one state of a store.
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

  /// Reads every page and compares indexes with tables.
  mutating func inspectStructure(_ reader: StoreReader) throws(KeychainError) {
    let structure = try reading { () throws(StorageError) in try reader.structuralFindings() }
    for finding in structure ?? [] { add(.fileDamaged, detail: finding) }
  }

  /// Reads a class in batches, so that a large store does not have to fit in memory.
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

/// Collects what a check sees of the rows, and compares the sum with the history.
struct Inspection {
  private let codec: RowCodec
  var report = CheckReport()
  private var seal: HistorySeal
  private var writes: [Identifier16: Int64] = [:]
  private var uuids: Set<String> = []
  /// The classes of which not every row could be read: of these nothing is known to be missing.
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
    // A damaged page is met by whoever reads it.
    let isKnown =
      kind == .fileDamaged
      && report.findings.contains { $0.kind == kind && $0.detail == detail }
    guard !isKnown else { return }
    report.findings.append(
      CheckReport.Finding(kind, itemClass: itemClass, identifier: identifier, detail: detail))
  }

  /// Runs a part of the check; damage of the file is a finding and not the end of it.
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

  /// Looks at one row.
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

  /// What the store counts must reach as far as what it holds.
  mutating func compare(write: Int64, entries: Int64, with history: Int) {
    if write < lastWrite {
      add(.historyBroken, detail: "the store counts fewer writes than its rows name")
    }
    if entries != history {
      add(.historyBroken, detail: "the store counts other entries of the history than it holds")
    }
  }

  /// Rows removed, added or rolled back outside the engine show in the fingerprint; the history
  /// tells which, as far as it reaches.
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
      add(.historyBroken, detail: "an entry of the history is not the one that was written")
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
      add(.historyBroken, detail: "the rows are not those of the head of the history")
    }
  }
}
