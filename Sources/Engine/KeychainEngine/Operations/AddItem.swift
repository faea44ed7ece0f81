// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainRows
import KeychainStorage
package import KeychainTypes

extension Session {
  /// SecItemAdd (spec/secitem.md 5).
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
    // The new item is made before anybody looks whether there is room for it (5.1): without its
    // class key that is the answer.
    let row = try codec.prepare(consume draft, RevisionStamp(time, isNew: true))
    // A thread that stands in line seals what it can: under the lock all others would wait for it.
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

  /// The item as it will be stored, but for what is drawn in the transaction.
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

  /// The protection given, that of the access control, or the default (spec/secitem.md 5.2).
  private func protection(of item: NewItem, group: String) throws(KeychainError) -> Protection {
    if let element = item.element { return try elementProtection(of: element.accessControl) }
    guard let name = item.protectionName ?? item.accessControl?.protectionName else {
      return .standard(for: item.itemClass, in: group)
    }
    return try storable(name)
  }

  /// A protection that an item can have: not `f`.
  func storable(_ name: String) throws(KeychainError) -> Protection {
    guard let protection = Protection(name: name) else {
      throw .parameter(
        "no item can be stored under this protection", .attribute(.protection),
        cause: .wrongValueKind)
    }
    return protection
  }

  /// Refuses an access control that leaves no way to the secret, with which the item would be lost
  /// (spec/seckey.md 7.1).
  func requireOpening(_ accessControl: AccessControl?) throws(KeychainError) {
    guard accessControl?.permitsOpening ?? true else {
      throw KeychainError(
        .authorizationFailed, "under this access control nobody could ever read the item",
        context: .attribute(.accessControl),
        advice: "leave private key usage to keys of a secure element")
    }
  }

  /// Refuses attributes that need a private entitlement (spec/secitem.md 5.8, 8.2).
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

  /// Puts the draft into its slot (spec/secitem.md 5.6).
  ///
  /// A damaged row does not pass for a tombstone, so that setting the flag from outside makes
  /// nobody overwrite an item.
  private func insert(
    _ row: PreparedRow, sealed: SealedAddition?, _ evidence: Evidence?,
    into change: inout ChangeRecorder
  ) throws(KeychainError) -> SealedRow {
    // The index of slots says whether one is taken; only then is there somebody to look at.
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

  /// What Add answers (spec/secitem.md 5.7): attributes with the role `returned`.
  private func match(of row: SealedRow, item: NewItem) throws(KeychainError) -> Match {
    var match = Match(item.itemClass, row.facts.persistentIdentifier)
    guard !item.returns.isEmpty else { return match }
    guard case .item(let opened) = codec.open(row) else {
      throw KeychainError(.internalError, "a row that was just written does not open")
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
  /// Adds a row.
  ///
  /// - Parameters:
  ///   - seen: what `moveAside` said of the row that was in the slot before.
  ///   - ahead: as for `insertIfFree`.
  mutating func insert(
    _ row: PreparedRow, over seen: Instant? = nil, sealed ahead: SealedAddition? = nil
  ) throws(KeychainError) -> SealedRow {
    let row = try prepared(row, over: [seen], isNew: true)
    let addition = try addition(of: row, ahead)
    _ = try storing { () throws(StorageError) in try transaction.insert(addition.row) }
    return try finish(addition)
  }

  /// Adds a row, or answers nil when its slot is taken: nothing is changed then.
  ///
  /// - Parameter ahead: the row sealed for the write number that was likely; used if that is the
  ///   next one.
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

  /// The row sealed for the next write number.
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

  /// Takes the number of a row that was inserted and puts its entry into the history.
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
