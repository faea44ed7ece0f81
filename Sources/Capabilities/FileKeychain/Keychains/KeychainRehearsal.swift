// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A call on keychain files whose outcome is computed without questions, keys or changes
/// (Specification/diagnostics.md, "Principles of diagnosis").
package struct KeychainRehearsal: Sendable {
  private let relation: Relation
  private let terms: [RecordTerm]
  /// The operation that the access list has to permit; nil if the call needs no permission.
  private let operation: Authorization?
  private let client: KeychainClient
  /// True if the keychain is assumed to be locked, false if it is assumed to be unlocked.
  ///
  /// Nil to use the keychain's real state.
  package var assumesLocked: Bool?
  /// True if a user can be reached for a question.
  package var canAsk = false
  /// True if the calling program permits questions to the user.
  package var mayAsk = true

  package init(
    _ relation: Relation, _ terms: [RecordTerm], for operation: Authorization?,
    as client: KeychainClient
  ) {
    (self.relation, self.terms) = (relation, terms)
    (self.operation, self.client) = (operation, client)
  }

  /// Rehearses the call's search in a keychain, and returns the step for the trail.
  ///
  /// - Parameter name: the name of the keychain in the step.
  package func search(_ keychain: Keychain, named name: String) -> KeychainTrail.Step {
    var step = KeychainTrail.Step(.file, name)
    do throws(KeychainError) {
      let items = try keychain.items(in: relation, where: terms)
      guard let item = items.first else {
        throw KeychainError(.itemNotFound, "the keychain has no matching item")
      }
      step.matches = items.count
      step.isLocked = try isLocked(keychain)
      guard let operation else { return step }
      guard !step.isLocked else {
        // The call asks for the password before it reads the list, so a damaged list is no error.
        step.gate = (try? keychain.gate(of: item, operation, for: client)) ?? nil
        try ask(&step)
        return step
      }
      try keychain.verify(item, withSecret: false)
      step.gate = try keychain.gate(of: item, operation, for: client)
      try ask(&step)
      if step.gate == nil { try keychain.verify(item) }
    } catch {
      step.error = error
    }
    return step
  }

  /// Rehearses the addition of an item to a keychain, and returns the step for the trail.
  ///
  /// - Parameters:
  ///   - values: the attributes of the new item.
  ///   - name: the name of the keychain in the step.
  package func add(
    _ values: RecordValues, to keychain: Keychain, named name: String
  ) -> KeychainTrail.Step {
    var step = KeychainTrail.Step(.file, name)
    var values = values
    values.fillUnique()
    do throws(KeychainError) {
      try values.requireSizes()
      let image = try keychain.image()
      step.isLocked = try isLocked(keychain)
      try ask(&step)
      guard image.duplicate(of: values) == nil else {
        step.matches = 1
        throw KeychainError(.duplicateItem, "an item with these attributes exists already")
      }
    } catch {
      step.error = error
    }
    return step
  }

  private func isLocked(_ keychain: Keychain) throws(KeychainError) -> Bool {
    if let assumesLocked { return assumesLocked }
    return try !keychain.status().contains(.unlocked)
  }

  /// Sets `asksUser` in a step if the call would ask the user.
  ///
  /// - Throws: the error of the call if no user can be asked, or if the access list refuses
  ///   whatever the user says.
  private func ask(_ step: inout KeychainTrail.Step) throws(KeychainError) {
    if let gate = step.gate, !step.isLocked, !gate.isAskable {
      throw KeychainError(
        .authorizationFailed, "the access list of the item does not permit the operation")
    }
    guard step.isLocked || step.gate != nil else { return }
    guard mayAsk else {
      throw KeychainError(
        .authorizationFailed, "the user would have to be asked, and the program forbids questions")
    }
    guard canAsk else {
      throw KeychainError(
        .interactionNotAllowed, "the user would have to be asked, and no user can be asked")
    }
    step.asksUser = true
    if let gate = step.gate, !gate.isAskable {
      throw KeychainError(
        .authorizationFailed, "the access list of the item does not permit the operation")
    }
  }
}

extension Keychain {
  /// Verifies that an item is as this keychain wrote it: its access list, and its secret or key.
  ///
  /// A locked keychain has no keys to verify with, and every item passes. No access list is asked,
  /// and the keychain's timeout does not begin again.
  ///
  /// - Parameter withSecret: false to verify the access list alone.
  /// - Throws: the error with which a call fails that reads the item.
  package func verify(
    _ item: KeychainItem, withSecret: Bool = true
  ) throws(KeychainError) {
    guard item.relation != Relation.certificates.id else { return }
    let image = try image()
    let blob = try onDatabase { () throws(EditFailure) in try image.database() }
    guard let (_, keys) = try heldKeys(blob) else { return }
    let unlocked = UnlockedKeychain(image, blob, keys)
    try onItems(item) { () throws(EditFailure) in
      let record = try item.record(in: image)
      _ = try unlocked.access(of: record)
      guard withSecret else { return }
      _ = try record.isKey ? unlocked.key(of: record) : unlocked.secret(of: record)
    }
  }

  /// Returns the part of an item's access list that stops a program: the entries or the partition
  /// list.
  ///
  /// Nil if the program passes without a question to the user. The keychain may be locked. The
  /// list's authentication codes are therefore not checked.
  package func gate(
    of item: KeychainItem, _ operation: Authorization, for client: KeychainClient
  ) throws(KeychainError) -> KeychainTrail.Gate? {
    let answer = try verdict(on: item, operation, for: client)
    let reason: AccessJudge.Reason
    let isAskable: Bool
    switch answer {
    case .allowed?, nil: return nil
    case .ask(let asked)?: (reason, isAskable) = (asked, true)
    case .denied(let denied)?: (reason, isAskable) = (denied, false)
    }
    let list = try readableAccess(of: item)
    var gate = KeychainTrail.Gate(
      reason == .entry ? .entry : .partition, isAskable: isAskable, operation: operation.word,
      partition: client.partition, partitions: list?.partitions?.identifiers ?? [],
      programs: list?.programs(for: operation) ?? [],
      isKey: ![.genericPasswords, .internetPasswords].map(\Relation.id).contains(item.relation))
    gate.item = ClosedItem(item, list)
    return gate
  }
}

extension AccessList {
  /// Returns the paths of the programs that the list trusts for an operation.
  ///
  /// Only entries in the simple form (`AccessSubject.simple`) count.
  fileprivate func programs(for operation: Authorization) -> [String] {
    entries.filter { $0.tag.isEmpty && $0.authorizes(operation) }
      .flatMap { $0.subject.simple?.programs ?? [] }
      .map { String(decoding: $0.path, as: UTF8.self) }
  }
}

extension Keychains {
  /// The result of a search in the store (`store.db`): the number of matching items, and the error.
  ///
  /// The error is nil if the search succeeds.
  package typealias OtherAnswer = (matches: Int, error: KeychainError?)

  /// Rehearses a search in several keychains, and returns the trail of the search.
  ///
  /// - Parameters:
  ///   - isNamed: true if the caller named the keychains, so that a missing file is an error.
  ///   - store: searches the store (`store.db`). The function is called only if no keychain before
  ///     the store in `members` has decided the call's answer.
  package func rehearse(
    _ rehearsal: KeychainRehearsal, in members: [Member], isNamed: Bool,
    store: () -> OtherAnswer
  ) -> KeychainTrail {
    var trail = trail(of: rehearsal, isNamed: isNamed)
    for member in members {
      guard trail.decidingPlace == nil else {
        trail.steps.append(unasked(member))
        continue
      }
      switch member {
      case .file(let keychain):
        trail.steps.append(
          rehearsal.search(keychain, named: places.commandName(of: keychain.path)))
      case .store, .authorities:
        var step = unasked(member)
        step.isAsked = true
        (step.matches, step.error) = (0, KeychainError(.itemNotFound, "nothing matches"))
        if case .store = member { (step.matches, step.error) = store() }
        trail.steps.append(step)
      }
    }
    trail.settle()
    if !isNamed, trail.error?.code == .itemNotFound {
      trail.unlisted = unlisted(rehearsal, besides: members)
    }
    return trail
  }

  /// Rehearses an addition to a keychain file, and returns the trail of the addition.
  package func rehearse(
    _ rehearsal: KeychainRehearsal, adding values: RecordValues, to keychain: Keychain
  ) -> KeychainTrail {
    // A missing file is an error for an addition also if the file is the default keychain.
    var trail = trail(of: rehearsal, isNamed: true)
    trail.steps = [
      rehearsal.add(values, to: keychain, named: places.commandName(of: keychain.path))
    ]
    return trail
  }

  private func trail(of rehearsal: KeychainRehearsal, isNamed: Bool) -> KeychainTrail {
    var trail = emptyTrail(isNamed: isNamed)
    (trail.canAsk, trail.mayAsk) = (rehearsal.canAsk, rehearsal.mayAsk)
    return trail
  }

  /// Returns a trail without steps, for a call that has not yet asked a keychain.
  ///
  /// - Parameter isNamed: true if the caller names the keychains; false if the call uses the search
  ///   list.
  package func emptyTrail(isNamed: Bool) -> KeychainTrail {
    var trail = KeychainTrail()
    trail.isNamed = isNamed
    (trail.canAsk, trail.mayAsk) = (surroundings.canAsk, surroundings.mayAsk)
    trail.listed = listedNames
    return trail
  }

  /// Returns the step of a trail that says that a keychain was not asked.
  package func unasked(_ member: Member) -> KeychainTrail.Step {
    var step: KeychainTrail.Step
    switch member {
    case .store: step = KeychainTrail.Step(.store, places.commandName(of: places.loginPath))
    case .authorities(let path): step = KeychainTrail.Step(.authorities, path)
    case .file(let keychain):
      step = KeychainTrail.Step(.file, places.commandName(of: keychain.path))
    }
    step.isAsked = false
    return step
  }

  /// Returns a step for each keychain that has matching items but was not searched.
  ///
  /// Only the keychains of the user's folder are looked at.
  ///
  /// - Parameter members: the keychains that the call can search; they get no step.
  private func unlisted(
    _ rehearsal: KeychainRehearsal, besides members: [Member]
  ) -> [KeychainTrail.Step] {
    let asked = members.compactMap(\.file)
    return inFolder().filter { keychain in !asked.contains { $0 === keychain } }
      .map { rehearsal.search($0, named: places.commandName(of: $0.path)) }
      .filter { $0.matches > 0 }
  }
}
