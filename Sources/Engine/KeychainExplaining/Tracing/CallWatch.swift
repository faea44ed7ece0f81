// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainComposition
import KeychainEngine
package import KeychainTypes
import SecureMemory

/// Follows one call for those who want to know of it: the history of the program, a recording, the
/// environment's reports and trace (spec/diagnostics.md 1.4, 2).
package struct CallWatch: Sendable {
  /// What is known of the call as it begins.
  package let shape: CallShape
  private let begin: MonotonicTime
  /// Where the call was made; it may end on another thread.
  private let installation: Installation?
  private let collector: CallCollector?
  private let reporter: CallReporter?
  private let history: CallHistory

  /// Nil where nobody wants to know of this call: others of the process are watched.
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
    shape.isFromC = Watchers.isCalledFromC
    shape.hasResult = hasResult
    shape.thread = thisThread
    return shape
  }

  static var thisThread: UInt64 { UInt64(pthread_self()) }

  /// Whether more is wanted than the shape of the call.
  private var isObserved: Bool { collector != nil || reporter != nil }

  /// Tells of a call that is over.
  ///
  /// - Parameters:
  ///   - shape: what the program did.
  ///   - asked: what the service understood of its request.
  ///   - outcome: what came of it.
  ///   - isInner: whether another call made it, which will tell of it.
  /// - Returns: all that is known of it.
  @discardableResult
  package func end(
    _ shape: CallShape, asked: AskedFact = AskedFact(), _ outcome: CallOutcome,
    isInner: Bool = false
  ) -> CallFacts {
    // A call may end on a thread of its own.
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

  /// The state of the store that bears on a call, as far as a report needs it.
  private func explained(_ facts: CallFacts) -> StoreFacts {
    var store = StoreFacts()
    let isAboutItems = facts.verb.subject == .items
    // Where no store is opened nobody knows whether it is locked.
    if !isAboutItems || isObserved { store.device.isKnown = false }
    let isFailedSearch = facts.verb == .copyMatching && facts.error != nil
    // Under no profile that is there the call has reached no store.
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

  /// Whether a call about a key or a context has to do with the store: none is opened for a report.
  private func isNearStore(_ facts: CallFacts) -> Bool {
    if let installation { return installation.service != nil }
    return facts.verb.subject == .context || facts.use.key?.token != nil || facts.item != nil
      || EmbeddedEngine.isOpen
  }

  /// Keeps the shape of a call that failed while nobody watched.
  ///
  /// - Parameter describe: adds what the program did.
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

/// What of a service can say why it answers what it answers.
package enum Explainer {
  /// The service as one that explains; nil where it cannot.
  package static func of(_ service: ServiceChoice.Service) -> (any Explaining)? {
    // The usual one first: asking for a protocol costs a search through all types.
    if let session = service as? Session { return session }
    return service as? any Explaining
  }

}
