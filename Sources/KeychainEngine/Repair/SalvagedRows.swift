// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import SecureMemory

/// The rows of a damaged store that prove themselves, the newest version of each.
struct SalvagedRows {
  /// A row and whether its page is in use as it was last committed.
  struct Candidate {
    var row: SealedRow
    let isCurrent: Bool
  }

  /// Names an item within the store.
  struct Name: Hashable {
    let itemClass: ItemClass
    let reference: Identifier16
  }

  private let codec: RowCodec
  private(set) var newest: [Name: Candidate] = [:]
  /// What claims to be a row, on pages in use, and does not prove it.
  private var unproved: [Name: RowFacts] = [:]

  init(_ codec: RowCodec) {
    self.codec = codec
  }

  /// Takes in a row if it is one that was written.
  ///
  /// Rows whose class key is not available now cannot be judged and are kept as they are.
  mutating func take(_ row: SealedRow, isCurrent: Bool) -> Bool {
    let name = Name(itemClass: row.facts.itemClass, reference: row.facts.persistentIdentifier)
    guard let row = proved(row) else {
      if isCurrent, row.facts.write > unproved[name]?.write ?? .min { unproved[name] = row.facts }
      return false
    }
    if let old = newest[name] {
      let isNewer =
        old.row.facts.write < row.facts.write
        || (old.row.facts.write == row.facts.write && isCurrent && !old.isCurrent)
      guard isNewer else { return true }
    }
    newest[name] = Candidate(row: row, isCurrent: isCurrent)
    return true
  }

  /// Rows that did not prove themselves and of which nothing as new is there.
  var damaged: [RowFacts] {
    unproved.filter { name, facts in
      newest[name].map { $0.row.facts.write < facts.write } ?? true
    }.values.sorted { $0.write < $1.write }
  }

  /// The row with digests as its opened values have them; nil when it does not authenticate.
  private func proved(_ row: SealedRow) -> SealedRow? {
    switch codec.open(row) {
    case .damaged: return nil
    case .locked, .lost: return row
    case .item where row.facts.form == .unfinishedTombstone: return row
    case .item(let item):
      do {
        // Which digest stands in a column is not sealed: made anew, it is right in any case.
        let draft = ItemDraft(item, secret: try codec.openSecret(of: item))
        let epoch = row.facts.keyEpoch
        guard try codec.slot(of: draft, epoch: epoch) == row.facts.slot,
          let digests = try codec.digests(of: draft, epoch: epoch)
        else { return nil }
        var row = row
        row.digests = digests
        return row
      } catch {
        return nil
      }
    }
  }
}
