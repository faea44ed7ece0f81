// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The rows of a damaged store that prove themselves, the newest version of each.
package struct SalvagedRows {
  /// A row and what speaks for its place.
  package struct Candidate {
    package let row: SealedRow
    package private(set) var standing: Standing
    /// Whether its columns are as they were written: it opened, or the sum of a page says so.
    package let isTrusted: Bool

    package init(_ row: SealedRow, _ standing: Standing, isOpened: Bool) {
      (self.row, self.standing) = (row, standing)
      isTrusted = isOpened || standing.isSuperset(of: [.listed, .sound])
    }

    /// Takes in that the same version stands elsewhere too.
    mutating func add(_ other: Standing) {
      let isProven = standing.isSuperset(of: .proven) || other.isSuperset(of: .proven)
      standing.formUnion(other)
      // Two halves of a proof are none.
      if !isProven, standing.isSuperset(of: .proven) { standing.remove(.sound) }
    }
  }

  /// Names an item within the store.
  package struct Name: Hashable {
    package let itemClass: ItemClass
    package let reference: Identifier16

    package init(itemClass: ItemClass, reference: Identifier16) {
      (self.itemClass, self.reference) = (itemClass, reference)
    }

    package init(_ facts: RowFacts) {
      self.init(itemClass: facts.itemClass, reference: facts.persistentIdentifier)
    }

    package init(_ entry: HistoryEntry) {
      self.init(itemClass: entry.itemClass, reference: entry.persistentIdentifier)
    }
  }

  private let codec: RowCodec
  /// The newest versions that are as they were written.
  private var trusted: [Name: Candidate] = [:]
  /// Rows that cannot be judged, from pages whose sums are wrong: any column may be.
  private var untrusted: [Name: [Candidate]] = [:]
  /// What claims to be a row, on pages in use, and does not prove it.
  private var unproved: Set<RowFacts> = []

  package init(_ codec: RowCodec) {
    self.codec = codec
  }

  /// Takes in a row if it is one that was written.
  ///
  /// Rows whose class key is not available now cannot be judged and are kept as they are.
  package mutating func take(_ row: SealedRow, _ standing: Standing) -> Bool {
    guard let (row, isOpened) = proved(row) else {
      if standing.contains(.current) { unproved.insert(row.facts) }
      return false
    }
    let candidate = Candidate(row, standing, isOpened: isOpened)
    let name = Name(row.facts)
    guard candidate.isTrusted else {
      untrusted[name, default: []].append(candidate)
      return true
    }
    guard let old = trusted[name] else {
      trusted[name] = candidate
      return true
    }
    if old.row.facts == row.facts {
      // One version in two places.
      trusted[name]?.add(standing)
    } else if old.row.facts.write < row.facts.write {
      trusted[name] = candidate
    }
    return true
  }

  /// One version of each item: the newest that is as it was written, unless the history names
  /// another by its write number.
  package func newest(_ latest: [Name: HistoryEntry]) -> [Candidate] {
    var newest = trusted
    for (name, versions) in untrusted {
      let last = versions.filter { $0.row.facts.write == latest[name]?.write }
      if let version = last.first, newest[name]?.row.facts.write != version.row.facts.write {
        newest[name] = version
      } else if newest[name] == nil {
        newest[name] = versions.max { $0.row.facts.write < $1.row.facts.write }
      }
    }
    return newest.values.sorted {
      ($0.isTrusted ? 1 : 0, $0.row.facts.write) > ($1.isTrusted ? 1 : 0, $1.row.facts.write)
    }
  }

  /// What claimed to be a row and did not prove it.
  package var remains: [RowFacts] { unproved.sorted { $0.write < $1.write } }

  /// The newest of these for each item of which nothing as new is among the rows.
  package func damaged(besides rows: [Candidate]) -> [RowFacts] {
    var newest: [Name: RowFacts] = [:]
    for facts in unproved where facts.write > newest[Name(facts)]?.write ?? .min {
      newest[Name(facts)] = facts
    }
    for candidate in rows {
      let name = Name(candidate.row.facts)
      if let write = newest[name]?.write, write <= candidate.row.facts.write { newest[name] = nil }
    }
    return newest.values.sorted { $0.write < $1.write }
  }

  /// The row with digests as its opened values have them, and whether it opened; nil when it does
  /// not authenticate.
  private func proved(_ row: SealedRow) -> (SealedRow, isOpened: Bool)? {
    switch codec.open(row) {
    case .damaged: return nil
    case .locked, .lost: return (row, false)
    case .item where row.facts.form == .unfinishedTombstone: return (row, true)
    case .item(let item):
      do {
        // Which digest stands in a column is not sealed: made anew, it is right in any case.
        let draft = try codec.wholeDraft(of: item)
        let epoch = row.facts.keyEpoch
        guard try codec.slot(of: draft, epoch: epoch) == row.facts.slot,
          let digests = try codec.digests(of: draft, epoch: epoch)
        else { return nil }
        var row = row
        row.digests = digests
        return (row, true)
      } catch {
        return nil
      }
    }
  }
}
