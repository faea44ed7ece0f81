// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainStorage
import KeychainTypes

/// The history and the head of a damaged store, as far as they authenticate.
struct SalvagedHistory {
  private let keybag: UnlockedKeybag
  private var found: [Int64: [(entry: HistoryEntry, chain: [UInt8])]] = [:]
  private(set) var meta: StoreMeta?
  /// What the head promises, if one authenticates.
  private(set) var promised: HistorySeal?
  /// Where that head was found.
  private(set) var place: Salvage.Origin?

  init(_ keybag: UnlockedKeybag) {
    self.keybag = keybag
  }

  mutating func take(_ entry: HistoryEntry, chain: [UInt8]) -> Bool {
    let known = found[entry.write] ?? []
    if !known.contains(where: { $0.entry == entry && $0.chain == chain }) {
      found[entry.write] = known + [(entry, chain)]
    }
    // Judged when all are known; until then any reading may be the right one.
    return false
  }

  mutating func take(_ meta: StoreMeta, _ place: Salvage.Origin) -> Bool {
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

  /// The entries that follow from the ones before them, ascending; the first one is taken at its
  /// word, as what came before it need not be there.
  func proved() -> (entries: [HistoryEntry], isWhole: Bool) {
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
    // A head that a damaged frame has replaced does not tell of the changes since.
    let isLast = promised != nil && place?.isCurrent == true
    return (entries, isWhole && isLast && promised?.chain == end)
  }

  private var start: [UInt8]? { try? keybag.history.start() }

  private func follows(
    _ version: (entry: HistoryEntry, chain: [UInt8]), _ ends: [[UInt8]]
  ) -> Bool {
    ends.contains { end in
      (try? keybag.history.head(after: end, entry: version.entry.encoded.span)) == version.chain
    }
  }
}

/// `tuple > tuple` over a flag and a number.
private func > (left: (Bool, Int64), right: (Bool, Int64)) -> Bool {
  left.0 != right.0 ? left.0 : left.1 > right.1
}
