// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainTypes

extension Model {
  /// Updates items: Specification/secitem.md, "SecItemUpdate".
  ///
  /// Either all matches are changed or no row is.
  mutating func update(
    _ question: ModelQuestion, _ frame: ModelFrame, _ edit: ModelEdit, _ changes: ModelFrame,
    _ step: ModelStep
  ) throws(ModelRefusal) {
    try admit(.update, step.caller)
    let group = try named(frame.group, .update, step.caller)
    if let status = frame.refusal { throw ModelRefusal(status) }
    let newGroup = try named(changes.group, .update, step.caller)
    for status in [frame.lateRefusal, changes.refusal, changes.lateRefusal] {
      if let status { throw ModelRefusal(status) }
    }
    if question.itemClass == .identity { throw ModelRefusal(-4) }
    try requireUnrestricted(edit.attributes)
    for old in try found(question, group, .update, step) {
      // A tombstone may have been removed to make room for an earlier match.
      guard place(of: old) != nil else { continue }
      try requireToken(edit.attributes)
      var new = try merged(old, edit, newGroup)
      try requireTravelling(new, frame.profile)
      try requireSealing(new.protection)
      new.isUnfinished = false
      try replace(old, by: new, question.evidence)
    }
  }

  /// Returns the row with the changes applied (Specification/secitem.md, "Changes side of
  /// SecItemUpdate", "Changing protection").
  private func merged(_ old: ModelRow, _ edit: ModelEdit, _ group: String?)
    throws(ModelRefusal) -> ModelRow
  {
    var row = old
    for (attribute, value) in edit.attributes
    where ModelTables.row(attribute, of: old.itemClass) != nil && attribute != .modificationDate
      && attribute != .multiUser
    {
      row.attributes[attribute] = value
    }
    if let group { row.attributes[.accessGroup] = .text(group) }
    row.isSynchronizable = edit.isSynchronizable ?? old.isSynchronizable
    row.isTombstone = edit.tombstone ?? old.isTombstone
    row.secret = edit.secret ?? old.secret
    if edit.control?.kind == .privateKeyUsage { throw ModelRefusal(-25293) }
    if let name = edit.control?.protectionName ?? edit.protectionName {
      guard let protection = Protection(name: name) else { throw .parameter }
      row.protection = protection
      // A new protection without an access control drops the constraints.
      row.control = edit.control
    }
    row.addDefaults()
    return row
  }

  /// Writes the row in its place.
  ///
  /// If its primary key changes, it goes to a free place (Specification/secitem.md, "Execution of
  /// SecItemUpdate").
  private mutating func replace(
    _ old: ModelRow, by changed: ModelRow, _ evidence: ModelQuestion.Evidence?
  ) throws(ModelRefusal) {
    var new = changed
    guard new.key != old.key else {
      new.seal(at: moment(after: [old.revision]))
      write(new, over: old)
      return
    }
    var seen = [old.revision]
    if let occupant = occupant(of: new.key, new.itemClass) {
      if occupant.isTombstone {
        rows.removeAll { $0.itemClass == occupant.itemClass && $0.place == occupant.place }
        note(occupant)
        seen.append(occupant.revision)
      } else {
        seen += try giveWay(occupant, evidence)
      }
    }
    if old.isSynchronizable { new.uuid = draw() }
    new.seal(at: moment(after: seen))
    write(new, over: old)
    if old.isSynchronizable, old.mayTravel { leaveTombstone(of: old) }
  }

  private mutating func write(_ new: ModelRow, over old: ModelRow) {
    guard let index = place(of: old) else { return }
    rows[index] = new
    note(old, new)
  }

  /// Leaves a tombstone for other devices: the item is no longer in its old slot
  /// (Specification/secitem.md, "Execution of SecItemUpdate", step 7).
  private mutating func leaveTombstone(of old: ModelRow) {
    var row = ModelRow(
      old.itemClass, place: nextPlace(), name: draw(), uuid: old.uuid,
      protection: old.protection)
    row.attributes = old.attributes
    row.isSynchronizable = true
    row.bury()
    row.seal(at: moment(after: [old.revision]))
    rows.append(row)
    note(row)
  }
}
