// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainTypes

extension Model {
  /// Finds items: Specification/secitem.md, "SecItemCopyMatching".
  func copy(_ question: ModelQuestion, _ frame: ModelFrame, _ step: ModelStep)
    throws(ModelRefusal) -> [ModelAnswer<Int>.Seen]
  {
    try admit(.copy, step.caller)
    if let status = frame.refusal { throw ModelRefusal(status) }
    let group = try named(frame.group, .copy, step.caller)
    if let status = frame.lateRefusal { throw ModelRefusal(status) }
    // These sequences have no certificate with the hash of a key. `IdentityJoinTests` tests
    // identities.
    if question.itemClass == .identity { throw .notFound }
    return try found(question, group, .copy, step).map { row in
      var seen = ModelAnswer<Int>.Seen(itemClass: row.itemClass, name: row.name)
      let returns = question.returns
      // Two values make a dictionary, and a dictionary includes the attributes
      // (Specification/secitem.md, "Result shape by return keys").
      if !returns.isDisjoint(with: [.attributes, .reference])
        || returns == [.secret, .persistentReference]
      {
        seen.attributes = row.spelled
        seen.control =
          row.control?.object
          ?? ModelControl(kind: .bare, protectionName: row.protection.name).object
      }
      if isSecretSeen(of: row.itemClass, returns) { seen.secret = row.secret }
      return seen
    }
  }

  /// Returns true if the query asks for the data, or for an object made of it
  /// (Specification/secitem.md, "Result shape by return keys", "Results of Add").
  func isSecretSeen(of itemClass: ItemClass, _ returns: Returns) -> Bool {
    let isPassword = itemClass == .genericPassword || itemClass == .internetPassword
    return returns.contains(.secret) || returns.contains(.reference) && !isPassword
  }

  /// Returns the matching rows, opened, in order, up to the limit (Specification/secitem.md,
  /// "Building the selection", "Status of SecItemCopyMatching", "Authentication loop").
  func found(
    _ question: ModelQuestion, _ group: String?, _ verb: Verb, _ step: ModelStep
  ) throws(ModelRefusal) -> [ModelRow] {
    var found: [ModelRow] = []
    var demands: [Int] = []
    // The limit also counts skipped rows (Specification/secitem.md, "Authentication loop").
    var skipped = 0
    for row in candidates(question, group, verb, step.caller) where !row.isGone {
      if found.count + skipped == question.limit.count { break }
      // One locked row fails the whole call.
      guard opens(row) else { throw .locked }
      guard holds(question, row) else { continue }
      if question.evidence == .replaced, row.control?.kind == .enrolled { continue }
      if let control = row.control, control.needsEvidence, question.evidence?.opens(control) != true
      {
        switch question.interaction {
        case .skip:
          skipped += 1
          continue
        case .fail: throw .locked
        case .allow: demands.append(row.name)
        }
      }
      found.append(row)
    }
    if !demands.isEmpty {
      var refusal = ModelRefusal(-25330)
      refusal.demands = demands
      throw refusal
    }
    if found.isEmpty { throw .notFound }
    return found
  }

  /// Returns the rows that the columns alone choose, which needs no class key
  /// (Specification/secitem.md, "Consequences worth testing").
  func candidates(
    _ question: ModelQuestion, _ group: String?, _ verb: Verb, _ caller: ModelCaller
  ) -> [ModelRow] {
    rows.filter { row in
      row.itemClass == question.itemClass
        && row.isTombstone == (question.tombstones ?? false)
        && isSeen(row, group, verb, caller) && isMeant(row, question)
        && predicates(of: question).allSatisfy { holdsColumn($0, $1, in: row) }
    }.sorted { $0.place < $1.place }
  }

  private func isSeen(
    _ row: ModelRow, _ group: String?, _ verb: Verb, _ caller: ModelCaller
  ) -> Bool {
    if let group { return Array(group.utf8) == Array(row.group.utf8) }
    return caller.seesAllGroups
      || (verb == .copy ? caller.mayRead(row.group) : caller.mayWrite(row.group))
  }

  /// Returns true if `sync` and the references select the row (Specification/secitem.md, "Default
  /// of the sync attribute", "v_PersistentRef in queries").
  private func isMeant(_ row: ModelRow, _ question: ModelQuestion) -> Bool {
    let isNamed = question.references.contains { reference in
      switch reference {
      case .name(let name), .number(let name): name == row.name
      case .token, .foreignClass: false
      }
    }
    guard question.references.isEmpty || isNamed else { return false }
    return switch question.sync {
    case .any: true
    case .only(let flag): row.isSynchronizable == flag
    case .implied: !question.references.isEmpty || !row.isSynchronizable
    }
  }

  /// Returns the conditions, including a date of the item that the question names.
  private func predicates(of question: ModelQuestion) -> [Attribute: AttributeValue] {
    var predicates = question.predicates
    if let (name, attribute) = question.dateOf {
      predicates[attribute] = date(attribute, of: name)
    }
    return predicates
  }

  /// Returns a date of an item, or nil if no item has the name.
  func date(_ attribute: Attribute, of name: Int) -> AttributeValue? {
    rows.first { $0.name == name }?.attributes[attribute]
  }

  /// Returns false if a condition fails, as far as that shows without opening the row.
  private func holdsColumn(
    _ attribute: Attribute, _ value: AttributeValue, in row: ModelRow
  ) -> Bool {
    if attribute == .protection { return value == .text(row.protection.name) }
    if ModelTables.unfiltered.contains(attribute) { return true }
    guard let known = ModelTables.row(attribute, of: row.itemClass) else { return false }
    return needsOpening(known, value) || holds(known, value, in: row)
  }

  /// Returns true if only the opened item can decide a condition: flags without a column, and empty
  /// values that are not stored.
  private func needsOpening(_ known: ModelTables.Row, _ value: AttributeValue) -> Bool {
    !known.hasColumn
      || known.isKey && known.fallback == nil && known.attribute != .accessGroup
        && value == .text("")
  }

  private func holds(
    _ known: ModelTables.Row, _ value: AttributeValue, in row: ModelRow
  ) -> Bool {
    let asked = ModelTables.comparable(value, known.kind)
    guard let stored = row.attributes[known.attribute] else {
      return known.isKey && asked.isEmpty
    }
    return ModelTables.comparable(stored, known.kind) == asked
  }

  /// Returns true if the row fulfils the conditions that only an opened item decides.
  func holds(_ question: ModelQuestion, _ row: ModelRow) -> Bool {
    let residual = opening(question)
    guard residual.allSatisfy({ holds($0.0, $0.1, in: row) }) else { return false }
    guard let host = question.host else { return true }
    guard case .text(let server)? = row.attributes[.server] else { return false }
    let (own, asked) = (Array(server.utf8), Array(host.utf8))
    return own == asked || own.suffix(asked.count + 1) == [0x2E] + asked
  }

  /// Returns true if any part of the question needs an opened item.
  func needsOpening(_ question: ModelQuestion) -> Bool {
    question.host != nil || !opening(question).isEmpty
  }

  private func opening(_ question: ModelQuestion) -> [(ModelTables.Row, AttributeValue)] {
    question.predicates.compactMap { attribute, value in
      guard let known = ModelTables.row(attribute, of: question.itemClass),
        needsOpening(known, value)
      else { return nil }
      return (known, value)
    }
  }
}
