// SPDX-License-Identifier: Apache-2.0
package import KeychainExplanations
package import KeychainTypes
import SecureMemory

/// What a call about a key meets while it is made, for who follows it.
///
/// It is the key that the call makes, what a person has to prove, and the calls for items that it
/// makes itself.
package final class UseNotes: Sendable {
  private struct State: Sendable {
    var key: UseFact.Key?
    var requirement: AuthenticationRequirement?
    var asked = AskedFact()
    var inner: [CallFacts] = []
  }

  @TaskLocal private static var ofTask: UseNotes?

  /// Those of the call that is under way in this task; nil where nobody follows one.
  package static var current: UseNotes? { Watchers.isAny ? ofTask : nil }

  private let state = Lock(State())

  fileprivate init() {}

  /// A key is made, or about to be.
  package func made(_ key: UseFact.Key) { state.withLock { $0.key = key } }

  /// A person has to prove something.
  package func requires(_ requirement: AuthenticationRequirement) {
    state.withLock { $0.requirement = requirement }
  }

  /// The service is asked for a key of its own.
  package func asks(_ request: Request) { state.withLock { $0.asked = AskedFact(request) } }

  /// A call for items that it made itself is over: the first that failed is why it fails.
  package func ended(_ facts: CallFacts) {
    guard facts.error != nil else { return }
    state.withLock { if $0.inner.isEmpty { $0.inner = [facts] } }
  }

  fileprivate func run<R>(_ body: () -> R) -> R {
    Watchers.begin()
    defer { Watchers.end() }
    return Self.$ofTask.withValue(self, operation: body)
  }

  fileprivate var asked: AskedFact { state.withLock { $0.asked } }
  fileprivate var inner: [CallFacts] { state.withLock { $0.inner } }

  fileprivate func tell(_ use: inout UseFact) {
    let noted = state.withLock { $0 }
    if let key = noted.key { use.key = key }
    if let requirement = noted.requirement { use.requirement = requirement }
  }
}

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
