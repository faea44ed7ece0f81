// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
package import KeychainExplanations
package import KeychainTypes
import SecureMemory

/// Follows one call for those who want to know of it: the history of the program, a recording, the
/// environment's reports and trace (spec/diagnostics.md 1.4, 2).
package struct CallWatch {
  private let verb: CallFacts.Verb
  private let hasResult: Bool
  private let collector: CallCollector?
  private let reporter: CallReporter?
  private let history: CallHistory

  /// Nil where nobody wants to know of this call: others of the process are watched.
  package init?(_ verb: CallFacts.Verb, hasResult: Bool) {
    self.verb = verb
    self.hasResult = hasResult
    collector = CallCollector.current
    reporter = CallReporter.ofThisProcess
    guard let witness = CurrentInstallation.installed?.witness as? CallHistory else {
      guard collector != nil || reporter != nil else { return nil }
      history = .ofThisProcess
      return
    }
    history = witness
  }

  /// Whether more is wanted than the shape of the call.
  private var isObserved: Bool { collector != nil || reporter != nil }

  /// Makes the call and tells of it.
  package func follow(_ body: () -> Int32) -> Int32 {
    let begin = MonotonicTime.now
    let profile = (try? ProfileChoice.current()) ?? .dataProtection
    let caller = Self.caller(in: profile)
    let listener = CallListener(
      verb, profile, caller, isRehearsal: false, hearsEngine: isObserved)
    let status = CallListener.listening(listener, to: body)
    let end = MonotonicTime.now
    var facts = listener.facts
    facts.isDryRun = false
    facts.hasResult = hasResult
    facts.moment = end
    facts.thread = UInt64(pthread_self())
    facts.earlier = history.records
    facts.isUnobserved = !isObserved
    if facts.error?.code == .interactionNotAllowed { ProgramMemory.wasLocked() }
    look(up: &facts, listener.asked, in: profile)
    let record = CallRecord(
      facts, time: LocalDate.now, moment: end,
      microseconds: Int((end.nanoseconds - begin.nanoseconds) / 1_000), thread: facts.thread)
    let number = history.keep(record, failing: facts.error == nil ? nil : facts)
    guard isObserved else { return status }
    let wording = reporter?.wording(caller.groups) ?? CallReporter.quiet(caller.groups)
    let observed = ObservedCall(
      number: number, record: record, explanation: Explanation(facts, wording))
    collector?.take(observed)
    reporter?.report(observed)
    return status
  }

  private func look(
    up facts: inout CallFacts, _ asked: CallListener.Readings, in profile: Profile
  ) {
    let isFailedSearch = facts.verb == .copyMatching && facts.error != nil
    guard isObserved || isFailedSearch,
      let service = try? ServiceChoice.current(in: profile),
      let explaining = Explainer.of(service)
    else { return }
    facts.change = explaining.changeNumber()
    guard isObserved else { return }
    if !AuthenticatorChoice.current(for: service).factsWithoutReader.isInteractive {
      facts.device.noPrompt = "no terminal and no display"
    }
    facts = (try? explaining.lookUp(facts, asked, .inProcess)) ?? facts
    if facts.error?.code == .itemNotFound { facts.otherStore = StoreList.other(than: explaining) }
  }

  private static func caller(in profile: Profile) -> Caller {
    (try? ServiceChoice.caller(in: profile)) ?? Caller(identifier: "", groups: [])
  }

  /// Keeps the shape of a call that failed while nobody watched.
  package static func keepFailure(
    _ verb: CallFacts.Verb, hasResult: Bool, _ profile: Profile,
    _ tell: (CallListener) -> Void
  ) {
    let listener = CallListener(
      verb, profile, caller(in: profile), isRehearsal: false, hearsEngine: false)
    tell(listener)
    var facts = listener.facts
    facts.isDryRun = false
    facts.hasResult = hasResult
    facts.isUnobserved = true
    if facts.error?.code == .interactionNotAllowed { ProgramMemory.wasLocked() }
    facts.moment = .now
    facts.thread = UInt64(pthread_self())
    if let named = facts.pairs.first(where: { $0.key == Attribute.accessGroup.name })?.value {
      facts.group = .named(named)
    }
    let record = CallRecord(
      facts, time: LocalDate.now, moment: facts.moment ?? .now, microseconds: 0,
      thread: facts.thread)
    CallHistory.current.keep(record, failing: facts)
  }
}
