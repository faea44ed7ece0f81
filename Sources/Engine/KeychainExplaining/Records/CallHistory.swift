// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The newest keychain calls of a program, kept in the memory of its process.
///
/// Specification/diagnostics.md, "Tracing a running program". If calls are neither reported nor
/// traced, only failed calls are kept, so that successful calls cost nothing.
package final class CallHistory: CallWitness {
  /// The greatest number of calls that are kept.
  package static let length = 32

  /// The history of the calls of this process.
  ///
  /// A test installation (a test's service and caller) may have a separate history, which is then
  /// used in place of this history.
  package static let ofThisProcess = CallHistory()

  /// The history that keeps the calls of the current task.
  ///
  /// In a test, the test installation (a test's service and caller) may have a separate history.
  /// Otherwise the history is `ofThisProcess`.
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

  /// The records of the kept calls, oldest first.
  package var records: [CallRecord] { state.withLock { $0.records } }

  /// The facts about the newest failed call, or nil if no call has failed.
  package var lastFailure: CallFacts? { state.withLock { $0.failure } }

  /// Adds a call to the history.
  ///
  /// - Parameters:
  ///   - record: the record of the call.
  ///   - facts: the facts about the call if it failed, or nil if it succeeded.
  /// - Returns: the number of the call, from 1.
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
