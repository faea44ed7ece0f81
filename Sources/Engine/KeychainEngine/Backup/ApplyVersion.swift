// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// The outcome of writing an item version into the store (Specification/sync.md, "Seams", S11).
///
/// The version comes from a backup, from another device or from an earlier state of the store.
enum ApplyOutcome: Hashable, Sendable {
  case applied
  /// The store already has this version of the item.
  case present
  /// The stored version of the item is later than the given version, so the given version was not
  /// applied.
  ///
  /// The version with the later revision (time stamp of its last change) counts as later. If both
  /// revisions are equal, the version with the smaller item digest counts as later. If the digests
  /// are equal too, the version with the smaller UUID counts as later.
  case older
  /// The version was not applied, because its protection class is locked.
  ///
  /// This is also the outcome if the stored row with the same primary key is locked and has the
  /// same revision. The two versions then cannot be compared.
  case locked
  case refused(Refusal)

  enum Refusal: Hashable, Sendable {
    /// The synchronizable item is bound to a device, so its version must not be applied
    /// (Specification/sync.md, "Seams", S10).
    case ineligible(Eligibility.Obstacle)
    /// The item's protection needs a passcode, and the store has no passcode.
    case noPasscode
    /// The secret needs an application password, and is therefore never synced or backed up.
    case needsPassword
  }
}

/// Writes item versions, for example those of a backup, into the store.
///
/// Each item keeps the UUID, the dates and the revision of its version. Applying a version is like
/// SecItemAdd, but the caller's groups, defaults and prompts do not apply, and a duplicate is not
/// an error. The schema, eligibility, protection and uniqueness are checked. The change runs in a
/// transaction. The change history records the change, and so does the `ChangeEvent` that is sent
/// after the commit.
extension ChangeRecorder {
  /// Stores an item version, unless the store has a later version with the same primary key
  /// (Specification/sync.md, "Merge of versions", Specification/secitem.md, "Importing a backup").
  ///
  /// The outcome says whether the version was stored and, if not, why. The change history records
  /// the change as one of the given kind.
  mutating func apply(
    _ version: ItemVersion, as kind: ChangeKind
  ) throws(KeychainError) -> ApplyOutcome {
    let draft = version.draft
    if draft.isSynchronizable {
      // An item that returns to its own device may be bound to that device. An item from another
      // device must not be bound to any device.
      let obstacle = (kind == .restore ? Eligibility.refusedObstacle : Eligibility.obstacle)(
        draft.protection, draft.accessControl, draft.attributes)
      if let obstacle { return .refused(.ineligible(obstacle)) }
    }
    if draft.needsPassword { return .refused(.needsPassword) }
    switch codec.keybag.availability(of: draft.protection) {
    case .available: break
    case .locked: return .locked
    case .noPasscode: return .refused(.noPasscode)
    }
    let content = try codec.prepare(draft, RevisionStamp(version.revision, isNew: false))
    guard let occupant = try occupant(of: content.slot, like: content.draft) else {
      try put(content, version, over: nil, kind)
      return .applied
    }
    switch codec.open(occupant) {
    case .item(let item):
      let order = Self.order(of: content, version.uuid, after: item)
      guard order == .applied else { return order }
    case .locked:
      guard version.revision != occupant.facts.revision else { return .locked }
      guard version.revision > occupant.facts.revision else { return .older }
    case .lost, .damaged:
      _ = try moveAside(occupant)
      try put(content, version, over: nil, kind)
      return .applied
    }
    try put(content, version, over: occupant, kind)
    return .applied
  }

  /// Stores an item version that this store had in an earlier state, even if the store now has a
  /// later version.
  ///
  /// A later version with the same primary key is replaced. The restored version then gets a
  /// revision that is later still.
  ///
  /// - Parameter removed: the items that the restore has removed. A replaced item is added to
  ///   `removed`.
  /// - Throws: An error if the row with this primary key is locked.
  mutating func putBack(
    _ version: ItemVersion, _ removed: inout RemovedItems
  ) throws(KeychainError) -> ApplyOutcome {
    var content = try codec.prepare(
      version.draft, RevisionStamp(version.revision, isNew: false))
    var occupant = try occupant(of: content.slot, like: content.draft)
    if let found = occupant {
      switch codec.open(found) {
      case .item(let item):
        let here = found.facts
        if here.revision == version.revision, here.uuid == version.uuid, !here.isTombstone {
          return .present
        }
        try removed.insert(item, codec)
        content = try prepared(content, over: [here.revision], isNew: false)
      case .damaged, .lost:
        _ = try moveAside(found)
        occupant = nil
      case .locked: throw .locked
      }
    }
    try put(content, version, over: occupant, .restore)
    try removed.remove(version, codec)
    return .applied
  }

  /// Compares an item version with the stored item that has the same primary key.
  ///
  /// The version with the higher revision is later. If both revisions are equal, the version with
  /// the smaller item digest counts as later. If the digests are equal as well, the version with
  /// the smaller UUID counts as later.
  ///
  /// - Returns: `applied` if the given version is later, `older` if the stored item is later,
  ///   `present` if both are equal.
  private static func order(
    of content: PreparedRow, _ uuid: Identifier16, after item: OpenedItem
  ) -> ApplyOutcome {
    let here = item.facts
    if content.stamp.revision != here.revision {
      return content.stamp.revision > here.revision ? .applied : .older
    }
    let digests = [content.draft[.digest], item[.digest]].map { value -> [UInt8] in
      if case .bytes(let bytes)? = value { bytes } else { [] }
    }
    if digests[0] != digests[1] {
      return digests[0].lexicographicallyPrecedes(digests[1]) ? .applied : .older
    }
    if uuid != here.uuid { return uuid < here.uuid ? .applied : .older }
    return .present
  }

  private mutating func put(
    _ content: PreparedRow, _ version: ItemVersion, over occupant: SealedRow?, _ kind: ChangeKind
  ) throws(KeychainError) {
    let names = try names(of: version, over: occupant)
    var sealed = try codec.seal(
      content,
      RowNames(
        number: occupant?.id ?? 0, uuid: names.uuid, persistentIdentifier: names.reference,
        write: transaction.nextWrite()))
    try storing { () throws(StorageError) in
      if occupant == nil {
        sealed.id = try transaction.insert(sealed)
      } else {
        try transaction.replace(sealed)
      }
    }
    try recordApplied(sealed, over: occupant, kind)
  }

  /// Returns the UUID and persistent reference for the new row: the version's own values, if they
  /// are free.
  ///
  /// If a row with another primary key has the version's UUID or reference, for example because the
  /// item was copied, a new value is drawn.
  ///
  /// - Parameter occupant: The row that the new row replaces, or nil if there is no row with the
  ///   version's primary key.
  private func names(
    of version: ItemVersion, over occupant: SealedRow?
  ) throws(KeychainError) -> (uuid: Identifier16, reference: Identifier16) {
    let itemClass = version.draft.itemClass
    let fresh = try RowNames.drawn(from: randomness)
    let namesake = try storing { () throws(StorageError) in
      try transaction.reader.row(withUUID: version.uuid, of: itemClass)
    }
    let isFree = namesake == nil || namesake?.id == occupant?.id
    let uuid = isFree ? version.uuid : fresh.0
    guard let reference = version.persistentIdentifier else {
      return (uuid, occupant?.facts.persistentIdentifier ?? fresh.1)
    }
    var plan = StorePlan(itemClass, contents: [])
    plan.rows = .both
    plan.references = [reference]
    let isTaken = try rows(plan).contains { $0.id != occupant?.id }
    return (uuid, isTaken ? fresh.1 : reference)
  }

  private mutating func recordApplied(
    _ row: SealedRow, over before: SealedRow?, _ kind: ChangeKind
  ) throws(KeychainError) {
    let facts = row.facts
    let entry = HistoryEntry(
      write: facts.write, time: origin.time, kind: kind, itemClass: facts.itemClass,
      persistentIdentifier: facts.persistentIdentifier, uuid: facts.uuid,
      slotBefore: before?.facts.slot, slotAfter: facts.slot,
      revisionBefore: before?.facts.revision, revisionAfter: facts.revision,
      wasSynchronizable: before?.facts.isSynchronizable,
      isSynchronizable: facts.isSynchronizable, caller: origin.caller,
      group: firstWrite ?? facts.write)
    let keybag = codec.keybag
    try extendHistory(entry) { (seal) throws(SealError) in
      try seal.record(entry.encoded, before: before, after: row, keybag)
    }
    count(entry)
  }
}
