// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Makes a call about a key for who follows it (spec/diagnostics.md 1.4).
package struct UseCall {
  private let verb: CallFacts.Verb
  /// Where the key is at home.
  private let installation: Installation?
  /// Whether an error says that an item could not be added.
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

  /// Whether a call that begins now is to be made by a `UseCall` from the start: somebody watches,
  /// and it is no part of another call.
  package static var isWanted: Bool { Watchers.isAny && UseNotes.current == nil }

  /// Makes the call and tells of it.
  ///
  /// - Throws: what the call throws.
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

  /// A call failed that nobody followed; one that is a part of another call is told of with that.
  package func failed(_ error: KeychainError) {
    guard UseNotes.current == nil else { return }
    var inner: [CallFacts] = []
    // The add that this thread has just made, unless another thread has failed since.
    if isOfStoring(error), let last = CallHistory.current.lastFailure, last.verb == .add,
      last.error == error, last.thread == CallWatch.thisThread
    {
      inner = [last]
    }
    CallWatch.keepFailure(verb, hasResult: true, nil, error, making: inner, describe)
  }
}
