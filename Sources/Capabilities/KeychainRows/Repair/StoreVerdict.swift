// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// The decision of a repair: which rows of a damaged store are kept, and which rows are lost.
///
/// The head of the change history (its authenticated summary) contains the number of rows that the
/// store must have, and the XOR of their fingerprints. If a set of the found rows has this number
/// and this XOR, this set is kept.
package struct StoreVerdict {
  /// The rows that are kept in the repaired store, in order of insertion and with their row
  /// numbers.
  private(set) var rows: [SealedRow] = []
  /// The older versions of rows whose last version is lost.
  ///
  /// The repaired store keeps these versions in the table `aside`, which queries do not read.
  private(set) var outdated: [SealedRow] = []
  /// The rows that may have been removed before the store was damaged.
  ///
  /// The repaired store keeps these rows in the table `aside`, which queries do not read.
  private var doubtful: [SalvagedRows.Candidate] = []
  private(set) var history: [HistoryEntry] = []
  private(set) var aside: [AsideRow] = []
  /// The rows of the table `registry` that can be decrypted.
  ///
  /// The table records the access groups and versions of applications, and losses of items whose
  /// keys are missing.
  private var registry: [RegistryRow] = []
  package private(set) var meta: StoreMeta?
  /// The page or WAL frame with the newest authentic head (authenticated summary) of the change
  /// history.
  ///
  /// If no head authenticates, the place of the newest head that was found. Nil if no head was
  /// found.
  package private(set) var head: Salvage.Origin?
  package private(set) var lastWrite: Int64 = 0
  package private(set) var report = CheckReport()
  /// True if a row, or a head of the change history, was found that authenticates under the keys of
  /// this store.
  package private(set) var hasProof = false
  /// True if every page in use that has the newest history entry lacks a correct checksum.
  package let endsWithoutSum: Bool
  /// True if the keybag lacks the keys with which the store was last written.
  package let lacksKeys: Bool
  private let keybag: UnlockedKeybag

  /// Decides which of the rows in the files of a damaged store are kept.
  ///
  /// `salvage` contains everything that was found in the files.
  package init(_ salvage: Salvage, _ keys: UnlockedKeybag) {
    let fitting = FittingKeys(keys, of: salvage)
    keybag = fitting.keybag
    lacksKeys = fitting.areMissing
    let codec = RowCodec(keybag: keybag, opensEveryGeneration: true)
    var found = SalvagedRows(codec)
    var past = SalvagedHistory(codec.keybag)
    var aside: [(row: AsideRow, isCurrent: Bool)] = []
    var applications: [RegistryRow] = []
    salvage.forEach { thing, origin in
      switch thing {
      case .row(let row): return found.take(row, origin.standing)
      case .history(let entry, let chain):
        return past.take(entry, chain: chain, origin.standing)
      case .meta(let meta): return past.take(meta, origin)
      case .aside(let row):
        aside.append((row, origin.isCurrent))
        return true
      case .registry(let row):
        applications.append(row)
        return false
      }
    }
    endsWithoutSum = past.endsWithoutSum
    let proved = past.proved()
    history = proved.entries
    meta = past.meta
    head = past.place
    self.aside = AsideRow.newest(aside)
    registry = RegistrySeal(keybag).newest(applications)
    lastWrite = ([past.meta?.write ?? 0] + history.suffix(1).map(\.write)).max() ?? 0
    let latest = latestEntries
    let newest = found.newest(latest)
    for candidate in newest where candidate.isTrusted {
      lastWrite = max(lastWrite, candidate.row.facts.write)
    }
    let sorted = SortedRows(
      newest, latest, isWhole: proved.isWhole, hasSoundTables: salvage.hasSoundTables)
    let answer = answer(past.promisedNow, sorted, found.remains)
    decide(sorted, answer)
    hasProof =
      past.promised != nil || !rows.isEmpty || !outdated.isEmpty || !doubtful.isEmpty
    if !proved.isWhole || proved.isCut, past.promised != nil {
      add(.historyBroken, "entries of the history are lost or were changed")
    }
    if let answer {
      report(answer.lost)
    } else {
      judge(past.promised, damaged: found.damaged(besides: newest))
    }
  }

  /// Returns which rows were live (neither deleted nor replaced) according to the head of the
  /// change history, its authenticated summary.
  ///
  /// Nil if there is no head, or if no set of rows has the number and the XOR of fingerprints in
  /// the head.
  private func answer(
    _ promised: HistorySeal?, _ sorted: SortedRows, _ remains: [RowFacts]
  ) -> PromisedRows.Answer? {
    guard let promised else { return nil }
    let answer = try? PromisedRows(promised, keybag).answer(
      certain: sorted.certain, doubtful: sorted.doubtful, damaged: remains)
    return answer ?? nil
  }

  /// Keeps the rows that are certainly live (`SortedRows.certain`), and the doubtful rows that
  /// `answer` proves to be live.
  ///
  /// If `answer` is nil, keeps the certain and likely rows of `sorted`. The other doubtful rows are
  /// put in the table `aside`, which queries do not read.
  private mutating func decide(_ sorted: SortedRows, _ answer: PromisedRows.Answer?) {
    let live = answer?.live ?? sorted.likely
    rows = sorted.certain
    for (place, candidate) in sorted.doubtful.enumerated() where live.contains(place) {
      rows.append(candidate.row)
    }
    number()
    if let answer {
      // If a row is not lost, its older version belongs to a removed item.
      let lost = Set(answer.lost.map { SalvagedRows.Name($0) })
      outdated = sorted.outdated.filter { lost.contains(SalvagedRows.Name($0.facts)) }
    } else {
      outdated = sorted.outdated
      for (place, candidate) in sorted.doubtful.enumerated() where !live.contains(place) {
        doubtful.append(candidate)
      }
    }
  }

  /// Gives each kept row a row number that is unique in its class, in order of insertion.
  ///
  /// The row number of a row is kept if it is not above the last write number. A higher number is
  /// replaced, because the engine cannot have given it to the row.
  private mutating func number() {
    let proved = lastWrite
    rows.sort { ($0.id, $0.facts.write) < ($1.id, $1.facts.write) }
    var last: [ItemClass: Int64] = [:]
    for place in rows.indices {
      let itemClass = rows[place].facts.itemClass
      let known = rows[place].id <= proved ? rows[place].id : 0
      rows[place].id = max(known, (last[itemClass] ?? 0) + 1)
      last[itemClass] = rows[place].id
      lastWrite = max(lastWrite, rows[place].id)
    }
  }

  private var latestEntries: [SalvagedRows.Name: HistoryEntry] {
    Dictionary(history.map { (SalvagedRows.Name($0), $0) }) { $1 }
  }

  /// Adds to `report` a finding for each lost row, and the counts of kept rows and of rows in the
  /// table `aside`.
  ///
  /// This function is used if the head of the change history (its authenticated summary) proves
  /// which rows were in the store.
  private mutating func report(_ lost: [RowFacts]) {
    count()
    for facts in lost { add(.rowDoesNotOpen, facts, "no part of the row can be used") }
  }

  private mutating func count() {
    report.rowsOpened = rows.count
    report.tombstones = rows.count { $0.facts.isTombstone }
    report.rowsAside = aside.count
  }

  /// Adds to `report` the rows that are missing according to the history entries and to the damaged
  /// records.
  ///
  /// This function is used if the head of the change history (its authenticated summary) does not
  /// prove which rows were in the store.
  private mutating func judge(_ promised: HistorySeal?, damaged: [RowFacts]) {
    count()
    let kept = Set(rows.map { SalvagedRows.Name($0.facts) })
    let slots = Set(rows.map { [$0.facts.slot] })
    for facts in damaged where !kept.contains(SalvagedRows.Name(facts)) {
      add(.rowDoesNotOpen, facts, "no part of the row can be used")
    }
    for row in outdated {
      add(.rowRolledBack, row.facts, "only an older version of the row is left")
    }
    judgeDoubtful()
    let named = Set(
      (damaged + outdated.map(\.facts) + doubtful.map(\.row.facts)).map {
        SalvagedRows.Name($0)
      })
    for entry in latestEntries.values.sorted(by: { $0.write < $1.write }) {
      let name = SalvagedRows.Name(entry)
      guard let slot = entry.slotAfter, !kept.contains(name), !named.contains(name),
        !slots.contains([slot])
      else { continue }
      report.findings.append(
        CheckReport.Finding(
          .rowMissing, itemClass: entry.itemClass, identifier: entry.persistentIdentifier,
          time: entry.time))
    }
    judgeSum(promised)
  }

  /// Adds to `report` the rows in `doubtful`: for these it is unknown whether they were deleted.
  ///
  /// The rows on unused pages are reported as one finding. Each of them is a deleted row, or an
  /// older version of a lost row.
  private mutating func judgeDoubtful() {
    let current = doubtful.filter { $0.standing.contains(.current) }
    for candidate in current {
      add(.rowInDoubt, candidate.row.facts, "it is unknown whether the row was deleted")
    }
    guard doubtful.count > current.count else { return }
    add(
      .rowInDoubt,
      "\(doubtful.count - current.count) more, on unused pages: deleted rows, or older versions "
        + "of lost rows")
  }

  private mutating func judgeSum(_ promised: HistorySeal?) {
    guard let promised else {
      return add(.historyBroken, "the head of the history is missing or not authentic")
    }
    if head?.isCurrent != true, meta?.write == lastWrite {
      add(
        .rowMissing,
        "all changes after write \(lastWrite); older versions of rows may have replaced them")
    }
    let lost = promised.rowCount - Int64(rows.count)
    let known = report.findings.count { $0.kind.isLoss }
    if lost > Int64(known) {
      add(.rowMissing, "\(lost - Int64(known)) more, without a trace")
    } else if lost < 0, meta?.write == lastWrite {
      add(
        .rowRolledBack,
        "\(-lost) more than the head of the history names; removed rows may be among them")
    } else if lost == 0, meta?.write == lastWrite,
      (try? seal())?.fingerprint != promised.fingerprint
    {
      // The number fits but the rows do not. A promised row is missing for each row that was not
      // promised.
      add(
        .rowRolledBack,
        "not all rows are those of the head of the history; older versions or removed ones are "
          + "among them")
    }
  }

  private mutating func add(
    _ kind: CheckReport.Finding.Kind, _ facts: RowFacts, _ detail: String
  ) {
    report.findings.append(
      CheckReport.Finding(
        kind, itemClass: facts.itemClass, identifier: facts.persistentIdentifier, detail: detail,
        time: facts.revision))
  }

  private mutating func add(_ kind: CheckReport.Finding.Kind, _ detail: String) {
    report.findings.append(CheckReport.Finding(kind, detail: detail))
  }

  /// Returns a head of the change history (its authenticated summary) that covers the kept rows,
  /// but no history entry.
  private func seal() throws(SealError) -> HistorySeal {
    var seal = try HistorySeal.empty(keybag)
    for row in rows { try seal.add(row, keybag) }
    return seal
  }

  /// Returns the content of the repaired store: the kept rows and history entries, with a new chain
  /// of authentication codes and a new head (summary).
  ///
  /// Rows that queries must not read are in `aside`, with `time` as the time of the repair.
  package func content(
    _ identity: StoreIdentity, at time: Instant
  ) throws(SealError) -> StoreContent {
    var seal = try seal()
    var entries: [(entry: HistoryEntry, chain: [UInt8])] = []
    for entry in history {
      try seal.record(entry.encoded, before: nil, after: nil, keybag)
      entries.append((entry, seal.chain))
    }
    var content = StoreContent(
      identity: identity, epochs: keybag.epochs, lastWrite: lastWrite,
      head: try seal.encode(keybag))
    content.rows = rows
    content.history = entries
    content.registry = registry
    content.aside = aside + (outdated + doubtful.map(\.row)).map { AsideRow($0, at: time) }
    return content
  }
}

extension StoreFindings {
  /// Returns the findings about the files of a store, with texts for users that name the files.
  package func described() -> [CheckReport.Finding] {
    let name = "store.db"
    var lines = pages.map { page, owner in
      "\(name), page \(page)\(owner.map { ", of \($0)" } ?? "")"
    }
    if let missing {
      lines.append("\(name) is cut: pages \(missing.lowerBound) to \(missing.upperBound)")
    }
    if let log { lines.append("\(name)-wal, \(log)") }
    lines += frames.filter { log != .frame($0) }.map { "\(name)-wal, \(Damage.Place.frame($0))" }
    return lines.map { CheckReport.Finding(.fileDamaged, detail: $0) }
      + lostEntries.map {
        CheckReport.Finding(.entryMissing, detail: "index \($0.index), row \($0.rowid)")
      }
  }
}

extension LockedKeybag.Condition {
  /// The finding about the keybag file and its copy, which should be equal.
  ///
  /// Nil if both files are intact and equal.
  package var finding: CheckReport.Finding? {
    let detail: String
    switch self {
    case .inStep: return nil
    case .keybagMissing: detail = "keybag is missing; its copy is used"
    case .keybagDamaged: detail = "keybag is damaged; its copy is used"
    case .copyMissing: detail = "keybag.copy is missing"
    case .copyDamaged: detail = "keybag.copy is damaged"
    case .copyBehind: detail = "keybag.copy differs from keybag"
    }
    return CheckReport.Finding(.copyOutOfStep, detail: detail)
  }
}
