// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Collects what the code that answers a call knows of it, while it answers.
///
/// Whoever wants an explanation makes one and passes it along; without one nothing is collected.
package final class CallListener: Sendable {
  /// Whether the call is to be computed up to its changes, and none of them be kept.
  package let isRehearsal: Bool
  /// Whether the engine is to tell what it meets; else the shape of the call is all that is wanted.
  package let hearsEngine: Bool
  /// Whether a rehearsal is to take place as if no passcode were set.
  package let assumesNoPasscode: Bool
  private let state: Lock<CallFacts>
  private let readings = Lock(Readings())

  /// What the engine was asked, to be asked again.
  package struct Readings: Sendable {
    package var query: Reading<Query>?
    package var item: Reading<NewItem>?
    package var changes: Reading<Changes>?

    package init() {}
  }

  package init(
    _ verb: CallFacts.Verb, _ profile: Profile, _ caller: Caller, isRehearsal: Bool,
    hearsEngine: Bool = true, assumesNoPasscode: Bool = false
  ) {
    self.assumesNoPasscode = assumesNoPasscode
    state = Lock(CallFacts(verb, profile, caller))
    self.isRehearsal = isRehearsal
    self.hearsEngine = hearsEngine
  }

  /// Listens to a call of which something is known already.
  package init(_ facts: CallFacts, isRehearsal: Bool, hearsEngine: Bool) {
    assumesNoPasscode = false
    state = Lock(facts)
    self.isRehearsal = isRehearsal
    self.hearsEngine = hearsEngine
  }

  /// What is known so far.
  package var facts: CallFacts { state.withLock { $0 } }
  package var asked: Readings { readings.withLock { $0 } }

  /// Adds to what is known.
  package func note(_ change: (inout CallFacts) -> Void) { state.withLock { change(&$0) } }

  /// A query arrives at the engine.
  package func hears(_ reading: Reading<Query>) {
    readings.withLock { $0.query = reading }
    note { facts in
      facts.group = reading.group
      guard case .success(let query) = reading.outcome else { return }
      facts.query = query
      facts.itemClass = query.itemClass
    }
  }

  /// An item to be added arrives at the engine.
  package func hears(_ reading: Reading<NewItem>) {
    readings.withLock { $0.item = reading }
    note { facts in
      facts.group = reading.group
      guard case .success(let item) = reading.outcome else { return }
      facts.item = item
      // Nobody needs it, and facts may be kept.
      facts.item?.secret = nil
      facts.itemClass = item.itemClass
    }
  }

  /// Changes arrive at the engine.
  package func hears(_ reading: Reading<Changes>) {
    readings.withLock { $0.changes = reading }
    note { facts in
      facts.newGroup = reading.group
      guard case .success(let changes) = reading.outcome else { return }
      facts.changes = changes
      facts.changes?.secret = nil
    }
  }

  /// The place that a call wanted is taken.
  package func met(_ collision: CollisionFact) { note { $0.collision = collision } }
}

extension CallListener {
  @TaskLocal private static var ofTask: CallListener?

  /// Who listens to the calls of this task.
  package static var current: CallListener? { Watchers.isAny ? ofTask : nil }

  /// Has a listener hear the calls of a body.
  package static func listening<Result>(
    _ listener: CallListener, to body: () throws -> Result
  ) rethrows -> Result {
    Watchers.begin()
    defer { Watchers.end() }
    return try $ofTask.withValue(listener, operation: body)
  }

  /// Whether the calls of this task are only rehearsed.
  package static var isRehearsing: Bool { current?.isRehearsal == true }
}
