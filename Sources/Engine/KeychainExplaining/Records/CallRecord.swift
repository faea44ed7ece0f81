// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// A remembered call of a program, with the kinds, sizes and digests of the values in its
/// dictionaries.
///
/// Specification/diagnostics.md, "Facts of a call", F13.
package struct CallRecord: Sendable {
  package let verb: CallFacts.Verb
  package let profile: Profile
  package let caller: String
  package let pairs: [CallFacts.Pair]
  package let changedPairs: [CallFacts.Pair]
  package let status: Int32
  /// The key or the context (`LAContext`) that the call used.
  ///
  /// Empty for a call about items.
  package let use: UseFact
  /// The date and time when the call ended.
  ///
  /// `moment` is the same point in time on a clock that never goes back.
  package let time: Instant
  package let moment: MonotonicTime
  package let microseconds: Int
  package let thread: UInt64
  /// The number of the store's last change at the end of the call, or nil if it was not looked up.
  package let change: Int64?
  /// The `security` command that explains the recorded call.
  ///
  /// The command is nil for a call of this process.
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

  /// Creates the record of a call that another process made, from the trace of that process.
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

  /// Returns the pair of the call's dictionary that has the given key, or nil if the call did not
  /// pass the key.
  package func pair(_ key: String) -> CallFacts.Pair? { pairs.first { $0.key == key } }
}

/// A recorded call together with its explanation.
package struct ObservedCall: Sendable {
  /// The number of the call in its process, from 1.
  package let number: Int
  package let record: CallRecord
  package let explanation: Explanation

  package init(number: Int, record: CallRecord, explanation: Explanation) {
    self.number = number
    self.record = record
    self.explanation = explanation
  }
}

/// Collects the records of the calls that a closure makes, in the order in which the calls end.
package final class CallCollector: Sendable {
  /// The collector of the current task, or nil if the task collects no calls.
  @TaskLocal package static var current: CallCollector?

  private let gathered = Lock<[ObservedCall]>([])

  package init() {}

  /// The collected calls in the order in which they ended.
  package var calls: [ObservedCall] { gathered.withLock { $0 } }

  package func take(_ call: ObservedCall) { gathered.withLock { $0.append(call) } }
}
