// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// A real store on which the steps are carried out.
///
/// It has two engines, so that sessions of two programs take turns.
final class ModelRig {
  let directory: String
  let clock = ModelClock()
  private let disk = ModelDisk()
  private let holder: ProcessKeyHolder
  private let environment: Environment
  private let events = Lock<[ChangeEvent]>([])
  private var engines: [Engine?] = [nil, nil]
  private var cached: [ModelSessionKey: Session] = [:]
  /// The persistent references of the model's names, as answers have shown them.
  private(set) var identifiers: [Int: Identifier16] = [:]
  private(set) var names: [Identifier16: Int] = [:]
  private var travelling: [Int: Identifier16] = [:]
  private var backups: [[UInt8]] = []

  init(seed: UInt64) throws {
    directory = try ModelTemplate.copy()
    holder = ProcessKeyHolder(clock: clock)
    var environment = Environment(
      clock: clock, randomness: SeededRandomness(seed: seed), holder: holder,
      passcodeCost: .forTests
    ).guarded(by: disk.gate)
    // Each call looks at the lock itself, so that nothing depends on when a thread has noticed it.
    environment.watchesLocks = false
    self.environment = environment
  }

  /// Empties the store for another sequence, which is cheaper than a new store.
  ///
  /// The history stays, and check reads all of it. A rig should therefore serve only a few
  /// sequences.
  ///
  /// - Parameter model: the content of the store.
  func clear(_ model: Model) throws {
    (identifiers, names, travelling, backups) = ([:], [:], [:], [])
    let owner = try owner()
    if let text = model.passcode.text {
      clock.advance(by: 3_600_000_000)
      try owner.unlockStore(Self.passcode(text), at: .prompt, for: UnlockLimit(seconds: nil))
    }
    for itemClass in Set(model.rows.map(\.itemClass)) {
      for tombstones in [false, true] {
        var query = Query(itemClass)
        query.sync = .any
        query.tombstones = tombstones
        query.leavesTombstone = false
        let status = status { try owner.delete(query) }
        #expect(status == 0 || status == -25300)
      }
    }
    if let text = model.passcode.text { try owner.removePasscode(Self.passcode(text)) }
    restart()
    clock.setStart()
  }

  /// Ends all programs, and starts new ones.
  func reopen() { (engines, cached) = ([nil, nil], [:]) }

  private func restart() {
    reopen()
    holder.dropAll()
    clock.restart()
  }

  /// Returns a session that sees all items, on the first engine.
  func owner() throws -> Session {
    try engine(0).session(as: Caller(identifier: "owner", groups: [], seesAllGroups: true))
  }

  private static func passcode(_ text: String) throws -> Passcode {
    try Passcode(SecretBytes(copying: Array(text.utf8)))
  }

  /// Returns the last write number, from which the next sequence goes on.
  func lastWrite() throws -> Int64 {
    try owner().describeStore().lastWrite
  }

  deinit {
    engines = [nil, nil]
    cached = [:]
    removeFolder(directory)
  }

  /// Carries out a step.
  ///
  /// - Parameter model: the model before the step, to look dates up.
  func answer(_ step: ModelStep, model: Model) throws -> ModelAnswer<Identifier16> {
    events.withLock { $0 = [] }
    hasFailed = false
    let (session, query) = (
      try session(step), try step.call.question.map { try self.query($0, model) }
    )
    disk.arm(step.fault)
    defer {
      hasFailed = disk.disarm()
      if hasFailed, case .crashes = step.fault { reopen() }
    }
    do {
      return try carryOut(step, session, query)
    } catch let error as KeychainError {
      guard let challenge = error.challenge else { return .refused(error.code.rawValue) }
      return .demands(challenge.demands.compactMap(\.item))
    }
  }

  /// True if the fault of the last step has happened.
  private(set) var hasFailed = false

  /// The events since the last step began.
  var told: [ModelEvent] {
    events.withLock { $0 }.map { event in
      ModelEvent(
        classes: event.classes, count: event.count, highestWrite: event.highestWrite,
        touchesSynchronizable: event.touchesSynchronizable)
    }
  }

  /// Takes over a name of an answer that is right so far.
  ///
  /// Returns false if it contradicts a known name.
  func bind(_ name: Int, to identifier: Identifier16) -> Bool {
    if let known = identifiers[name] { return known == identifier }
    guard names[identifier] == nil else { return false }
    identifiers[name] = identifier
    names[identifier] = name
    return true
  }

  /// Compares the travelling names of all rows with those of the model, and learns new ones.
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
    let key = ModelSessionKey(caller: step.caller, engine: step.engine)
    if let session = cached[key] { return session }
    let session = try engine(step.engine).session(
      as: Caller(
        identifier: "\(step.caller)", groups: step.caller.groups,
        seesAllGroups: step.caller.seesAllGroups,
        refusal: step.caller.refusal.map { KeychainError(.init(rawValue: $0), "void") }))
    cached[key] = session
    return session
  }

  private func carryOut(_ step: ModelStep, _ session: Session, _ query: Query?) throws
    -> ModelAnswer<Identifier16>
  {
    let query = query ?? Query(.genericPassword)
    let forever = UnlockLimit(seconds: nil)
    switch step.call {
    case .add(let draft, let frame):
      let match = try session.add(frame.reading(draft.item))
      return match.map { .matches([seen($0)]) } ?? .done
    case .copy(_, let frame):
      return .matches(try session.copyMatching(frame.reading(query)).map(seen))
    case .update(_, let frame, let edit, let changes):
      try session.update(frame.reading(query), setting: changes.reading(edit.changes))
    case .delete(_, let frame): try session.delete(frame.reading(query))
    case .finishTombstones: return .count(try session.finishTombstones())
    case .setPasscode(let text): try session.setPasscode(Self.passcode(text), for: forever)
    case .changePasscode(let old, let new):
      try session.changePasscode(
        from: Self.passcode(old), to: Self.passcode(new), for: forever)
    case .removePasscode(let text): try session.removePasscode(Self.passcode(text))
    case .unlock(let text, let seconds):
      try session.unlockStore(
        Self.passcode(text), at: .prompt, for: UnlockLimit(seconds: seconds))
    case .lock(let all): try session.lockStore(all: all)
    case .restart: restart()
    case .backUp:
      let number = backups.count
      backups.append(try session.backup(under: wrapping(number)).content)
      clock.advance(by: Model.backupTime)
    case .restore(let number) where number < backups.count:
      _ = try session.restore(backups[number], under: wrapping(number))
    case .restore: break
    case .moveClock(let microseconds): clock.advance(by: microseconds)
    case .reopen:
      cached = [:]
      engines[step.engine] = nil
    case .checkpoint: try session.engine.store.checkpoint(truncating: step.number % 2 == 0)
    case .inspect: break
    }
    return .done
  }

  /// Returns the wrapping of a backup: passphrase and device alternate.
  private func wrapping(_ number: Int) throws -> BackupWrapping {
    number % 2 == 0 ? .device : .passphrase(try Self.passcode("words"))
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

  /// Returns attributes in words.
  ///
  /// Of the digest only its presence and length are compared.
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
  let engine: Int
}
