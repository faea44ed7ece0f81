// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// The history and the head of a damaged store, as far as they authenticate.
package struct SalvagedHistory {
  private struct Version {
    let entry: HistoryEntry
    let chain: [UInt8]
    var standings: [Standing]

    func stands(_ standing: Standing) -> Bool {
      standings.contains { $0.isSuperset(of: standing) }
    }
  }

  /// What is left of the history.
  package struct Proved {
    package let entries: [HistoryEntry]
    /// Whether they tell everything from the first of them to the promised end.
    package let isWhole: Bool
    /// Whether older ones that were still needed are not among them.
    package let isCut: Bool
  }

  private let keybag: UnlockedKeybag
  private var found: [Int64: [Version]] = [:]
  package private(set) var meta: StoreMeta?
  /// What the head promises, if one authenticates.
  package private(set) var promised: HistorySeal?
  /// Where that head was found.
  package private(set) var place: Salvage.Origin?

  package init(_ keybag: UnlockedKeybag) {
    self.keybag = keybag
  }

  package mutating func take(
    _ entry: HistoryEntry, chain: [UInt8], _ standing: Standing
  ) -> Bool {
    var known = found[entry.write] ?? []
    if let place = known.firstIndex(where: { $0.entry == entry && $0.chain == chain }) {
      known[place].standings.append(standing)
    } else {
      known.append(Version(entry: entry, chain: chain, standings: [standing]))
    }
    found[entry.write] = known
    // Judged when all are known; until then any reading may be the right one.
    return false
  }

  package mutating func take(_ meta: StoreMeta, _ place: Salvage.Origin) -> Bool {
    guard meta.identity.store == keybag.image.store else { return false }
    let seal = (try? HistorySeal(meta.head, keybag)) ?? nil
    let isSame = seal != nil && seal == promised && meta.write == self.meta?.write
    let isBetter =
      (seal != nil, meta.write) > (promised != nil, self.meta?.write ?? .min)
    guard isBetter || isSame && place.isCurrent else { return seal != nil }
    self.meta = meta
    promised = seal
    self.place = place
    return seal != nil
  }

  /// What the head promises, unless a damaged frame has replaced it: then it does not tell of the
  /// changes since.
  package var promisedNow: HistorySeal? { place?.isCurrent == true ? promised : nil }

  /// The entries that follow from the ones before them, ascending; the first one is taken at its
  /// word, as what came before it need not be there.
  ///
  /// Those of pages in use, where these lead to the promised end: what else is found was dropped
  /// from the history long ago. Everything that was found, where they do not.
  package func proved() -> Proved {
    let sets: [Standing] = [
      [.current, .reached], [.current, .used], .proven, .current,
    ]
    for standing in sets {
      let versions = found.compactMapValues { versions in
        let standing = versions.filter { $0.stands(standing) }
        return standing.isEmpty ? nil : standing
      }
      for end in ends(of: versions) {
        guard let entries = unbroken(versions, end: end) else { continue }
        let isCut = standing == .proven && hasOlder(than: entries)
        return Proved(entries: entries, isWhole: promisedNow != nil, isCut: isCut)
      }
    }
    return provedOfAll()
  }

  /// Whether the last entry that the head promises stands on a page in use, and on none whose sum
  /// is right: each change writes both, so that whoever writes without sums leaves both so.
  package var endsWithoutSum: Bool {
    let last = found.values.flatMap { $0.filter { $0.chain == promised?.chain } }
    return last.contains { $0.stands([.current, .listed]) }
      && !last.contains { $0.stands([.current, .listed, .sound]) }
  }

  /// How many of the entries prove themselves under these keys, all that were found considered.
  package var linked: Int { provedOfAll().entries.count }

  /// The promised end; without a head the links of the last entry, if none was found behind it.
  private func ends(of versions: [Int64: [Version]]) -> [[UInt8]] {
    if let promisedNow { return [promisedNow.chain] }
    guard let last = versions.keys.max() else { return [] }
    let ends = versions[last]?.map(\.chain) ?? []
    let hasMore = found.contains { write, versions in
      write > last && versions.contains { follows($0, ends) }
    }
    return hasMore ? [] : ends
  }

  /// The entries from the last to the first, if no link between them is missing.
  private func unbroken(_ versions: [Int64: [Version]], end: [UInt8]) -> [HistoryEntry]? {
    let writes = versions.keys.sorted(by: >)
    guard let first = writes.last else { return end == start ? [] : nil }
    var end = end
    var entries: [HistoryEntry] = []
    for (place, write) in writes.enumerated() {
      let fitting = (versions[write] ?? []).filter { $0.chain == end }
      // What came before the first may have been dropped; before write 1 there was nothing.
      var before = write == 1 ? start.map { [$0] } : nil
      if write != first { before = versions[writes[place + 1]]?.map(\.chain) }
      guard let before else {
        guard let version = fitting.first else { return nil }
        entries.append(version.entry)
        continue
      }
      var link: [UInt8]?
      for version in fitting where link == nil {
        link = before.first { follows(version, [$0]) }
        if link != nil { entries.append(version.entry) }
      }
      guard let link else { return nil }
      end = link
    }
    return entries.reversed()
  }

  /// Whether a page in use lists an entry in front of the first of these.
  private func hasOlder(than entries: [HistoryEntry]) -> Bool {
    guard let first = entries.first else { return false }
    return found.contains { write, versions in
      write < first.write && versions.contains { $0.stands([.current, .owned, .listed]) }
    }
  }

  private func provedOfAll() -> Proved {
    var entries: [HistoryEntry] = []
    var isWhole = true
    var ends: [[UInt8]] = []
    for write in found.keys.sorted() {
      let versions = found[write] ?? []
      let before = entries.isEmpty && write == 1 ? start.map { [$0] } ?? [] : ends
      let next = versions.first { follows($0, before) } ?? (ends.isEmpty ? versions.first : nil)
      if let next { entries.append(next.entry) } else { isWhole = false }
      // Behind a gap any stored link may be the one that the next entry follows from.
      ends = next.map { [$0.chain] } ?? versions.map(\.chain)
    }
    let end = ends.first ?? start
    isWhole = isWhole && promisedNow != nil && promisedNow?.chain == end
    return Proved(entries: entries, isWhole: isWhole, isCut: false)
  }

  private var start: [UInt8]? { try? keybag.history.start() }

  private func follows(_ version: Version, _ ends: [[UInt8]]) -> Bool {
    ends.contains { end in
      (try? keybag.history.head(after: end, entry: version.entry.encoded.span)) == version.chain
    }
  }
}

/// `tuple > tuple` over a flag and a number.
private func > (left: (Bool, Int64), right: (Bool, Int64)) -> Bool {
  left.0 != right.0 ? left.0 : left.1 > right.1
}
