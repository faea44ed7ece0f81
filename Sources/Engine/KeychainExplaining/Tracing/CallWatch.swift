// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainComposition
import KeychainEngine
package import KeychainTypes
import SecureMemory

/// Records one keychain call from its beginning to its end, for the observers of calls.
///
/// Observers are the call history of the program, a collector of calls (`CallCollector`), and the
/// reports and the trace that the environment asks for. Specification/diagnostics.md, "Tracing a
/// running program", "Facts of a call".
package struct CallWatch: Sendable {
  /// The call when it began: its function, its caller and its thread.
  package let shape: CallShape
  private let begin: MonotonicTime
  /// The test installation (a test's service and caller) in which the call began, or nil outside of
  /// tests.
  ///
  /// The installation is stored in this watch because the call may end on another thread.
  private let installation: Installation?
  private let collector: CallCollector?
  private let reporter: CallReporter?
  private let history: CallHistory

  /// Begins to record a call.
  ///
  /// Nil if no observer wants this call, so that it is not recorded. Other calls of the process may
  /// still be recorded.
  ///
  /// - Parameter hasResult: true if the caller passed a pointer for the result.
  package init?(_ verb: CallFacts.Verb, hasResult: Bool) {
    collector = CallCollector.current
    reporter = CallReporter.ofThisProcess
    installation = CurrentInstallation.installed
    if let witness = installation?.witness as? CallHistory {
      history = witness
    } else {
      guard collector != nil || reporter != nil else { return nil }
      history = .ofThisProcess
    }
    begin = .now
    let profile = try? ProfileChoice.current()
    var shape = Self.shape(verb, hasResult: hasResult, profile ?? .dataProtection)
    shape.isProfileKnown = profile != nil
    self.shape = shape
  }

  private static func shape(
    _ verb: CallFacts.Verb, hasResult: Bool, _ profile: Profile
  ) -> CallShape {
    let caller = try? ServiceChoice.caller(in: profile)
    var shape = CallShape(verb, profile, caller ?? Caller(identifier: "", groups: []))
    shape.mergesFiles = profile == .dataProtection && ProfileChoice.mergesFiles
    shape.isFromC = Watchers.isCalledFromC
    shape.hasResult = hasResult
    shape.thread = thisThread
    return shape
  }

  static var thisThread: UInt64 { UInt64(pthread_self()) }

  /// True if an observer of the call wants all facts about it, and not only the record of its
  /// dictionaries.
  private var isObserved: Bool { collector != nil || reporter != nil }

  /// Ends the recording of a call, and reports the call to its observers.
  ///
  /// - Parameters:
  ///   - shape: the call as the program made it.
  ///   - asked: the request as the service understood it.
  ///   - outcome: the error or the success of the call.
  ///   - isInner: true if another call made this call internally. The report on the outer call then
  ///     covers this call.
  /// - Returns: the facts about the call.
  @discardableResult
  package func end(
    _ shape: CallShape, asked: AskedFact = AskedFact(), _ outcome: CallOutcome,
    isInner: Bool = false
  ) -> CallFacts {
    // A call may end on another thread than the thread on which it began.
    guard ForkBarrier.begin() else { return CallFacts(shape, asked: asked, outcome: outcome) }
    defer { ForkBarrier.end() }
    let end = MonotonicTime.now
    let isFailing = outcome.error != nil
    var viewpoint = Viewpoint()
    viewpoint.isDryRun = false
    viewpoint.moment = end
    viewpoint.earlier = history.records
    viewpoint.isUnobserved = !isObserved
    if outcome.error?.code == .interactionNotAllowed { ProgramMemory.wasLocked() }
    let known = CallFacts(
      shape, asked: isObserved ? asked : AskedFact(), outcome: outcome, from: viewpoint)
    let store = CurrentInstallation.$scoped.withValue(installation) { explained(known) }
    let facts = known.with(store)
    let record = CallRecord(
      facts, time: LocalDate.now, moment: end,
      microseconds: Int((end.nanoseconds - begin.nanoseconds) / 1_000), thread: shape.thread)
    let number = history.keep(record, failing: isFailing ? facts.withoutEvidence : nil)
    guard isObserved else { return facts }
    let groups = shape.caller.groups
    let wording = reporter?.wording(groups) ?? CallReporter.quiet(groups)
    let observed = ObservedCall(
      number: number, record: record, explanation: Explanation(facts, wording))
    collector?.take(observed)
    reporter?.report(observed, isInner: isInner)
    return facts
  }

  /// Looks up facts about the store that explain a call, as far as the observers of the call need
  /// them.
  private func explained(_ facts: CallFacts) -> StoreFacts {
    var store = StoreFacts()
    let isAboutItems = facts.verb.subject == .items
    // If no store is opened, the lock state is not known.
    if !isAboutItems || isObserved { store.device.isKnown = false }
    // The trail has everything about a call on keychain files alone, which opens no store.
    if let trail = facts.keychains, !trail.isAboutStore || facts.outcome.trail == nil {
      store.matchCount = trail.matches
      return store
    }
    let isFailedSearch = facts.verb == .copyMatching && facts.error != nil
    // If the profile does not exist, the call has reached no store.
    guard facts.isProfileKnown, isObserved || isFailedSearch, isAboutItems || isNearStore(facts),
      let service = try? ServiceChoice.current(in: facts.profile),
      let explaining = Explainer.of(service)
    else { return store }
    store.change = explaining.changeNumber()
    guard isObserved else { return store }
    store.device.noPrompt = AuthenticatorChoice.current(for: service).factsWithoutReader.noPrompt
    do throws(KeychainError) {
      store = try explaining.explain(facts.with(store), rehearsing: nil, .inProcess)
      store.device.isKnown = true
    } catch {
      store.lookUpFailure = error
    }
    if facts.error?.code == .itemNotFound { store.otherStore = StoreList.other(than: explaining) }
    return store
  }

  /// Returns true if the store may be opened to explain a call about a key or a context
  /// (`LAContext`).
  ///
  /// True for a call about a context, about a key of a token, or about a key that is an item. Also
  /// true if the store is open already. In a test, true if the test installation (a test's service
  /// and caller) has a service.
  private func isNearStore(_ facts: CallFacts) -> Bool {
    if let installation { return installation.service != nil }
    return facts.verb.subject == .context || facts.use.key?.token != nil || facts.item != nil
      || EmbeddedEngine.isOpen
  }

  /// Adds a failed call to the call history of the program, although its details were not recorded.
  ///
  /// The call history has the call without values.
  ///
  /// - Parameters:
  ///   - hasResult: true if the caller passed a pointer for the result.
  ///   - profile: the profile of the call, or nil for the present profile of the process.
  ///   - error: the error with which the call failed. Must not be nil, because a call without an
  ///     error is kept as a successful call.
  ///   - inner: the failed SecItem call that this call made internally; empty if there is no inner
  ///     failure.
  ///   - describe: adds the dictionaries of the call, or its key or context (`LAContext`), to a
  ///     `CallShape`.
  package static func keepFailure(
    _ verb: CallFacts.Verb, hasResult: Bool, _ profile: Profile? = nil, _ error: KeychainError?,
    making inner: [CallFacts] = [], _ describe: (inout CallShape) -> Void
  ) {
    let profile = profile ?? (try? ProfileChoice.current()) ?? .dataProtection
    var shape = shape(verb, hasResult: hasResult, profile)
    describe(&shape)
    var viewpoint = Viewpoint()
    viewpoint.isDryRun = false
    viewpoint.isUnobserved = true
    viewpoint.moment = .now
    if error?.code == .interactionNotAllowed { ProgramMemory.wasLocked() }
    var store = StoreFacts()
    if verb.subject != .items { store.device.isKnown = false }
    let group = shape.pairs.first { $0.key == Attribute.accessGroup.name }?.value
    let facts = CallFacts(
      shape, asked: group.map { AskedFact(group: $0) } ?? AskedFact(),
      outcome: CallOutcome(error: error, inner: inner), from: viewpoint, store: store)
    let record = CallRecord(
      facts, time: LocalDate.now, moment: viewpoint.moment ?? .now, microseconds: 0,
      thread: shape.thread)
    CallHistory.current.keep(record, failing: facts)
  }
}

/// Finds out if a keychain service can explain the status of its calls.
package enum Explainer {
  /// Returns the service as `Explaining`, or nil if the service cannot explain the status of its
  /// calls.
  package static func of(_ service: ServiceChoice.Service) -> (any Explaining)? {
    // The usual type is tried first, because a cast to a protocol searches all types.
    if let session = service as? Session { return session }
    return service as? any Explaining
  }

}
