// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes
package import SecureMemory

/// Seals drafts into rows and opens rows into items, with the keys of one unlocked keybag.
package final class RowCodec: Sendable {
  package let keybag: UnlockedKeybag
  /// Plans by the digests of these keys.
  package let planner: Planner
  private let sealer: ItemSealer
  /// Whether a row opens if the keybag has keys of its generation, whatever the store names.
  private let opensEveryGeneration: Bool
  /// The head of the history that these keys made last: it need not be checked again.
  package let lastHead = Lock<(bytes: [UInt8], seal: HistorySeal)?>(nil)

  /// - Parameter opensEveryGeneration: true where a store is put together again, when the
  ///   generations of its rows are not known.
  package init(keybag: UnlockedKeybag, opensEveryGeneration: Bool = false) {
    self.keybag = keybag
    self.opensEveryGeneration = opensEveryGeneration
    planner = Planner(keybag)
    sealer = keybag.sealer
  }

  /// What a row turned out to be.
  package enum Opening: Sendable {
    case item(OpenedItem)
    /// The class key is not available now.
    case locked(Protection)
    /// The class key is gone for ever: expected loss, no damage (spec/secitem.md 10.6).
    case lost
    case damaged
  }

  /// Opens the metadata of a row.
  package func open(_ row: SealedRow, with lease: borrowing SealerLease) -> Opening {
    guard let binding = row.binding else { return .damaged }
    if isLost(row) { return .lost }
    // Older keys are kept for rows that were moved aside, and open none that a query is led to.
    guard opensEveryGeneration || keybag.epochs.has(row.facts.keyEpoch) else { return .damaged }
    if row.facts.form == .unfinishedTombstone { return openUnfinished(row, binding) }
    do throws(SealError) {
      let content = try sealer.openMetadata(
        row.metadata.span, binding: binding, with: lease)
      let metadata = content.withBytes { bytes in
        try? ItemMetadata(decoding: bytes, schema: Schema.of(row.facts.itemClass))
      }
      guard let metadata else { return .damaged }
      return .item(OpenedItem(row: row, metadata: metadata))
    } catch .unavailable(let protection, .locked) {
      return .locked(protection)
    } catch {
      // Also a row that claims the class of passcodes in a store that never had one.
      return .damaged
    }
  }

  /// Whether the row needed a passcode that was removed, and its key went with it
  /// (spec/secitem.md 10.6).
  private func isLost(_ row: SealedRow) -> Bool {
    row.facts.protection == .whenPasscodeSetThisDeviceOnly
      && row.facts.write <= keybag.passcode?.lostWrite ?? 0
  }

  /// Opens the secret of a row that was read with it; nil when the item has none.
  ///
  /// - Throws: `decode` when the sealed secret does not authenticate, or has been taken away.
  package func openSecret(
    of item: OpenedItem, password: SecretBytes? = nil, with lease: borrowing SealerLease
  ) throws(KeychainError) -> SecretBytes? {
    guard let sealed = item.row.secret else {
      guard !item.metadata.hasSecret, !item.needsPassword else {
        throw KeychainError(.decode, "the secret of an item is missing")
      }
      return nil
    }
    guard ItemSealer.needsPassword(sealed) else {
      return try sealing { () throws(SealError) in
        try sealer.openSecret(sealed.span, binding: RowBinding(item.facts), with: lease)
      }
    }
    return try sealing { () throws(SealError) in
      let locked = try sealer.openLocked(sealed.span, binding: RowBinding(item.facts))
      guard let password else { throw SealError.needsPassword }
      let secret = try sealer.open(locked, with: password)
      return item.metadata.hasSecret ? secret : nil
    }
  }

  /// The draft of a row with its secret, to be checked or sealed anew; under an application
  /// password the secret goes along as it is.
  ///
  /// - Throws: `decode` where the secret is not what was sealed.
  package func wholeDraft(of item: OpenedItem) throws(KeychainError) -> ItemDraft {
    guard let sealed = item.row.secret, ItemSealer.needsPassword(sealed) else {
      return ItemDraft(item, secret: try openSecret(of: item))
    }
    return try sealing { () throws(SealError) in
      ItemDraft(
        item, locked: try sealer.openLocked(sealed.span, binding: RowBinding(item.facts)))
    }
  }

  /// Opens the metadata of one row and nothing else.
  package func open(_ row: SealedRow) -> Opening {
    do throws(SealError) {
      return open(row, with: try SealerLease())
    } catch {
      return .damaged
    }
  }

  /// Opens the secret of one row and nothing else.
  package func openSecret(of item: OpenedItem) throws(KeychainError) -> SecretBytes? {
    try openSecret(of: item, with: sealing { () throws(SealError) in try SealerLease() })
  }

  /// Whether the opened values are those that the row's digests promised.
  package func confirms(_ item: OpenedItem, _ conditions: [Plan.Residual]) -> Bool {
    conditions.allSatisfy { holds($0, in: item) }
  }

  /// Whether an item meets what of a plan only the opened values decide.
  package func meets(_ plan: Plan, _ item: OpenedItem) -> Bool {
    guard plan.residual.allSatisfy({ holds($0, in: item) }) else { return false }
    guard let host = plan.host else { return true }
    guard case .text(let server)? = item[.server] else { return false }
    // Byte by byte: Swift's own comparison takes two spellings of one character for the same.
    let tail = ("." + host).utf8
    return server.utf8.elementsEqual(host.utf8)
      || server.utf8.suffix(tail.count).elementsEqual(tail)
  }

  /// Whether one condition holds in an item; an absent value equals an empty one in a primary key.
  package func holds(_ condition: Plan.Residual, in item: OpenedItem) -> Bool {
    let kind = condition.row.kind
    guard let value = item[condition.row.attribute] else {
      return condition.row.roles.contains(.primaryKey)
        && Canonical.bytes(of: condition.value, kind: kind).isEmpty
    }
    return Canonical.equal(value, condition.value, kind: kind)
  }

  /// Makes all of a row that needs no transaction: the digests, and what is to be sealed.
  ///
  /// - Throws: -25308 while the protection is locked, -25291 for one that needs a passcode.
  package func prepare(
    _ draft: consuming ItemDraft, _ stamp: RevisionStamp
  ) throws(KeychainError) -> PreparedRow {
    try requireAvailable(draft.protection)
    stamp.set(in: &draft)
    let (digests, slot) = try sealing { () throws(SealError) -> ([Digest?], Digest) in
      if draft.needsPassword, draft.lockedSecret == nil {
        guard let password = draft.password else { throw SealError.needsPassword }
        // Without a secret too: the password has to be proved all the same.
        draft.lockedSecret = try sealer.lock(
          draft.secret ?? SecretBytes(copying: []), with: password)
      }
      draft.attributes[.digest] = .bytes(try itemDigest(of: draft))
      return (try self.digests(of: draft), try slotDigest(of: draft))
    }
    let group = draft.schema.digested.firstIndex { $0.attribute == .accessGroup }
    let metadata = draft.metadata.encode(schema: draft.schema)
    return PreparedRow(
      draft: draft, stamp: stamp, epoch: keybag.sealer.epoch, slot: slot,
      group: group.flatMap { digests[$0] } ?? .zero, digests: digests, metadata: metadata)
  }

  /// Seals both parts of a row.
  ///
  /// - Parameter names: what the caller has drawn in the write transaction (spec/sync.md S4).
  package func seal(_ prepared: PreparedRow, _ names: RowNames) throws(KeychainError) -> SealedRow {
    let facts = prepared.facts(names)
    let (binding, metadata) = (RowBinding(facts), prepared.metadata)
    return try sealing { () throws(SealError) in
      var row = SealedRow(facts: facts, digests: prepared.digests, metadata: [], secret: nil)
      row.id = names.number
      let lease = try SealerLease()
      row.metadata = try keybag.sealer.sealMetadata(
        metadata.span, binding: binding, with: lease)
      if let locked = prepared.draft.lockedSecret {
        row.secret = try keybag.sealer.sealLocked(locked, binding: binding)
      } else if let secret = prepared.draft.secret {
        row.secret = try keybag.sealer.sealSecret(secret, binding: binding, with: lease)
      }
      return row
    }
  }

  /// The slot that a draft will occupy.
  package func slot(of draft: ItemDraft) throws(KeychainError) -> Digest {
    try sealing { () throws(SealError) in try slotDigest(of: draft) }
  }

  /// The digests that a row of the draft has, in the order of `Schema.digested`.
  package func digests(of draft: ItemDraft) throws(SealError) -> [Digest?] {
    try digests(of: draft, by: keybag.digests)
  }

  package func digests(of draft: ItemDraft, by maker: DigestMaker) throws(SealError) -> [Digest?] {
    var digests: [Digest?] = []
    digests.reserveCapacity(draft.schema.digested.count)
    for row in draft.schema.digested {
      guard let value = draft[row.attribute] else {
        digests.append(nil)
        continue
      }
      let digest = try Canonical.lend(value, kind: row.kind) {
        (bytes) throws(SealError) in
        try maker.digest(of: bytes, attribute: row.attribute, itemClass: draft.itemClass)
      }
      digests.append(digest)
    }
    return digests
  }

  /// The item digest `sha1` of a draft.
  package func itemDigest(of draft: ItemDraft) throws(SealError) -> [UInt8] {
    // A digest that is sealed under the class key alone would let guesses of the secret be tested.
    try ItemDigest.make(draft.hashedBytes, secret: draft.needsPassword ? nil : draft.secret)
  }

  private func slotDigest(of draft: ItemDraft) throws(SealError) -> Digest {
    let key = draft.primaryKey
    return try keybag.digests.slotDigest(of: key.span, itemClass: draft.itemClass)
  }

  /// Refuses a protection that nothing can be sealed under now: -25308 while it is locked, -25291
  /// where it needs a passcode and there is none.
  package func requireAvailable(_ protection: Protection) throws(KeychainError) {
    switch keybag.availability(of: protection) {
    case .available: return
    case .locked: throw .locked
    case .noPasscode:
      throw KeychainError(
        .notAvailable, "this protection needs a passcode, and the store has none")
    }
  }
}

extension RowCodec {
  /// Opens what a delete while locked has left: the old sealed metadata, once its key is there.
  private func openUnfinished(_ row: SealedRow, _ binding: RowBinding) -> Opening {
    guard
      let content = try? keybag.sealer.openMetadata(row.metadata.span, binding: binding),
      let remains = content.withBytes({ UnfinishedTombstone(decoding: $0) })
    else { return .damaged }
    var old = row
    old.facts = remains.facts(of: row.facts)
    old.metadata = remains.metadata
    guard case .item(let item) = open(old) else { return open(old) }
    let draft = ItemDraft(item, secret: nil).tombstone(.deleted)
    return .item(OpenedItem(row: row, metadata: draft.metadata))
  }

  /// The tombstone of a row that cannot be opened now (spec/sync.md S7).
  ///
  /// - Parameter facts: the new clear columns, of form *unfinished tombstone*.
  package func sealUnfinished(_ row: SealedRow, as facts: RowFacts) throws(KeychainError)
    -> SealedRow
  {
    let content = UnfinishedTombstone(row).encode()
    let kept = Set(Schema.of(facts.itemClass).primaryKey.map(\.attribute))
    let digested = Schema.of(facts.itemClass).digested
    let digests = zip(digested, row.digests).map { attribute, digest in
      kept.contains(attribute.attribute) || attribute.attribute == .creationDate ? digest : nil
    }
    var sealed = SealedRow(facts: facts, digests: digests, metadata: [], secret: nil)
    sealed.id = row.id
    sealed.metadata = try sealing { () throws(SealError) in
      try keybag.sealer.sealMetadata(content.span, binding: RowBinding(facts))
    }
    return sealed
  }
}

/// Runs what can fail in sealing and tells its failure as a status.
package func sealing<R: ~Copyable>(_ body: () throws(SealError) -> R) throws(KeychainError) -> R {
  do throws(SealError) {
    return try body()
  } catch {
    throw KeychainError(error)
  }
}

extension KeychainError {
  package static var locked: KeychainError {
    KeychainError(.interactionNotAllowed, "the protection class is locked now")
  }
}
