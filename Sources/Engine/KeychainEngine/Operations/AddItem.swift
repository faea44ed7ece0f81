// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session {
  /// Performs SecItemAdd (Specification/secitem.md, "SecItemAdd").
  ///
  /// See `ReadingService`.
  package func add(
    _ reading: Reading<NewItem>, _ trail: inout Trail
  ) throws(KeychainError) -> Match? {
    trail.step = .store
    return try withKeys { (call) throws(KeychainError) in try call.addOnce(reading, &trail) }
  }

  func addOnce(
    _ reading: Reading<NewItem>, _ trail: inout Trail
  ) throws(KeychainError) -> Match? {
    trail.step = .caller
    try authorizer.admit(.add)
    trail.step = .content
    let item = try reading.outcome.get()
    trail.step = .group
    let group = try authorizer.destination(reading.group)
    if case .absent = reading.group { trail.scope = .own } else { trail.scope = .named }
    trail.step = .meaning
    if let refusal = reading.lateRefusal { throw refusal }
    guard !item.hasNoEffect else { return nil }
    let draft = try draft(of: item, group: group, profile: reading.profile)
    trail.step = .store
    let time = engine.environment.clock.now()
    // The new item is prepared before its slot is checked (Specification/secitem.md, "Steps of
    // SecItemAdd"). So a missing class key is reported before a duplicate.
    let row = try codec.prepare(consume draft, RevisionStamp(time, isNew: true))
    // A thread that waits for its turn to write seals the row meanwhile. If it sealed under the
    // lock, all other threads would wait for it.
    var ahead: SealedAddition?
    let seal = { [randomness = engine.environment.randomness, codec] (write, origin) in
      ahead = try? codec.addition(
        of: row, write: write, group: write, from: origin, drawing: randomness)
    }
    let evidence = item.evidence
    let added = try changing(at: time, preparing: seal, refusesFirst: true) {
      (change: inout ChangeRecorder) throws(KeychainError) -> SealedRow in
      try insert(row, sealed: ahead, evidence, into: &change)
    }
    trail.matched = 1
    return try match(of: added, item: item)
  }

  /// Returns the draft (unsealed content) of a new item, before the transaction assigns its UUID,
  /// dates, row number and write number.
  package func draft(
    of item: NewItem, group: String, profile: Profile
  ) throws(KeychainError) -> ItemDraft {
    guard item.itemClass != .identity else {
      throw .parameter(
        "an identity cannot be added by its class alone", cause: .classMissingOrUnknown)
    }
    let schema = Schema.of(item.itemClass)
    try requireUnrestricted(item.attributes, schema)
    if item.element == nil { try requireOpening(item.accessControl) }
    let protection = try protection(of: item, group: group)
    var draft = ItemDraft(
      item.itemClass, attributes: item.attributes, protection: protection,
      isSynchronizable: item.isSynchronizable, isTombstone: item.tombstone ?? false,
      accessControl: item.accessControl, secret: item.secret, creator: caller.identifier)
    draft.attributes.reserve(8)
    for row in schema.rows where row.roles.contains(.assigned) {
      draft.attributes[row.attribute] = nil
    }
    draft.attributes[.accessGroup] = .text(group)
    draft.attributes[.multiUser] = nil
    try setElement(item.element, in: &draft)
    draft.tombstone = draft.isTombstone ? .deleted : nil
    draft.addDefaults()
    if draft.isSynchronizable, profile != .quirks {
      try Eligibility.require(
        protection: protection, accessControl: item.accessControl, attributes: draft.attributes)
    }
    try requireToken(item.attributes)
    if let accessControl = item.element?.accessControl ?? item.accessControl {
      draft.accessControl = try bind(accessControl, protection, item.evidence)
      draft.password = password(in: item.evidence)
    }
    return draft
  }

  /// Returns the protection class of a new item: the given class, the class of its access control,
  /// or the default (Specification/secitem.md, "Defaults of SecItemAdd").
  private func protection(of item: NewItem, group: String) throws(KeychainError) -> Protection {
    if let element = item.element { return try elementProtection(of: element.accessControl) }
    guard let name = item.protectionName ?? item.accessControl?.protectionName else {
      return .standard(for: item.itemClass, in: group)
    }
    return try storable(name)
  }

  /// Returns the protection class with this name, a value of `kSecAttrAccessible` such as `ak`.
  ///
  /// - Throws: An error if no item can be stored under this name. For example, `f` (class F) is
  ///   refused, although queries may use it.
  func storable(_ name: String) throws(KeychainError) -> Protection {
    guard let protection = Protection(name: name) else {
      throw .parameter(
        "an item cannot be stored under this protection", .attribute(.protection),
        cause: .wrongValueKind)
    }
    return protection
  }

  /// Throws an error for an access control under which the secret could never be read
  /// (Specification/seckey.md, "Software key with accc in its row").
  func requireOpening(_ accessControl: AccessControl?) throws(KeychainError) {
    guard accessControl?.permitsOpening ?? true else {
      throw KeychainError(
        .authorizationFailed, "the item could never be read under this access control",
        context: .attribute(.accessControl),
        advice: "use private key usage for keys of a secure element only")
    }
  }

  /// Throws an error if the attributes include an attribute that needs a private entitlement
  /// (Specification/secitem.md, "Other Add rules", "Checks of access groups").
  func requireUnrestricted(_ attributes: AttributeSet, _ schema: Schema) throws(KeychainError) {
    for entry in attributes {
      let isRestricted = schema[entry.attribute]?.roles.contains(.restricted) ?? false
      guard !isRestricted, entry.attribute != .sharingGroup || entry.value == .text("") else {
        throw KeychainError(
          .missingEntitlement, "the attribute needs a private entitlement",
          context: .attribute(entry.attribute), cause: .restrictedAttribute)
      }
    }
  }

  /// Adds the new item, and throws an error if an item with its primary key exists
  /// (Specification/secitem.md, "Collision with an existing row").
  ///
  /// An undamaged tombstone with this primary key is replaced. A row that is damaged, whose class
  /// key is lost, or that no one can read any more (`isGone`) is moved into the table `aside`. No
  /// query reads that table. A damaged row is moved even if it is marked as a tombstone. So an
  /// attacker who sets the tombstone flag in the database cannot have an item overwritten.
  private func insert(
    _ row: PreparedRow, sealed: SealedAddition?, _ evidence: Evidence?,
    into change: inout ChangeRecorder
  ) throws(KeychainError) -> SealedRow {
    // The index of slots shows whether the slot is taken. The row in the slot is read only if it
    // is.
    if codec.namesSlotsOnce, let added = try change.insertIfFree(row, sealed: sealed) {
      return added
    }
    let occupant = try change.occupant(of: row.slot, like: row.draft)
    guard let occupant else { return try change.insert(row, sealed: sealed) }
    let isTombstone = occupant.facts.isTombstone
    switch codec.open(occupant) {
    case .item where isTombstone, .locked where isTombstone:
      return try change.replace(occupant, with: row, keeping: occupant, kind: .add)
    case .item(let item):
      guard try isGone(item, given: evidence) else {
        throw KeychainError(.duplicateItem, "an item with this primary key exists")
          .met(occupant.id)
      }
      let seen = try change.moveAside(occupant)
      return try change.insert(row, over: seen)
    case .locked: throw KeychainError.locked.met(occupant.id)
    case .lost, .damaged:
      let seen = try change.moveAside(occupant)
      return try change.insert(row, over: seen)
    }
  }

  /// Returns the result of SecItemAdd for a new row: the attributes with the role `returned`
  /// (Specification/secitem.md, "Results of Add").
  private func match(of row: SealedRow, item: NewItem) throws(KeychainError) -> Match {
    var match = Match(item.itemClass, row.facts.persistentIdentifier)
    guard !item.returns.isEmpty else { return match }
    guard case .item(let opened) = codec.open(row) else {
      throw KeychainError(.internalError, "a row that was just written cannot be opened")
    }
    let schema = Schema.of(item.itemClass)
    var attributes = AttributeSet()
    for entry in opened.returnedAttributes
    where schema[entry.attribute]?.roles.contains(.returned) ?? false {
      attributes[entry.attribute] = entry.value
    }
    match.attributes = attributes
    match.accessControl = opened.metadata.accessControl
    match.hasExplicitAccessControl = item.accessControl != nil
    match.element = opened.element
    let isRead = item.element == nil && item.returns.needSecret(of: item.itemClass)
    match.secret = isRead ? item.secret : nil
    return match
  }
}

extension ChangeRecorder {
  /// Adds a row with a primary key that no row in the table has.
  ///
  /// - Parameters:
  ///   - seen: the revision of the row that had this primary key before, as `moveAside` returned
  ///     it. The new row gets a later revision. Nil if there was no row before, or if its revision
  ///     may be damaged.
  ///   - ahead: the row sealed before the transaction, or nil (see `insertIfFree`).
  mutating func insert(
    _ row: PreparedRow, over seen: Instant? = nil, sealed ahead: SealedAddition? = nil
  ) throws(KeychainError) -> SealedRow {
    let row = try prepared(row, over: [seen], isNew: true)
    let addition = try addition(of: row, ahead)
    _ = try storing { () throws(StorageError) in try transaction.insert(addition.row) }
    return try finish(addition)
  }

  /// Adds a row, or returns nil and changes nothing if another row has its primary key.
  ///
  /// - Parameter ahead: the row, sealed before the transaction for the write number that was
  ///   expected. The sealed row is used only if the next write has this number.
  mutating func insertIfFree(
    _ row: PreparedRow, sealed ahead: SealedAddition?
  ) throws(KeychainError) -> SealedRow? {
    let row = try prepared(row, over: [], isNew: true)
    let addition = try addition(of: row, ahead)
    let isFree = try storing { () throws(StorageError) in
      try transaction.insertIfFree(addition.row)
    }
    return isFree ? try finish(addition) : nil
  }

  /// Returns the row sealed for the next write number of the store.
  ///
  /// Returns `ahead`, the row sealed before the transaction, if it was sealed for this write number
  /// and revision. Otherwise seals the row now.
  private func addition(
    of row: PreparedRow, _ ahead: SealedAddition?
  ) throws(KeychainError) -> SealedAddition {
    let write = transaction.lastWrite + 1
    if let ahead, ahead.row.facts.write == write, ahead.row.facts.revision == row.stamp.revision,
      firstWrite == nil
    {
      return ahead
    }
    return try codec.addition(
      of: row, write: write, group: firstWrite ?? write, from: origin, drawing: randomness)
  }

  /// Advances the write number after a row was inserted, and adds the row's entry to the history.
  private mutating func finish(_ addition: SealedAddition) throws(KeychainError) -> SealedRow {
    _ = transaction.nextWrite()
    let codec = codec
    try extendHistory(addition.entry) { (seal) throws(SealError) in
      try seal.record(addition, codec.keybag)
    }
    count(addition.entry)
    return addition.row
  }
}
