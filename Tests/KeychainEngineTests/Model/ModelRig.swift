// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// A real store that the steps are carried out on: two engines, so that sessions of two programs
/// take turns.
final class ModelRig {
  let directory: String
  let clock = ModelClock()
  private let environment: Environment
  private let events = Lock<[ChangeEvent]>([])
  private var engines: [Engine?] = [nil, nil]
  private var cached: [ModelSessionKey: Session] = [:]
  /// The persistent references of the model's names, as answers have shown them.
  private(set) var identifiers: [Int: Identifier16] = [:]
  private(set) var names: [Identifier16: Int] = [:]
  private var travelling: [Int: Identifier16] = [:]

  init(seed: UInt64) throws {
    directory = try ModelTemplate.copy()
    environment = Environment(clock: clock, randomness: SeededRandomness(seed: seed))
  }

  /// Empties the store for another sequence, which is cheaper than a new one.
  ///
  /// The history stays, and check reads all of it: so a rig should not serve too many.
  func clear(_ classes: Set<ItemClass>) throws {
    (identifiers, names, travelling, cached) = ([:], [:], [:], [:])
    clock.reset()
    let owner = try engine(0).session(
      as: Caller(identifier: "owner", groups: [], seesAllGroups: true))
    for itemClass in classes {
      for tombstones in [false, true] {
        var query = Query(itemClass)
        query.sync = .any
        query.tombstones = tombstones
        query.leavesTombstone = false
        let status = status { try owner.delete(query) }
        #expect(status == 0 || status == -25300)
      }
    }
  }

  /// The last write number, which the next sequence goes on from.
  func lastWrite() throws -> Int64 {
    try engine(0).session(as: Caller(identifier: "owner", groups: [], seesAllGroups: true))
      .describeStore().lastWrite
  }

  deinit {
    engines = [nil, nil]
    cached = [:]
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Carries out a step.
  ///
  /// - Parameter model: as it is before the step, to look dates up.
  func answer(_ step: ModelStep, model: Model) throws -> ModelAnswer<Identifier16> {
    events.withLock { $0 = [] }
    do {
      return try carryOut(step, model)
    } catch let error as KeychainError {
      guard let challenge = error.challenge else { return .refused(error.code.rawValue) }
      return .demands(challenge.demands.compactMap(\.item))
    }
  }

  /// What was told since the last step began; several are one too many.
  var event: ModelEvent? {
    let told = events.withLock { $0 }
    guard let first = told.first else { return nil }
    return ModelEvent(
      classes: first.classes, count: told.count == 1 ? first.count : -told.count,
      highestWrite: first.highestWrite, touchesSynchronizable: first.touchesSynchronizable)
  }

  /// Takes over the names of an answer that is right so far; false where one contradicts.
  func bind(_ name: Int, to identifier: Identifier16) -> Bool {
    if let known = identifiers[name] { return known == identifier }
    guard names[identifier] == nil else { return false }
    identifiers[name] = identifier
    names[identifier] = name
    return true
  }

  /// Compares the travelling names of all rows with those of the model; learns new ones.
  func confirm(_ uuids: [Identifier16: Int]) -> String? {
    for (identifier, uuid) in uuids {
      if let known = travelling[uuid], known != identifier {
        return "the row that travels as \(uuid) has another name"
      }
      travelling[uuid] = identifier
    }
    return nil
  }

  func engine(_ index: Int) throws -> Engine {
    if let engine = engines[index] { return engine }
    let engine = try Engine.open(
      StoreLocation(directory: directory), environment: environment
    ) { [events] event in events.withLock { $0.append(event) } }
    engines[index] = engine
    return engine
  }

  private func session(_ step: ModelStep) throws -> Session {
    let key = ModelSessionKey(caller: step.caller, lock: step.lock, engine: step.engine)
    if let session = cached[key] { return session }
    let engine = try engine(step.engine)
    let at =
      step.lock == .unlocked ? engine : engine.testOnlyLocked(keeping: step.lock.protections)
    let session = at.session(
      as: Caller(
        identifier: "\(step.caller)", groups: step.caller.groups,
        seesAllGroups: step.caller.seesAllGroups),
      refusing: step.caller.refusal.map { KeychainError(.init(rawValue: $0), "void") })
    cached[key] = session
    return session
  }

  private func carryOut(_ step: ModelStep, _ model: Model) throws -> ModelAnswer<Identifier16> {
    let session = try session(step)
    switch step.call {
    case .add(let draft, let frame):
      let match = try session.add(frame.reading(draft.item))
      return match.map { .matches([seen($0)]) } ?? .done
    case .copy(let question, let frame):
      let matches = try session.copyMatching(frame.reading(try query(question, model)))
      return .matches(matches.map(seen))
    case .update(let question, let frame, let edit, let changes):
      try session.update(
        frame.reading(try query(question, model)), setting: changes.reading(edit.changes))
      return .done
    case .delete(let question, let frame):
      try session.delete(frame.reading(try query(question, model)))
      return .done
    case .finishTombstones: return .count(try session.finishTombstones())
    case .moveClock(let microseconds):
      clock.advance(by: microseconds)
      return .done
    case .reopen:
      cached = [:]
      engines[step.engine] = nil
      return .done
    case .checkpoint:
      try session.engine.store.checkpoint(truncating: step.number % 2 == 0)
      return .done
    case .inspect: return .done
    }
  }

  private func query(_ question: ModelQuestion, _ model: Model) throws -> Query {
    var predicates = question.predicates
    if let (name, attribute) = question.dateOf {
      predicates[attribute] = model.date(attribute, of: name)
    }
    var query = Query(
      question.itemClass, predicates.map { KeychainTypes.Predicate($0.key, $0.value) },
      limit: question.limit)
    query.references = try question.references.map { reference in
      switch reference {
      case .name(let name):
        .identifier(question.itemClass, identifiers[name] ?? Self.unknown)
      case .number(let name):
        .row(question.itemClass, try number(of: name, question.itemClass) ?? 999_999)
      case .token: .token
      case .foreignClass: .foreignClass
      }
    }
    query.sync = question.sync
    query.tombstones = question.tombstones
    query.returns = question.returns
    query.host = question.host
    query.interaction = question.interaction
    query.leavesTombstone = question.leavesTombstone
    query.evidence = question.evidence.map(\.real)
    return query
  }

  private static let unknown = Identifier16(high: 1, low: 1)

  private func number(of name: Int, _ itemClass: ItemClass) throws -> Int64? {
    guard let identifier = identifiers[name], itemClass != .identity else { return nil }
    var plan = StorePlan(itemClass, references: [identifier])
    plan.rows = .both
    return try engine(0).store.fetch(plan).first?.id
  }

  private func seen(_ match: Match) -> ModelAnswer<Identifier16>.Seen {
    var seen = ModelAnswer<Identifier16>.Seen(
      itemClass: match.itemClass, name: match.identifier)
    seen.attributes = match.attributes.map(Self.spelled)
    seen.control = match.accessControl
    seen.isExplicit = match.hasExplicitAccessControl
    seen.secret = match.secret?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    return seen
  }

  /// Attributes in words; the digest is there or not, and has its length.
  static func spelled(_ attributes: AttributeSet) -> [String: String] {
    var result: [String: String] = [:]
    for entry in attributes {
      result[entry.attribute.name] = ModelTables.spell(entry.value)
      if entry.attribute == .digest, case .bytes(let bytes) = entry.value, bytes.count == 20 {
        result[entry.attribute.name] = ModelTables.spell(.text("sha1"))
      }
    }
    return result
  }
}

private struct ModelSessionKey: Hashable {
  let caller: ModelCaller
  let lock: ModelLock
  let engine: Int
}
