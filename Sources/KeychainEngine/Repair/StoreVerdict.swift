// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainStorage
import KeychainTypes

/// What of a damaged store is kept, and what is lost, by what can still be known.
struct StoreVerdict {
  /// In order of insertion, numbered.
  private(set) var rows: [SealedRow] = []
  /// Older versions of rows whose last one is gone: never an answer, but kept.
  private(set) var outdated: [SealedRow] = []
  private(set) var history: [HistoryEntry] = []
  private(set) var aside: [AsideRow] = []
  private(set) var meta: StoreMeta?
  /// Where the newest head that authenticates was found.
  private(set) var head: Salvage.Origin?
  private(set) var lastWrite: Int64 = 0
  private(set) var report = CheckReport()
  /// Whether anything was found that only this store can hold.
  private(set) var hasProof = false
  private let keybag: UnlockedKeybag

  init(_ salvage: Salvage, _ keys: UnlockedKeybag) {
    keybag = Self.keybag(keys, fitting: salvage)
    let codec = RowCodec(keybag: keybag)
    var found = SalvagedRows(codec)
    var past = SalvagedHistory(codec.keybag)
    var aside: [(row: AsideRow, isCurrent: Bool)] = []
    salvage.forEach { thing, origin in
      switch thing {
      case .row(let row): return found.take(row, isCurrent: origin.isCurrent)
      case .history(let entry, let chain): return past.take(entry, chain: chain)
      case .meta(let meta): return past.take(meta, origin)
      case .aside(let row):
        aside.append((row, origin.isCurrent))
        return true
      }
    }
    let (entries, isWhole) = past.proved()
    history = entries
    meta = past.meta
    head = past.place
    self.aside = AsideRow.newest(aside)
    lastWrite = ([past.meta?.write ?? 0] + entries.suffix(1).map(\.write)).max() ?? 0
    decide(found, isWhole: isWhole)
    hasProof = past.promised != nil || !rows.isEmpty || !outdated.isEmpty
    judge(past.promised, damaged: found.damaged, isWhole: isWhole)
  }

  /// The keys that the newest head was made with; those of the keybag's last generation, with the
  /// one before beside it, where no head is left.
  private static func keybag(
    _ keybag: UnlockedKeybag, fitting salvage: Salvage
  ) -> UnlockedKeybag {
    var heads: [StoreMeta] = []
    salvage.forEach { thing, _ in
      if case .meta(let meta) = thing, meta.identity.store == keybag.image.store {
        heads.append(meta)
      }
      return false
    }
    for meta in heads.sorted(by: { $0.write > $1.write }) {
      guard let keys = try? keybag.using(meta.epochs) else { continue }
      if ((try? HistorySeal(meta.head, keys)) ?? nil) != nil { return keys }
    }
    let last = keybag.image.epoch
    for epochs in [KeyEpochs(current: last, oldest: last &- 1), .only(last)] {
      if let epochs, let keys = try? keybag.using(epochs) { return keys }
    }
    return keybag
  }

  /// Rows to keep: the newest of each name and slot, unless the history knows of a later change.
  private mutating func decide(_ found: SalvagedRows, isWhole: Bool) {
    let latest = latestEntries
    var slots: Set<SalvagedRows.Name> = []
    var uuids: Set<SalvagedRows.Name> = []
    let byAge = found.newest.values.sorted { $0.row.facts.write > $1.row.facts.write }
    for candidate in byAge {
      let facts = candidate.row.facts
      lastWrite = max(lastWrite, facts.write)
      let name = SalvagedRows.Name(
        itemClass: facts.itemClass, reference: facts.persistentIdentifier)
      switch Self.state(of: candidate, latest[name], isWhole: isWhole) {
      case .live:
        let slot = SalvagedRows.Name(itemClass: facts.itemClass, reference: facts.slot)
        let uuid = SalvagedRows.Name(itemClass: facts.itemClass, reference: facts.uuid)
        // Two rows in one slot: the older one was replaced.
        guard !slots.contains(slot), !uuids.contains(uuid) else { continue }
        slots.insert(slot)
        uuids.insert(uuid)
        rows.append(candidate.row)
      case .outdated: outdated.append(candidate.row)
      case .removed: continue
      }
    }
    number()
  }

  private enum State { case live, outdated, removed }

  private static func state(
    of candidate: SalvagedRows.Candidate, _ entry: HistoryEntry?, isWhole: Bool
  ) -> State {
    guard let entry else {
      // Untouched for as long as the history reaches. On a page that is not in use any more the
      // row may have been deleted before that, unless the history tells everything since.
      return candidate.isCurrent || isWhole ? .live : .outdated
    }
    if entry.write > candidate.row.facts.write {
      return entry.slotAfter == nil ? .removed : .outdated
    }
    // The entry of its own write tells nothing of a removal whose entry is lost.
    let isLatest = isWhole && entry.write == candidate.row.facts.write
    return candidate.isCurrent || isLatest ? .live : .outdated
  }

  /// Gives each row of a class a number of its own, keeping the order of insertion.
  private mutating func number() {
    rows.sort { ($0.id, $0.facts.write) < ($1.id, $1.facts.write) }
    var last: [ItemClass: Int64] = [:]
    for place in rows.indices {
      let itemClass = rows[place].facts.itemClass
      rows[place].id = max(rows[place].id, (last[itemClass] ?? 0) + 1)
      last[itemClass] = rows[place].id
      lastWrite = max(lastWrite, rows[place].id)
    }
  }

  private var latestEntries: [SalvagedRows.Name: HistoryEntry] {
    var latest: [SalvagedRows.Name: HistoryEntry] = [:]
    for entry in history {
      latest[
        SalvagedRows.Name(itemClass: entry.itemClass, reference: entry.persistentIdentifier)] =
        entry
    }
    return latest
  }

  /// Says what is not there any more.
  private mutating func judge(_ promised: HistorySeal?, damaged: [RowFacts], isWhole: Bool) {
    report.rowsOpened = rows.count
    report.tombstones = rows.count { $0.facts.isTombstone }
    report.rowsAside = aside.count
    let kept = Set(rows.map { Self.name($0.facts) })
    let slots = Set(rows.map { [$0.facts.slot] })
    for facts in damaged where !kept.contains(Self.name(facts)) {
      add(.rowDoesNotOpen, facts, "nothing of it can be used")
    }
    for row in outdated { add(.rowRolledBack, row.facts, "only an older version is left") }
    let named = Set(damaged.map(Self.name)).union(outdated.map { Self.name($0.facts) })
    for entry in latestEntries.values.sorted(by: { $0.write < $1.write }) {
      let name = SalvagedRows.Name(
        itemClass: entry.itemClass, reference: entry.persistentIdentifier)
      guard let slot = entry.slotAfter, !kept.contains(name), !named.contains(name),
        !slots.contains([slot])
      else { continue }
      report.findings.append(
        CheckReport.Finding(
          .rowMissing, itemClass: entry.itemClass, identifier: entry.persistentIdentifier,
          time: entry.time))
    }
    judgeSum(promised, isWhole: isWhole)
  }

  private mutating func judgeSum(_ promised: HistorySeal?, isWhole: Bool) {
    guard let promised else {
      return add(.historyBroken, "the head of the history is not there or does not authenticate")
    }
    if !isWhole { add(.historyBroken, "entries of the history are lost or were changed") }
    if head?.isCurrent != true, meta?.write == lastWrite {
      add(
        .rowMissing,
        "whatever was changed behind write \(lastWrite); older versions may stand in its place")
    }
    let lost = promised.rowCount - Int64(rows.count)
    let known = report.findings.count {
      [.rowMissing, .rowRolledBack, .rowDoesNotOpen].contains($0.kind)
    }
    if lost > Int64(known) {
      add(.rowMissing, "\(lost - Int64(known)) more, of which nothing is left")
    } else if lost < 0, meta?.write == lastWrite {
      add(
        .rowRolledBack,
        "\(-lost) more than the head of the history tells; removed ones may be among them")
    } else if report.findings.isEmpty, (try? seal())?.fingerprint != promised.fingerprint {
      add(.historyBroken, "the rows are not those of the head of the history")
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

  private static func name(_ facts: RowFacts) -> SalvagedRows.Name {
    SalvagedRows.Name(itemClass: facts.itemClass, reference: facts.persistentIdentifier)
  }

  /// The seal over the kept rows, with a chain from its start.
  private func seal() throws(SealError) -> HistorySeal {
    var seal = try HistorySeal.empty(keybag)
    for row in rows { try seal.add(row, keybag) }
    return seal
  }

  /// The new store: the kept rows and entries under a chain and a head of their own.
  func content(_ identity: StoreIdentity, at time: Instant) throws(SealError) -> StoreContent {
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
    content.aside = aside + outdated.map { AsideRow($0, at: time) }
    return content
  }
}
