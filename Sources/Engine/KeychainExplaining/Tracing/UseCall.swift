// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Makes a call about a key or a context (`LAContext`), and records the call for reports
/// (Specification/diagnostics.md, "Tracing a running program").
package struct UseCall {
  private let verb: CallFacts.Verb
  /// The test installation (a test's service and caller) that the key belongs to, or nil outside of
  /// tests.
  private let installation: Installation?
  /// Returns true if the given error means that an item could not be added to the store.
  private let isOfStoring: (KeychainError) -> Bool
  private let describe: (inout CallShape) -> Void

  package init(
    _ verb: CallFacts.Verb, in installation: Installation?,
    isOfStoring: @escaping (KeychainError) -> Bool,
    describing describe: @escaping (inout CallShape) -> Void
  ) {
    self.verb = verb
    self.installation = installation
    self.isOfStoring = isOfStoring
    self.describe = describe
  }

  /// True if a call that begins now must be made by a `UseCall`, so that it is recorded.
  ///
  /// True if calls are recorded in this process, and if the call is not a part of another recorded
  /// call.
  package static var isWanted: Bool { Watchers.isAny && UseNotes.current == nil }

  /// Makes the call by running `body`, and records the call for reports.
  ///
  /// - Throws: the error that `body` throws.
  package func run<Success>(
    _ body: () throws(KeychainError) -> Success
  ) throws(KeychainError) -> Success {
    guard let installation else { return try watched(body) }
    let outcome = CurrentInstallation.$scoped.withValue(installation) {
      Result { () throws(KeychainError) in try watched(body) }
    }
    return try outcome.get()
  }

  private func watched<Success>(
    _ body: () throws(KeychainError) -> Success
  ) throws(KeychainError) -> Success {
    guard let watch = CallWatch(verb, hasResult: true) else {
      do throws(KeychainError) { return try body() } catch {
        failed(error)
        throw error
      }
    }
    let notes = UseNotes()
    let outcome = notes.run { Result { () throws(KeychainError) in try body() } }
    var shape = watch.shape
    describe(&shape)
    notes.tell(&shape.use)
    var error: KeychainError?
    if case .failure(let refusal) = outcome { error = refusal }
    watch.end(shape, asked: notes.asked, CallOutcome(error: error, inner: notes.inner))
    return try outcome.get()
  }

  /// Adds a failed call to the history of calls.
  ///
  /// Must be called if a call has failed that was not being recorded. A call inside a recorded call
  /// is not added, because the outer call reports its own failure.
  ///
  /// - Parameter error: the error with which the call failed.
  package func failed(_ error: KeychainError) {
    guard UseNotes.current == nil else { return }
    var inner: [CallFacts] = []
    // The last failure is the add that this thread has just made, unless another thread has failed
    // since.
    if isOfStoring(error), let last = CallHistory.current.lastFailure, last.verb == .add,
      last.error == error, last.thread == CallWatch.thisThread
    {
      inner = [last]
    }
    CallWatch.keepFailure(verb, hasResult: true, nil, error, making: inner, describe)
  }
}
