// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// One call of a program as it is remembered: the shape of its dictionaries, no values
/// (spec/diagnostics.md 2, F13).
package struct CallRecord: Sendable {
  package let verb: CallFacts.Verb
  package let profile: Profile
  package let caller: String
  package let pairs: [CallFacts.Pair]
  package let changedPairs: [CallFacts.Pair]
  package let status: Int32
  /// What was asked of a key or a context.
  package let use: UseFact
  /// When it ended: civil time, and the clock that never goes back.
  package let time: Instant
  package let moment: MonotonicTime
  package let microseconds: Int
  package let thread: UInt64
  /// The change number of the store when it had ended, where that was looked up.
  package let change: Int64?
  /// The command that tells the whole of it; nil for a call of this process.
  package var command: String?

  package init(
    _ facts: CallFacts, time: Instant, moment: MonotonicTime, microseconds: Int, thread: UInt64
  ) {
    verb = facts.verb
    profile = facts.profile
    caller = facts.caller.identifier
    pairs = facts.pairs
    changedPairs = facts.changedPairs
    status = facts.status
    use = facts.use
    change = facts.change
    self.time = time
    self.moment = moment
    self.microseconds = microseconds
    self.thread = thread
  }

  /// A call of another process, as its trace has it.
  package init(
    _ facts: CallFacts, status: Int32, time: Instant, moment: MonotonicTime, command: String
  ) {
    verb = facts.verb
    profile = facts.profile
    caller = facts.caller.identifier
    pairs = facts.pairs
    changedPairs = facts.changedPairs
    use = facts.use
    change = facts.change
    microseconds = 0
    thread = facts.thread
    self.status = status
    self.time = time
    self.moment = moment
    self.command = command
  }

  /// The function that the program called.
  package var function: String { use.function ?? verb.function }

  /// The pair of a name.
  package func pair(_ key: String) -> CallFacts.Pair? { pairs.first { $0.key == key } }
}

/// A call that somebody listened to, with what can be said of it.
package struct ObservedCall: Sendable {
  /// From 1, in the process.
  package let number: Int
  package let record: CallRecord
  package let explanation: Explanation

  package init(number: Int, record: CallRecord, explanation: Explanation) {
    self.number = number
    self.record = record
    self.explanation = explanation
  }
}

/// Gathers the calls that a body makes.
package final class CallCollector: Sendable {
  /// The one of this task, if any.
  @TaskLocal package static var current: CallCollector?

  private let gathered = Lock<[ObservedCall]>([])

  package init() {}

  /// In the order in which they ended.
  package var calls: [ObservedCall] { gathered.withLock { $0 } }

  package func take(_ call: ObservedCall) { gathered.withLock { $0.append(call) } }
}
