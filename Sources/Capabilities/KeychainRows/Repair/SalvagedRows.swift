// SPDX-License-Identifier: Apache-2.0
package import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The authentic rows that were found in the files of a damaged store, each row in its newest
/// version.
///
/// A page is current if no later frame of SQLite's log replaces it, and no undamaged list of free
/// pages names it.
package struct SalvagedRows {
  /// A row that was found, and the evidence that the page of the row is in use.
  package struct Candidate {
    package let row: SealedRow
    package private(set) var standing: Standing
    /// True if it is certain that the row is unchanged since the engine wrote it.
    ///
    /// Either the row was decrypted, or the row is in the list of cells of a page with a correct
    /// checksum.
    package let isTrusted: Bool

    package init(_ row: SealedRow, _ standing: Standing, isOpened: Bool) {
      (self.row, self.standing) = (row, standing)
      isTrusted = isOpened || standing.isSuperset(of: [.listed, .sound])
    }

    /// Adds the evidence from another page that contains the same version of the row.
    ///
    /// The evidence shows that the page is in use, and so that the row belongs to the store.
    mutating func add(_ other: Standing) {
      let isProven = standing.isSuperset(of: .proven) || other.isSuperset(of: .proven)
      standing.formUnion(other)
      // Flags from two pages do not add up to a proof.
      if !isProven, standing.isSuperset(of: .proven) { standing.remove(.sound) }
    }
  }

  /// The class and the persistent identifier of an item, used as the key of dictionaries.
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
  /// The newest version of each item that is certainly undamaged.
  private var trusted: [Name: Candidate] = [:]
  /// The rows that cannot be decrypted now and that no correct page checksum confirms, grouped by
  /// item.
  ///
  /// Any column of these rows may be wrong.
  private var untrusted: [Name: [Candidate]] = [:]
  /// The unencrypted columns of records that look like rows but do not authenticate.
  ///
  /// Only records on current pages are included: no later frame of the log replaces the page, and
  /// no undamaged list of free pages names it.
  private var unproved: Set<RowFacts> = []

  package init(_ codec: RowCodec) {
    self.codec = codec
  }

  /// Adds a row that was found, unless the row is damaged.
  ///
  /// If the class key of the row is not available now, the row cannot be checked and is added
  /// unchanged.
  ///
  /// - Returns: False if the row does not authenticate and is therefore not added.
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
      // This version of the row was already found on another page.
      trusted[name]?.add(standing)
    } else if old.row.facts.write < row.facts.write {
      trusted[name] = candidate
    }
    return true
  }

  /// Returns one version of each item, normally the newest undamaged version.
  ///
  /// `latest` contains the last history entry of each item. If a version that could not be checked
  /// has the write number of this entry, that version is returned.
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

  /// The unencrypted columns of records that look like rows but do not authenticate, in order of
  /// their writes.
  package var remains: [RowFacts] { unproved.sorted { $0.write < $1.write } }

  /// Returns the newest damaged record of each item, in order of their writes.
  ///
  /// A record is left out if `rows` contains an equally new or newer version of the item.
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

  /// Returns a row that authenticates, with new digests, and whether the row was decrypted.
  ///
  /// The digests are computed from the decrypted values. Nil if the row does not authenticate.
  ///
  /// A row whose key is missing is returned unchanged. An unfinished tombstone is also returned
  /// unchanged. This tombstone marks an item that was deleted while the item's protection class was
  /// locked.
  private func proved(_ row: SealedRow) -> (SealedRow, isOpened: Bool)? {
    switch codec.open(row) {
    case .damaged: return nil
    case .locked, .lost: return (row, false)
    case .item where row.facts.form == .unfinishedTombstone: return (row, true)
    case .item(let item):
      do {
        // The digests in the columns are not sealed. Recomputed, they are correct in any case.
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
