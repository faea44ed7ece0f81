// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainEngine
package import KeychainExplanations
package import KeychainTypes
import SecureMemory

/// Follows one call for those who want to know of it: the history of the program, a recording, the
/// environment's reports and trace (spec/diagnostics.md 1.4, 2).
package struct CallWatch: Sendable {
  /// What is known of the call as it begins.
  package let facts: CallFacts
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
    var facts = Self.facts(verb, hasResult: hasResult, profile ?? .dataProtection)
    facts.isProfileKnown = profile != nil
    self.facts = facts
  }

  private static func facts(
    _ verb: CallFacts.Verb, hasResult: Bool, _ profile: Profile
  ) -> CallFacts {
    let caller = try? ServiceChoice.caller(in: profile)
    var facts = CallFacts(verb, profile, caller ?? Caller(identifier: "", groups: []))
    facts.isDryRun = false
    facts.isFromC = Watchers.isCalledFromC
    facts.hasResult = hasResult
    facts.thread = UInt64(pthread_self())
    return facts
  }

  /// Whether more is wanted than the shape of the call.
  private var isObserved: Bool { collector != nil || reporter != nil }

  /// Makes the call, with who listens to it, and tells of it.
  package func follow<Result>(_ body: (CallListener) -> Result) -> Result {
    let outer = CallListener.current
    let listener = CallListener(facts, isRehearsal: false, hearsEngine: isObserved)
    let result = CallListener.listening(listener) { body(listener) }
    let known = end(listener.facts, listener.asked, isInner: outer != nil)
    // The first that failed is why the other call fails.
    if known.error != nil {
      outer?.note { facts in if facts.inner.isEmpty { facts.inner = [known] } }
    }
    return result
  }

  /// Tells of a call that is over.
  ///
  /// - Parameter isInner: whether another call made it, which will tell of it.
  /// - Returns: all that is known of it.
  @discardableResult
  package func end(
    _ known: CallFacts, _ asked: CallListener.Readings = .init(), isInner: Bool = false
  ) -> CallFacts {
    // A call may end on a thread of its own.
    guard ForkBarrier.begin() else { return known }
    defer { ForkBarrier.end() }
    let end = MonotonicTime.now
    var facts = known
    facts.moment = end
    facts.earlier = history.records
    facts.isUnobserved = !isObserved
    if facts.error?.code == .interactionNotAllowed { ProgramMemory.wasLocked() }
    CurrentInstallation.$scoped.withValue(installation) { look(up: &facts, asked) }
    let record = CallRecord(
      facts, time: LocalDate.now, moment: end,
      microseconds: Int((end.nanoseconds - begin.nanoseconds) / 1_000), thread: facts.thread)
    let number = history.keep(record, failing: facts.error == nil ? nil : facts)
    guard isObserved else { return facts }
    let groups = facts.caller.groups
    let wording = reporter?.wording(groups) ?? CallReporter.quiet(groups)
    let observed = ObservedCall(
      number: number, record: record, explanation: Explanation(facts, wording))
    collector?.take(observed)
    reporter?.report(observed, isInner: isInner)
    return facts
  }

  private func look(up facts: inout CallFacts, _ asked: CallListener.Readings) {
    let isAboutItems = facts.verb.subject == .items
    // Where no store is opened nobody knows whether it is locked.
    if !isAboutItems || isObserved { facts.device.isKnown = false }
    let isFailedSearch = facts.verb == .copyMatching && facts.error != nil
    // Under no profile that is there the call has reached no store.
    guard facts.isProfileKnown, isObserved || isFailedSearch,
      isAboutItems || isNearStore(facts, asked),
      let service = try? ServiceChoice.current(in: facts.profile),
      let explaining = Explainer.of(service)
    else { return }
    facts.change = explaining.changeNumber()
    guard isObserved else { return }
    facts.device.noPrompt = AuthenticatorChoice.current(for: service).factsWithoutReader.noPrompt
    do throws(KeychainError) {
      facts = try explaining.lookUp(facts, asked, .inProcess)
      facts.device.isKnown = true
    } catch {
      facts.lookUpFailure = error
    }
    if facts.error?.code == .itemNotFound { facts.otherStore = StoreList.other(than: explaining) }
  }

  /// Whether a call about a key or a context has to do with the store: none is opened for a report.
  private func isNearStore(_ facts: CallFacts, _ asked: CallListener.Readings) -> Bool {
    if let installation { return installation.service != nil }
    return facts.verb.subject == .context || facts.use.key?.token != nil || asked.item != nil
      || EmbeddedEngine.isOpen
  }

  /// Keeps the shape of a call that failed while nobody watched.
  package static func keepFailure(
    _ verb: CallFacts.Verb, hasResult: Bool, _ profile: Profile? = nil,
    _ tell: (CallListener) -> Void
  ) {
    let profile = profile ?? (try? ProfileChoice.current()) ?? .dataProtection
    let listener = CallListener(
      facts(verb, hasResult: hasResult, profile), isRehearsal: false, hearsEngine: false)
    tell(listener)
    var facts = listener.facts
    facts.isUnobserved = true
    if facts.error?.code == .interactionNotAllowed { ProgramMemory.wasLocked() }
    facts.moment = .now
    if verb.subject != .items { facts.device.isKnown = false }
    if let named = facts.pairs.first(where: { $0.key == Attribute.accessGroup.name })?.value {
      facts.group = .named(named)
    }
    let record = CallRecord(
      facts, time: LocalDate.now, moment: facts.moment ?? .now, microseconds: 0,
      thread: facts.thread)
    CallHistory.current.keep(record, failing: facts)
  }
}
