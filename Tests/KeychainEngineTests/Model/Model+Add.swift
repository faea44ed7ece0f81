// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainTypes

extension Model {
  /// Adds an item: Specification/secitem.md, "SecItemAdd".
  mutating func add(_ draft: ModelDraft, _ frame: ModelFrame, _ step: ModelStep)
    throws(ModelRefusal) -> ModelAnswer<Int>.Seen?
  {
    try admit(.add, step.caller)
    if let status = frame.refusal { throw ModelRefusal(status) }
    let group = try destination(frame.group, step.caller)
    if let status = frame.lateRefusal { throw ModelRefusal(status) }
    if draft.hasNoEffect { return nil }
    if draft.itemClass == .identity { throw .parameter }
    try requireUnrestricted(draft.attributes)
    if draft.control?.kind == .privateKeyUsage { throw ModelRefusal(-25293) }
    let row = try sketch(draft, group)
    try requireTravelling(row, frame.profile)
    try requireToken(draft.attributes)
    try requireSealing(row.protection)
    return seen(try insert(row, draft.evidence), draft)
  }

  /// Refuses tokens.
  ///
  /// Only the secure element is a token, and this model does not have its keys.
  func requireToken(_ attributes: [Attribute: AttributeValue]) throws(ModelRefusal) {
    guard attributes[.tokenIdentifier] ?? .text("") == .text("") else { throw ModelRefusal(-4) }
  }

  /// Returns the named group, or the first of the full list (Specification/secitem.md, "Defaults of
  /// SecItemAdd").
  private func destination(_ group: RequestedGroup, _ caller: ModelCaller)
    throws(ModelRefusal) -> String
  {
    if let named = try named(group, .add, caller) { return named }
    guard let first = caller.groups.first, caller.mayWrite(first) else { throw .forbidden }
    return first
  }

  private mutating func sketch(_ draft: ModelDraft, _ group: String) throws(ModelRefusal)
    -> ModelRow
  {
    let standard =
      switch (draft.itemClass, group) {
      case (.certificate, _): "dk"
      case (_, "com.apple.apsd"): "dku"
      default: "ak"
      }
    let name = draft.protectionName ?? draft.control?.protectionName ?? standard
    guard let protection = Protection(name: name) else { throw .parameter }
    var row = ModelRow(draft.itemClass, place: 0, name: 0, uuid: 0, protection: protection)
    row.attributes = draft.attributes
    for assigned in [Attribute.creationDate, .modificationDate, .multiUser] {
      row.attributes[assigned] = nil
    }
    row.attributes[.accessGroup] = .text(group)
    row.isSynchronizable = draft.isSynchronizable
    row.isTombstone = draft.tombstone ?? false
    row.control = draft.control
    row.secret = draft.secret
    row.addDefaults()
    return row
  }

  /// Inserts a row.
  ///
  /// A live item prevents it, and a tombstone gives its place and its names
  /// (Specification/secitem.md, "Collision with an existing row").
  private mutating func insert(
    _ new: ModelRow, _ evidence: ModelQuestion.Evidence?
  ) throws(ModelRefusal) -> ModelRow {
    var old = occupant(of: new.key, new.itemClass)
    var seen: [Int64] = []
    if let found = old, !found.isTombstone {
      seen = try giveWay(found, evidence)
      old = nil
    }
    var row = ModelRow(
      new.itemClass, place: old?.place ?? nextPlace(), name: old?.name ?? draw(),
      uuid: old?.uuid ?? draw(), protection: new.protection)
    row.attributes = new.attributes
    row.isSynchronizable = new.isSynchronizable
    row.isTombstone = new.isTombstone
    row.control = new.control
    row.secret = new.secret
    row.seal(at: moment(after: old.map { [$0.revision] } ?? seen))
    row.attributes[.creationDate] = row.attributes[.modificationDate]
    if let old, let index = place(of: old) {
      rows[index] = row
      note(old, row)
    } else {
      rows.append(row)
      note(row)
    }
    return row
  }

  /// Removes a lost item to make room, and refuses a whole one.
  ///
  /// - Returns: the revisions that the next row's revision has to exceed.
  mutating func giveWay(
    _ old: ModelRow, _ evidence: ModelQuestion.Evidence?
  ) throws(ModelRefusal) -> [Int64] {
    if !old.isGone {
      guard opens(old) else { throw .locked }
      guard try old.isLost(given: evidence) else { throw ModelRefusal(-25299) }
    }
    rows.removeAll { $0.itemClass == old.itemClass && $0.place == old.place }
    note(old)
    return old.revision > now ? [] : [old.revision]
  }

  /// Returns the result of Add: no `tomb`, no `musr`, and the access control only if it was given
  /// (Specification/secitem.md, "Results of Add").
  private func seen(_ row: ModelRow, _ draft: ModelDraft) -> ModelAnswer<Int>.Seen {
    var seen = ModelAnswer<Int>.Seen(itemClass: row.itemClass, name: row.name)
    guard !draft.returns.isEmpty else { return seen }
    var attributes = row.spelled
    attributes["tomb"] = nil
    attributes["musr"] = nil
    seen.attributes = attributes
    seen.control = draft.control?.object
    seen.isExplicit = draft.control != nil
    seen.secret = isSecretSeen(of: row.itemClass, draft.returns) ? row.secret : nil
    return seen
  }
}

extension ModelRow {
  /// All attributes that may be returned, in words (Specification/secitem.md, "Attributes returned
  /// by CopyMatching for values never set").
  var spelled: [String: String] {
    var result: [String: String] = [:]
    for (attribute, value) in attributes { result[attribute.name] = ModelTables.spell(value) }
    result["pdmn"] = ModelTables.spell(.text(protection.name))
    result["sync"] = ModelTables.spell(.number(isSynchronizable ? 1 : 0))
    result["tomb"] = ModelTables.spell(.number(isTombstone ? 1 : 0))
    return result
  }
}
