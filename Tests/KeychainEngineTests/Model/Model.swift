// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainTypes

/// A simple model of a store: rows in an array, and rules from the specification as
/// Documentation/Differences.md and Decisions/engine.md refine it.
///
/// The model has no digests, plans, sealing or SQL.
struct Model {
  var rows: [ModelRow] = []
  private(set) var now: Int64
  var sinceBoot: Int64 = 0
  var lock = ModelLock.unlocked
  var passcode = ModelPasscode()
  var backups: [[ModelRow]] = []
  /// The events of the last call: one for each transaction that has written.
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

  /// Carries out a step, and returns the expected answer.
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
      // A refused call changed nothing (Specification/design.md, "Promises", 1), except for the
      // count of tries.
      let passcode = passcode
      self = before
      self.passcode = passcode
      return error.demands.isEmpty ? .refused(error.status) : .demands(error.demands)
    }
  }
}

extension ModelStep.Call {
  /// True if the call is one of the four verbs, which are refused to a void identity.
  var isVerb: Bool {
    switch self {
    case .add, .copy, .update, .delete: true
    default: false
    }
  }

  /// True if a failing disk may be tried with the call, because the state afterwards can be seen by
  /// looking.
  var mayFail: Bool {
    switch self {
    // The steps of a first passcode with new keys are tested elsewhere (`FirstPasscodeTests`).
    case .finishTombstones, .removePasscode, .unlock, .lock, .restore: true
    default: isVerb
    }
  }
}

// Writing: dates, names, order, and events.
extension Model {
  /// Returns a name that no other step draws.
  mutating func draw() -> Int {
    drawn += 1
    return step * 1_000 + drawn
  }

  mutating func nextPlace() -> Int {
    lastPlace += 1
    return lastPlace
  }

  /// Lets time pass.
  ///
  /// A negative time sets only the civil clock back.
  mutating func pass(_ microseconds: Int64) {
    now += microseconds
    sinceBoot += max(0, microseconds)
  }

  /// Returns the current time, or a later time if the slots have seen one (Specification/sync.md,
  /// "Seams", S3).
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

  /// Returns the row that has a primary key.
  ///
  /// It may be a tombstone.
  func occupant(of key: [[UInt8]], _ itemClass: ItemClass) -> ModelRow? {
    rows.first { $0.itemClass == itemClass && $0.key == key }
  }

  /// Finishes the tombstones that deletions have left while locked, and returns their number.
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

// Groups and protections: checks that all verbs make first.
extension Model {
  enum Verb { case add, copy, update, delete }

  /// Refuses callers without a usable group (Specification/secitem.md, "Order of evaluation" row
  /// 2).
  func admit(_ verb: Verb, _ caller: ModelCaller) throws(ModelRefusal) {
    let usable = caller.groups.filter { verb == .copy || caller.mayWrite($0) }
    guard caller.seesAllGroups || !usable.isEmpty else { throw .forbidden }
  }

  /// Returns the group that a dictionary names, if the caller may use it (Specification/secitem.md,
  /// "Checks of access groups").
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

  /// Refuses a protection under which no item can be sealed now (Specification/secitem.md, "Other
  /// Add rules", "Status by operation when the class key is unavailable").
  func requireSealing(_ protection: Protection) throws(ModelRefusal) {
    if protection.name == "akpu", passcode.text == nil { throw ModelRefusal(-25291) }
    guard lock.opens(protection) else { throw .locked }
  }

  /// Refuses attributes that need private entitlements (Specification/secitem.md, "Other Add
  /// rules").
  func requireUnrestricted(_ attributes: [Attribute: AttributeValue]) throws(ModelRefusal) {
    guard attributes[.systemBound] == nil,
      (attributes[.sharingGroup] ?? .text("")) == .text("")
    else { throw .forbidden }
  }

  /// Refuses, in strict profiles, a synchronizable item that has to stay on the device
  /// (Specification/secitem.md, "Synchronizable and ThisDeviceOnly", "Synchronizable and access
  /// control").
  func requireTravelling(_ row: ModelRow, _ profile: Profile) throws(ModelRefusal) {
    if row.isSynchronizable, profile != .quirks, !row.mayBeSynchronizable { throw .parameter }
  }
}
