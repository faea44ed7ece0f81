// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The last calls of a program, by their shapes, in its memory (spec/diagnostics.md 1.4).
///
/// Where nobody traces, only calls that failed are kept: what succeeds is not to pay for it.
package final class CallHistory: CallWitness {
  /// How many calls are kept.
  package static let length = 32

  /// The one of a process that nobody has put a simulated one in place of.
  package static let ofThisProcess = CallHistory()

  /// The one that the calls of this task are kept in.
  package static var current: CallHistory {
    CurrentInstallation.installed?.witness as? CallHistory ?? ofThisProcess
  }

  private struct State: Sendable {
    var records: [CallRecord] = []
    var sequence = 0
    var failure: CallFacts?
  }

  private let state = Lock(State())

  package init() {}

  /// The oldest first.
  package var records: [CallRecord] { state.withLock { $0.records } }

  /// What is known of the newest call that failed.
  package var lastFailure: CallFacts? { state.withLock { $0.failure } }

  /// Keeps a call.
  ///
  /// - Returns: its number, from 1.
  @discardableResult
  package func keep(_ record: CallRecord, failing facts: CallFacts?) -> Int {
    state.withLock { state in
      if state.records.count == Self.length { state.records.removeFirst() }
      state.records.append(record)
      state.sequence += 1
      if let facts { state.failure = facts }
      return state.sequence
    }
  }
}
