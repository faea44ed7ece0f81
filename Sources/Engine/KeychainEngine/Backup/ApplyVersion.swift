// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// What became of a version that was made elsewhere or earlier (spec/sync.md S11).
enum ApplyOutcome: Hashable, Sendable {
  case applied
  /// The store has this very version.
  case present
  /// The store has a greater version.
  case older
  /// The class key of the version, or of what stands in its slot, is not there now.
  case locked
  case refused(Refusal)

  enum Refusal: Hashable, Sendable {
    /// It may not be synchronizable, as it is bound to a device (S10).
    case ineligible(Eligibility.Obstacle)
    /// Its protection needs a passcode, and the store has none.
    case noPasscode
    /// Its secret needs an application password, which travels with nothing.
    case needsPassword
  }
}

/// The one way in for versions that were not made here: the bottom half of an add, with names,
/// dates and revision as they are given.
///
/// Without the caller's groups, defaults, prompts and the error for duplicates; with schema,
/// eligibility, protection, uniqueness, transaction, history and event. A restore uses it first.
extension ChangeRecorder {
  /// Puts a version into its slot, unless the slot holds a greater one (spec/sync.md 4.2,
  /// spec/secitem.md 14.2).
  mutating func apply(
    _ version: ItemVersion, as kind: ChangeKind
  ) throws(KeychainError) -> ApplyOutcome {
    let draft = version.draft
    if draft.isSynchronizable {
      // An item that comes back to its own device may be bound to it; one that another sends may
      // not.
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

  /// Puts back a version of an earlier state of this store, whatever has its slot now.
  ///
  /// If the slot has a later version, the one that is put back follows it, with a revision of now.
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

  /// The total order of the versions of a slot: the later revision is greater; of two at one time
  /// that with the smaller item digest, then that with the smaller UUID.
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

  /// The names that the row will have: the version's own, but fresh ones where another slot has
  /// them here, as after a copy of the item.
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
