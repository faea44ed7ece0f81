// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainTypes

/// What a store should do, as simply as it can be said: rows in an array, rules from
/// spec/secitem.md as Documentation/Differences.md and Decisions/engine.md refine it.
///
/// Knows nothing of digests, plans, sealing or SQL.
struct Model {
  var rows: [ModelRow] = []
  private(set) var now: Int64
  var sinceBoot: Int64 = 0
  var lock = ModelLock.unlocked
  var passcode = ModelPasscode()
  var backups: [[ModelRow]] = []
  /// One for each transaction of the last call that has written something.
  private(set) var events: [ModelEvent] = []
  var beginsTransaction = true
  private var lastPlace = 0
  private var lastWrite: Int64 = 0
  private var step = 0
  private var drawn = 0

  init(now: Int64, lastWrite: Int64 = 0) {
    self.now = now
    self.lastWrite = lastWrite
  }

  /// Carries out a step and says what it should answer.
  mutating func answer(_ next: ModelStep) -> ModelAnswer<Int> {
    step = next.number
    drawn = 0
    events = []
    beginsTransaction = true
    expire()
    let before = self
    do throws(ModelRefusal) {
      if let status = next.caller.refusal, next.call.isVerb { throw ModelRefusal(status) }
      switch next.call {
      case .add(let draft, let frame):
        return try add(draft, frame, next).map { .matches([$0]) } ?? .done
      case .copy(let question, let frame):
        return .matches(try copy(question, frame, next))
      case .update(let question, let frame, let edit, let changes):
        try update(question, frame, edit, changes, next)
        return .done
      case .delete(let question, let frame):
        try delete(question, frame, next)
        return .done
      case .finishTombstones: return .count(finishTombstones())
      case .setPasscode(let text): try setPasscode(text)
      case .changePasscode(let old, let new): try changePasscode(old, new, at: next.engine)
      case .removePasscode(let text): try removePasscode(text, at: next.engine)
      case .unlock(let text, let seconds): try unlock(text, for: seconds, at: next.engine)
      case .lock(let all): try lock(all: all)
      case .restart: restart()
      case .backUp: try backUp()
      case .restore(let number): try restore(number)
      case .moveClock(let microseconds): pass(microseconds)
      case .reopen: passcode.forget(next.engine)
      case .checkpoint, .inspect: break
      }
      return .done
    } catch {
      // A call that was refused changed nothing (DESIGN promise 1), but for the count of tries.
      let passcode = passcode
      self = before
      self.passcode = passcode
      return error.demands.isEmpty ? .refused(error.status) : .demands(error.demands)
    }
  }
}

extension ModelStep.Call {
  /// Whether it is one of the four verbs, which a void identity is refused.
  var isVerb: Bool {
    switch self {
    case .add, .copy, .update, .delete: true
    default: false
    }
  }

  /// Whether a failing disk may be tried with it: what is there afterwards can be told by looking.
  var mayFail: Bool {
    switch self {
    // How far a first passcode has come with new keys is looked at elsewhere (`FirstPasscodeTests`).
    case .finishTombstones, .removePasscode, .unlock, .lock, .restore: true
    default: isVerb
    }
  }
}

// Writing: dates, names, order, and what is told about it.
extension Model {
  /// A name that no other step draws.
  mutating func draw() -> Int {
    drawn += 1
    return step * 1_000 + drawn
  }

  mutating func nextPlace() -> Int {
    lastPlace += 1
    return lastPlace
  }

  /// Time passes; a negative one is set by somebody, and only civil time knows of it.
  mutating func pass(_ microseconds: Int64) {
    now += microseconds
    sinceBoot += max(0, microseconds)
  }

  /// Now, but later than all that the slots have seen (spec/sync.md S3).
  func moment(after seen: [Int64]) -> Int64 {
    seen.map { $0 + 1_000 }.reduce(now) { max($0, $1) }
  }

  /// Notes one change of a row.
  mutating func note(_ rows: ModelRow...) {
    lastWrite += 1
    var event = (beginsTransaction ? nil : events.popLast()) ?? ModelEvent()
    beginsTransaction = false
    event.count += 1
    event.highestWrite = lastWrite
    for row in rows {
      event.classes.insert(row.itemClass)
      if row.isSynchronizable { event.touchesSynchronizable = true }
    }
    events.append(event)
  }

  func place(of row: ModelRow) -> Int? {
    rows.firstIndex { $0.itemClass == row.itemClass && $0.place == row.place }
  }

  /// Who has a primary key, tombstones included.
  func occupant(of key: [[UInt8]], _ itemClass: ItemClass) -> ModelRow? {
    rows.first { $0.itemClass == itemClass && $0.key == key }
  }

  /// Finishes the tombstones that deletes have left while locked.
  mutating func finishTombstones() -> Int {
    var finished = 0
    for itemClass in ItemClass.stored {
      beginsTransaction = true
      for index in rows.indices
      where rows[index].itemClass == itemClass && rows[index].isUnfinished
        && opens(rows[index])
      {
        rows[index].isUnfinished = false
        rows[index].seal(at: rows[index].revision)
        note(rows[index])
        finished += 1
      }
    }
    return finished
  }
}

// Groups and protections: what all verbs ask first.
extension Model {
  enum Verb { case add, copy, update, delete }

  /// Whether the caller has a group to work in at all (3.1 row 2).
  func admit(_ verb: Verb, _ caller: ModelCaller) throws(ModelRefusal) {
    let usable = caller.groups.filter { verb == .copy || caller.mayWrite($0) }
    guard caller.seesAllGroups || !usable.isEmpty else { throw .forbidden }
  }

  /// The group that a dictionary names, if the caller may use it (8.2).
  func named(_ group: RequestedGroup, _ verb: Verb, _ caller: ModelCaller)
    throws(ModelRefusal) -> String?
  {
    switch group {
    case .absent: return nil
    case .unusable: throw .forbidden
    case .named(let name):
      guard verb == .copy ? caller.mayRead(name) : caller.mayWrite(name) else {
        throw .forbidden
      }
      return name
    }
  }

  /// Refuses a protection that nothing can be sealed under now (5.8, 10.2).
  func requireSealing(_ protection: Protection) throws(ModelRefusal) {
    if protection.name == "akpu", passcode.text == nil { throw ModelRefusal(-25291) }
    guard lock.opens(protection) else { throw .locked }
  }

  /// Refuses what only private entitlements allow (5.8).
  func requireUnrestricted(_ attributes: [Attribute: AttributeValue]) throws(ModelRefusal) {
    guard attributes[.systemBound] == nil,
      (attributes[.sharingGroup] ?? .text("")) == .text("")
    else { throw .forbidden }
  }

  /// Strict profiles refuse a synchronizable item that has to stay here (9.4, 9.5).
  func requireTravelling(_ row: ModelRow, _ profile: Profile) throws(ModelRefusal) {
    if row.isSynchronizable, profile != .quirks, !row.mayBeSynchronizable { throw .parameter }
  }
}
