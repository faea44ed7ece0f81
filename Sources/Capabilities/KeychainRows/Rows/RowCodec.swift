// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes
package import SecureMemory

/// Encrypts item drafts into rows and decrypts rows into items, with the keys of one unlocked
/// keybag.
package final class RowCodec: Sendable {
  package let keybag: UnlockedKeybag
  /// The planner of queries, which uses the keys of this codec for its digests.
  package let planner: Planner
  private let sealer: ItemSealer
  /// True to decrypt every row whose generation of keys is in the keybag.
  ///
  /// If false, a row is decrypted only if the store also names the generation of the row's keys.
  private let opensEveryGeneration: Bool
  /// The head of the change history (its authenticated summary) that this codec sealed last.
  ///
  /// If the head in the store has the same bytes, it need not be authenticated again. Nil before
  /// the first seal.
  package let lastHead = Lock<(bytes: [UInt8], seal: HistorySeal)?>(nil)

  /// Creates a codec that uses the keys of a keybag.
  ///
  /// - Parameter opensEveryGeneration: True during a repair, when it is unknown which generations
  ///   of keys sealed the rows.
  package init(keybag: UnlockedKeybag, opensEveryGeneration: Bool = false) {
    self.keybag = keybag
    self.opensEveryGeneration = opensEveryGeneration
    planner = Planner(keybag)
    sealer = keybag.sealer
  }

  /// The result of decrypting the metadata of a row.
  package enum Opening: Sendable {
    case item(OpenedItem)
    /// The class key of the row is not available now, because this protection class is locked.
    case locked(Protection)
    /// The class key of the row no longer exists, so the row can never be decrypted.
    ///
    /// This loss is expected and not damage (Specification/secitem.md, "Passcode removal and key
    /// bag loss").
    case lost
    case damaged
  }

  /// Decrypts the metadata of a row, and returns the item or the reason why the row cannot be
  /// decrypted.
  package func open(_ row: SealedRow, with lease: borrowing SealerLease) -> Opening {
    guard let binding = row.binding else { return .damaged }
    if isLost(row) { return .lost }
    // Older keys are kept for rows moved aside, and open no row that a query can reach.
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
      // A row of the passcode class in a store that never had a passcode is damaged too.
      return .damaged
    }
  }

  /// True if the class key of a row was destroyed when the passcode was removed
  /// (Specification/secitem.md, "Passcode removal and key bag loss").
  private func isLost(_ row: SealedRow) -> Bool {
    row.facts.protection == .whenPasscodeSetThisDeviceOnly
      && row.facts.write <= keybag.passcode?.lostWrite ?? 0
  }

  /// Decrypts the secret of an item, if the item has a secret.
  ///
  /// The row of the item must have been read with its sealed secret.
  ///
  /// - Parameter password: The application password. If a password protects the secret, and this
  ///   parameter is nil, the call throws.
  /// - Returns: nil if the item has no secret.
  /// - Throws: -26275 if the sealed secret does not authenticate or was removed.
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

  /// Returns the unencrypted content (draft) of an item, including its secret, to check the item or
  /// to seal it again.
  ///
  /// If an application password protects the secret, the secret stays sealed with the password.
  ///
  /// - Throws: -26275 if the secret was changed since it was sealed.
  package func wholeDraft(of item: OpenedItem) throws(KeychainError) -> ItemDraft {
    guard let sealed = item.row.secret, ItemSealer.needsPassword(sealed) else {
      return ItemDraft(item, secret: try openSecret(of: item))
    }
    return try sealing { () throws(SealError) in
      ItemDraft(
        item, locked: try sealer.openLocked(sealed.span, binding: RowBinding(item.facts)))
    }
  }

  /// Decrypts the metadata of one row, and returns the item or the reason why the row cannot be
  /// decrypted.
  package func open(_ row: SealedRow) -> Opening {
    do throws(SealError) {
      return open(row, with: try SealerLease())
    } catch {
      return .damaged
    }
  }

  /// Decrypts the secret of one item, and returns nil if the item has no secret.
  package func openSecret(of item: OpenedItem) throws(KeychainError) -> SecretBytes? {
    try openSecret(of: item, with: sealing { () throws(SealError) in try SealerLease() })
  }

  /// True if the decrypted values of an item meet the conditions that the store has tested by
  /// digest.
  ///
  /// If false, the digests of the row do not match its content: the row is damaged.
  package func confirms(_ item: OpenedItem, _ conditions: [Plan.Residual]) -> Bool {
    conditions.allSatisfy { holds($0, in: item) }
  }

  /// True if an item meets those conditions of a plan that need decrypted values.
  package func meets(_ plan: Plan, _ item: OpenedItem) -> Bool {
    guard plan.residual.allSatisfy({ holds($0, in: item) }) else { return false }
    guard let host = plan.host else { return true }
    guard case .text(let server)? = item[.server] else { return false }
    // The texts are compared byte by byte, because Swift's comparison treats two spellings of one
    // character as equal.
    let tail = ("." + host).utf8
    return server.utf8.elementsEqual(host.utf8)
      || server.utf8.suffix(tail.count).elementsEqual(tail)
  }

  /// True if an attribute of an item has the value that one condition of a plan requires.
  ///
  /// In a primary key, an absent value equals an empty value.
  package func holds(_ condition: Plan.Residual, in item: OpenedItem) -> Bool {
    let kind = condition.row.kind
    guard let value = item[condition.row.attribute] else {
      return condition.row.roles.contains(.primaryKey)
        && Canonical.bytes(of: condition.value, kind: kind).isEmpty
    }
    return Canonical.equal(value, condition.value, kind: kind)
  }

  /// Computes the parts of a row that can be made before a transaction: the digests and the content
  /// to seal.
  ///
  /// - Throws: -25308 if the protection class of the item is locked. -25291 if the protection needs
  ///   a passcode and the store has no passcode.
  package func prepare(
    _ draft: consuming ItemDraft, _ stamp: RevisionStamp
  ) throws(KeychainError) -> PreparedRow {
    try requireAvailable(draft.protection)
    stamp.set(in: &draft)
    let (digests, slot) = try sealing { () throws(SealError) -> ([Digest?], Digest) in
      if draft.needsPassword, draft.lockedSecret == nil {
        guard let password = draft.password else { throw SealError.needsPassword }
        // The sealed form is made even if there is no secret, because the password must be proved
        // in any case.
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

  /// Encrypts the metadata and the secret of a prepared row, and returns the row to store.
  ///
  /// - Parameter names: The identifiers and the write number of the row, which the caller has
  ///   chosen in the write transaction (Specification/sync.md, "Seams", S4).
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

  /// Returns the slot of an item: the digest of its primary key, made with the current keys.
  ///
  /// - Parameter draft: The unencrypted content of the item.
  package func slot(of draft: ItemDraft) throws(KeychainError) -> Digest {
    try sealing { () throws(SealError) in try slotDigest(of: draft) }
  }

  /// Returns the digests of an item's attributes, in the order of `Schema.digested`.
  ///
  /// A digest is nil if the item does not have the attribute.
  ///
  /// - Parameter draft: The unencrypted content of the item.
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

  /// Returns the digest of a whole item, which is the value of the item's attribute `sha1`.
  ///
  /// - Parameter draft: The unencrypted content of the item.
  package func itemDigest(of draft: ItemDraft) throws(SealError) -> [UInt8] {
    // A digest sealed only under the class key would let an attacker test guesses of a secret under
    // a password.
    try ItemDigest.make(draft.hashedBytes, secret: draft.needsPassword ? nil : draft.secret)
  }

  private func slotDigest(of draft: ItemDraft) throws(SealError) -> Digest {
    let key = draft.primaryKey
    return try keybag.digests.slotDigest(of: key.span, itemClass: draft.itemClass)
  }

  /// Throws if no item with this protection can be sealed now.
  ///
  /// - Throws: -25308 if the protection class is locked. -25291 if the protection needs a passcode
  ///   and the store has no passcode.
  package func requireAvailable(_ protection: Protection) throws(KeychainError) {
    switch keybag.availability(of: protection) {
    case .available: return
    case .locked: throw .locked
    case .noPasscode:
      throw KeychainError(
        .notAvailable, "this protection needs a passcode, and the store has no passcode")
    }
  }
}

extension RowCodec {
  /// Decrypts the tombstone of an item that was deleted while the item's protection class was
  /// locked.
  ///
  /// The tombstone contains the sealed metadata of the deleted item. The metadata can be decrypted
  /// once the protection class is unlocked.
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

  /// Returns the tombstone for a row that is deleted while it cannot be decrypted
  /// (Specification/sync.md, "Seams", S7).
  ///
  /// - Parameter facts: The unencrypted columns of the tombstone, with `form` set to
  ///   `unfinishedTombstone`.
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

/// Runs `body`, which seals or decrypts, and converts a `SealError` that it throws to a
/// `KeychainError`.
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
