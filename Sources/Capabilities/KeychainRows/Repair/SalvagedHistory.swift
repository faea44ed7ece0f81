// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// The change history and its head that were found in the files of a damaged store.
///
/// The head is the authenticated summary of the history and of all rows (`HistorySeal`).
package struct SalvagedHistory {
  private struct Version {
    let entry: HistoryEntry
    let chain: [UInt8]
    var standings: [Standing]

    func stands(_ standing: Standing) -> Bool {
      standings.contains { $0.isSuperset(of: standing) }
    }
  }

  /// History entries that form a chain: an authentication code links each entry to the previous
  /// entry.
  ///
  /// The structure also says whether entries are missing.
  package struct Proved {
    package let entries: [HistoryEntry]
    /// True if no entry is missing between the first of these entries and the last change of the
    /// store.
    ///
    /// The head of the change history (its authenticated summary) contains the authentication code
    /// of the last change. False if no such head was found.
    package let isWhole: Bool
    /// True if the store should still contain older entries than these, but the chain to the older
    /// entries is broken.
    package let isCut: Bool
  }

  private let keybag: UnlockedKeybag
  private var found: [Int64: [Version]] = [:]
  package private(set) var meta: StoreMeta?
  /// The newest authentic head (summary) of the history.
  ///
  /// The head says which rows and which history the store must have. Nil if no head authenticates.
  package private(set) var promised: HistorySeal?
  /// The page or WAL frame in which the head `promised` (the authenticated summary) was found.
  ///
  /// If no head authenticates, the place of the newest head that was found. Nil if no head was
  /// found.
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
    // Entries are judged when all entries are known. Until then any reading of this entry may be
    // right.
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

  /// The newest authentic head (summary) of the history, if it covers the last change of the store.
  ///
  /// Nil if no head authenticates. Also nil if the page of the head is free or a later WAL frame
  /// replaces it: a damaged frame may then contain later changes.
  package var promisedNow: HistorySeal? { place?.isCurrent == true ? promised : nil }

  /// Returns the entries that form an authenticated chain, in the order of their changes.
  ///
  /// The first entry is accepted without proof, because the store drops old entries.
  ///
  /// The chain is first searched in the entries on pages in use. If these entries lead to the last
  /// change, which the head (summary) of the history names, only these entries are returned. The
  /// others were dropped long ago. If not, the chain is searched in all entries that were found.
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

  /// True if the newest history entry was found on pages in use, but all these pages lack a correct
  /// checksum.
  ///
  /// A repair uses this property to recognize that another SQLite program, which writes no
  /// checksums, has copied the log into the database file. Each change writes both a history entry
  /// and the head (summary) of the history. So that program leaves both on pages without correct
  /// checksums.
  package var endsWithoutSum: Bool {
    let last = found.values.flatMap { $0.filter { $0.chain == promised?.chain } }
    return last.contains { $0.stands([.current, .listed]) }
      && !last.contains { $0.stands([.current, .listed, .sound]) }
  }

  /// The number of found entries that form an authenticated chain under the keys of this keybag.
  package var linked: Int { provedOfAll().entries.count }

  /// Returns the authentication codes with which a chain of the entries in `versions` can end.
  ///
  /// If a head (summary) of the history covers the last change (`promisedNow`), the result is the
  /// code in this head. Otherwise the result has the codes of all copies of the last entry in
  /// `versions`. Empty if there is no entry, or if an entry outside `versions` continues the chain.
  ///
  /// - Parameter versions: The copies that were found of each entry, by the entry's write number.
  private func ends(of versions: [Int64: [Version]]) -> [[UInt8]] {
    if let promisedNow { return [promisedNow.chain] }
    guard let last = versions.keys.max() else { return [] }
    let ends = versions[last]?.map(\.chain) ?? []
    let hasMore = found.contains { write, versions in
      write > last && versions.contains { follows($0, ends) }
    }
    return hasMore ? [] : ends
  }

  /// Returns the entries of the chain that ends with the code `end`, in the order of their changes.
  ///
  /// Nil if an entry of the chain is missing or does not authenticate.
  private func unbroken(_ versions: [Int64: [Version]], end: [UInt8]) -> [HistoryEntry]? {
    let writes = versions.keys.sorted(by: >)
    guard let first = writes.last else { return end == start ? [] : nil }
    var end = end
    var entries: [HistoryEntry] = []
    for (place, write) in writes.enumerated() {
      let fitting = (versions[write] ?? []).filter { $0.chain == end }
      // Entries before the first may have been dropped. Before write 1 there was no entry.
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

  /// True if a page in use contains an entry that is older than all of the given entries.
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
      // After a gap, the next entry may follow from any stored link.
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

/// True if the left pair is greater: the flags are compared first, then the numbers.
///
/// True is greater than false.
private func > (left: (Bool, Int64), right: (Bool, Int64)) -> Bool {
  left.0 != right.0 ? left.0 : left.1 > right.1
}
