// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// A sequence of steps on a fresh store and a fresh model, compared after each.
struct ModelSequence {
  let seed: UInt64
  /// The number of steps that were requested.
  let count: Int
  let steps: [ModelStep]

  init(seed: UInt64, count: Int) {
    var generator = ModelGenerator(seed: seed)
    var model = Model(now: ModelClock.start)
    var steps = (0..<count).map { _ in
      let step = generator.step(seeing: model)
      _ = model.answer(step)
      return step
    }
    // Unlocks the store at the end, so that its whole content can be read.
    if let text = model.passcode.text, model.lock != .unlocked {
      for call in [ModelStep.Call.moveClock(3_600_000_000), .unlock(text, seconds: nil)] {
        steps.append(ModelStep(number: steps.count + 1, call: call, caller: .owner, engine: 0))
      }
    }
    self.init(seed: seed, count: count, steps: steps)
  }

  init(seed: UInt64, count: Int, steps: [ModelStep]) {
    self.seed = seed
    self.count = count
    self.steps = steps
  }

  /// The first place where engine and model differ.
  struct Mismatch {
    let place: Int
    let text: String
  }

  /// Runs the sequence, and returns the first mismatch, or nil.
  ///
  /// - Parameters:
  ///   - rig: an empty store.
  ///   - looksAround: true to compare the whole content at the end.
  ///   - model: the content of the store afterwards.
  func run(on rig: ModelRig, lookingAround looksAround: Bool = true, model: inout Model) throws
    -> Mismatch?
  {
    model = Model(now: rig.clock.now().microseconds, lastWrite: try rig.lastWrite())
    for (place, step) in steps.enumerated() {
      let before = model
      let expected = model.answer(step)
      let found = try rig.answer(step, model: before)
      if rig.hasFailed {
        if let text = try settle(rig, step, before, found, expected, &model) {
          return Mismatch(place: place, text: text)
        }
        continue
      }
      if let text = difference(expected, found, rig) {
        return Mismatch(place: place, text: text)
      }
      if let text = try learnNames(rig, model) { return Mismatch(place: place, text: text) }
      guard rig.told == model.events else {
        return Mismatch(place: place, text: "told \(rig.told), expected \(model.events)")
      }
      let isLast = place == steps.count - 1
      if isLast && looksAround || step.call.asksForInspection, let text = try inspect(rig, model) {
        return Mismatch(place: place, text: text)
      }
    }
    return nil
  }

  /// Runs the sequence on a store of its own.
  func run() throws -> Mismatch? {
    let rig = try ModelRig(seed: seed)
    var model = Model(now: 0)
    return try run(on: rig, model: &model)
  }

  /// Learns the names of tombstones that an update has left.
  ///
  /// No answer has shown them.
  private func learnNames(_ rig: ModelRig, _ model: Model) throws -> String? {
    let classes = Set(model.rows.filter { rig.identifiers[$0.name] == nil }.map(\.itemClass))
    for itemClass in classes {
      var plan = StorePlan(itemClass)
      plan.rows = .both
      let rows = try rig.engine(0).store.fetch(plan)
      let expected = model.rows.filter { $0.itemClass == itemClass }.sorted { $0.place < $1.place }
      guard rows.count == expected.count,
        zip(rows, expected).allSatisfy({
          rig.bind($1.name, to: $0.facts.persistentIdentifier)
        })
      else { return "the rows of \(itemClass.rawValue) are not those that were expected" }
    }
    return nil
  }

  /// Learns the names of new items, then compares answers.
  private func difference(
    _ expected: ModelAnswer<Int>, _ found: ModelAnswer<Identifier16>, _ rig: ModelRig
  ) -> String? {
    let names = expected.names
    if names.count == found.names.count {
      for (name, identifier) in zip(names, found.names) where !rig.bind(name, to: identifier) {
        return "item \(name) was expected, and it is another one; expected \(expected)"
      }
    }
    guard let renamed = found.renamed({ rig.names[$0] }) else {
      return "answered \(found), expected \(expected)"
    }
    return renamed == expected ? nil : "answered\n  \(renamed), expected\n  \(expected)"
  }
}

extension ModelStep.Call {
  fileprivate var asksForInspection: Bool {
    if case .inspect = self { return true }
    return false
  }
}

// The state after a fault.
extension ModelSequence {
  /// Takes over the state that the disk has kept of a step.
  ///
  /// Returns nil if the step was done wholly or not at all, as the answer says
  /// (Specification/design.md, "Promises", 1 and 4).
  private func settle(
    _ rig: ModelRig, _ step: ModelStep, _ before: Model,
    _ found: ModelAnswer<Identifier16>, _ expected: ModelAnswer<Int>, _ model: inout Model
  ) throws -> String? {
    var candidates = [model]
    if found == .refused(-36) {
      candidates = [before, model] + between(step, before, model)
    } else if let text = difference(expected, found, rig) {
      return "with a fault: \(text)"
    }
    var texts: [String] = []
    for candidate in candidates {
      guard let text = try contentDifference(rig, candidate) else {
        model = candidate
        // Opens the store anew: the next program finishes the work that one program could not
        // finish.
        rig.reopen()
        for engine in 0...1 { model.passcode.forget(engine) }
        return try inspect(rig, model)
      }
      texts.append(text)
    }
    return "after a fault the store is in no state that was expected: \(texts)"
  }
}

extension ModelSequence {
  /// Returns the states that an interrupted change of the passcode may leave in addition to all or
  /// nothing.
  private func between(_ step: ModelStep, _ before: Model, _ after: Model) -> [Model] {
    switch step.call {
    case .unlock, .removePasscode:
      // The try was counted before the passcode was looked at (Specification/access-control.md,
      // "Throttling"). A right try was then forgotten.
      var (counted, forgotten) = (before, before)
      counted.passcode.checkHalf(before.sinceBoot)
      forgotten.passcode.succeed()
      return [counted, forgotten].map { half in
        var half = half
        half.expire()
        return half
      }
    case .setPasscode:
      // The passcode is set, although the call failed. A user who knows the passcode can unlock.
      var half = after
      half.lock = .beforeFirstUnlock
      return [half]
    default: return []
    }
  }
}

// The whole content, and the report of check.
extension ModelSequence {
  private func inspect(_ rig: ModelRig, _ model: Model) throws -> String? {
    if let text = try contentDifference(rig, model) { return text }
    let report = try rig.owner().check()
    guard report.findings.isEmpty else { return "check: \(report.findings)" }
    guard report.rowsOpened == model.rows.filter(model.opens).count,
      report.rowsOpened + report.rowsLocked + report.rowsLost == model.rows.count,
      report.tombstones == model.rows.filter(\.isTombstone).count
    else { return "check counts \(report)" }
    return nil
  }

  private func contentDifference(_ rig: ModelRig, _ model: Model) throws -> String? {
    let (engine, owner) = (try rig.engine(0), try rig.owner())
    if let text = try lockDifference(owner, model) { return text }
    var uuids: [Identifier16: Int] = [:]
    for itemClass in ItemClass.stored {
      var plan = StorePlan(itemClass)
      plan.rows = .both
      let rows = try engine.store.fetch(plan)
      let expected = model.rows.filter { $0.itemClass == itemClass }.sorted { $0.place < $1.place }
      guard rows.count == expected.count else {
        return "\(rows.count) rows of \(itemClass.rawValue), expected \(expected.count)"
      }
      for (row, wanted) in zip(rows, expected) {
        if uuids.updateValue(wanted.uuid, forKey: row.facts.uuid) != nil {
          return "a travelling name is there twice"
        }
        guard rig.bind(wanted.name, to: row.facts.persistentIdentifier) else {
          return "row of item \(wanted.name) has another reference"
        }
        switch engine.codec.open(row) {
        case .item(let item) where model.opens(wanted):
          if let text = difference(wanted, item) { return text }
        case .locked where !model.opens(wanted) && !wanted.isGone: break
        case .lost where wanted.isGone: break
        case let other: return "item \(wanted.name) is \(other)"
        }
      }
    }
    return rig.confirm(uuids)
  }

  private func lockDifference(_ owner: Session, _ model: Model) throws -> String? {
    let status = try owner.lockStatus()
    let state: ModelLock =
      switch status.state {
      case .unlocked: .unlocked
      case .locked: .afterFirstUnlock
      case .beforeFirstUnlock: .beforeFirstUnlock
      }
    let isSame =
      state == model.lock && status.hasPasscode == (model.passcode.text != nil)
      && status.wrongTries == model.passcode.wrongTries
      && status.secondsToWait == model.passcode.secondsToWait(model.sinceBoot)
    return isSame ? nil : "the store is \(status), expected \(model.lock) \(model.passcode)"
  }

  private func difference(_ wanted: ModelRow, _ item: OpenedItem) -> String? {
    let facts = item.facts
    guard facts.revision.microseconds == wanted.revision else {
      return "item \(wanted.name): revision \(facts.revision), expected \(wanted.revision)"
    }
    let attributes = ModelRig.spelled(item.returnedAttributes)
    guard attributes == wanted.spelled else {
      return "item \(wanted.name) holds\n  \(attributes), expected\n  \(wanted.spelled)"
    }
    guard item.metadata.accessControl == wanted.control?.object else {
      return "item \(wanted.name) has another access control"
    }
    guard item.metadata.hasSecret == (wanted.secret != nil) else {
      return "item \(wanted.name): a secret too many or too few"
    }
    return nil
  }
}
