// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// What of a damaged store is kept, and what is lost, by what can still be known.
package struct StoreVerdict {
  /// In order of insertion, numbered.
  private(set) var rows: [SealedRow] = []
  /// Older versions of rows whose last one is gone: never an answer, but kept.
  private(set) var outdated: [SealedRow] = []
  /// Rows of which nothing tells whether they had been removed: kept, and never an answer.
  private var doubtful: [SalvagedRows.Candidate] = []
  private(set) var history: [HistoryEntry] = []
  private(set) var aside: [AsideRow] = []
  /// What was known of applications, as far as it opens.
  private var registry: [RegistryRow] = []
  package private(set) var meta: StoreMeta?
  /// Where the newest head that authenticates was found.
  package private(set) var head: Salvage.Origin?
  package private(set) var lastWrite: Int64 = 0
  package private(set) var report = CheckReport()
  /// Whether anything was found that only this store can hold.
  package private(set) var hasProof = false
  /// Whether the newest entry of the history stands in use without a right sum.
  package let endsWithoutSum: Bool
  /// Whether the keybag is not the one that the store was last written with.
  package let lacksKeys: Bool
  private let keybag: UnlockedKeybag

  /// The verdict on what was found in the files of a store.
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

  /// Which rows the head promised, if that can be known.
  private func answer(
    _ promised: HistorySeal?, _ sorted: SortedRows, _ remains: [RowFacts]
  ) -> PromisedRows.Answer? {
    guard let promised else { return nil }
    let answer = try? PromisedRows(promised, keybag).answer(
      certain: sorted.certain, doubtful: sorted.doubtful, damaged: remains)
    return answer ?? nil
  }

  /// Keeps what the head promised; else what is certain and likely, and the rest aside.
  private mutating func decide(_ sorted: SortedRows, _ answer: PromisedRows.Answer?) {
    let live = answer?.live ?? sorted.likely
    rows = sorted.certain
    for (place, candidate) in sorted.doubtful.enumerated() where live.contains(place) {
      rows.append(candidate.row)
    }
    number()
    if let answer {
      // The older version of a row that is not lost is that of a removed one.
      let lost = Set(answer.lost.map { SalvagedRows.Name($0) })
      outdated = sorted.outdated.filter { lost.contains(SalvagedRows.Name($0.facts)) }
    } else {
      outdated = sorted.outdated
      for (place, candidate) in sorted.doubtful.enumerated() where !live.contains(place) {
        doubtful.append(candidate)
      }
    }
  }

  /// Gives each row of a class a number of its own, keeping the order of insertion.
  ///
  /// Nothing vouches for the number of a row but that a write gave it: a higher one is not kept.
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

  /// Says what is lost where all other rows are known to be those that the head promised.
  private mutating func report(_ lost: [RowFacts]) {
    count()
    for facts in lost { add(.rowDoesNotOpen, facts, "nothing of it can be used") }
  }

  private mutating func count() {
    report.rowsOpened = rows.count
    report.tombstones = rows.count { $0.facts.isTombstone }
    report.rowsAside = aside.count
  }

  /// Says what is not there any more, as far as the history tells.
  private mutating func judge(_ promised: HistorySeal?, damaged: [RowFacts]) {
    count()
    let kept = Set(rows.map { SalvagedRows.Name($0.facts) })
    let slots = Set(rows.map { [$0.facts.slot] })
    for facts in damaged where !kept.contains(SalvagedRows.Name(facts)) {
      add(.rowDoesNotOpen, facts, "nothing of it can be used")
    }
    for row in outdated { add(.rowRolledBack, row.facts, "only an older version is left") }
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

  /// Names each row that may have been live; one line for those on pages that are not in use, which
  /// were removed or replaced there.
  private mutating func judgeDoubtful() {
    let current = doubtful.filter { $0.standing.contains(.current) }
    for candidate in current {
      add(.rowInDoubt, candidate.row.facts, "nothing tells whether it had been deleted")
    }
    guard doubtful.count > current.count else { return }
    add(
      .rowInDoubt,
      "\(doubtful.count - current.count) more, on pages that are not in use: deleted, or older "
        + "versions of what is lost")
  }

  private mutating func judgeSum(_ promised: HistorySeal?) {
    guard let promised else {
      return add(.historyBroken, "the head of the history is not there or does not authenticate")
    }
    if head?.isCurrent != true, meta?.write == lastWrite {
      add(
        .rowMissing,
        "whatever was changed behind write \(lastWrite); older versions may stand in its place")
    }
    let lost = promised.rowCount - Int64(rows.count)
    let known = report.findings.count { $0.kind.isLoss }
    if lost > Int64(known) {
      add(.rowMissing, "\(lost - Int64(known)) more, of which nothing is left")
    } else if lost < 0, meta?.write == lastWrite {
      add(
        .rowRolledBack,
        "\(-lost) more than the head of the history tells; removed ones may be among them")
    } else if lost == 0, meta?.write == lastWrite,
      (try? seal())?.fingerprint != promised.fingerprint
    {
      // As many, and others: for each that was not promised one that was is gone.
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

  /// The seal over the kept rows, with a chain from its start.
  private func seal() throws(SealError) -> HistorySeal {
    var seal = try HistorySeal.empty(keybag)
    for row in rows { try seal.add(row, keybag) }
    return seal
  }

  /// The new store: the kept rows and entries under a chain and a head of their own.
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
  /// The findings in words, with the names of files.
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
  /// What a check says of the two files of the keybag; nil when they are as they should be.
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
