// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// The authenticator of a real machine: the passcode is the store's, the reader fprintd's, and who
/// is asked is the person at the display or the terminal of this process
/// (spec/access-control.md 3).
///
/// It asks outside of calls of the engine, so that a fork need not wait for a person.
package final class MachineAuthenticator: Authenticator {
  package typealias Opening = @Sendable () throws(KeychainError) -> any AuthenticationStore

  package let evaluations: RunningEvaluations
  package let observers: AuthenticationObservers
  private let means: PromptMeans
  private let open: Opening
  private let sights: MachineSights
  /// One for the process: two of them would unlock each other's places.
  private let queue: PromptQueue
  private let refusals: RefusalCount

  /// - Parameter open: the store of now, in whosever name: nothing of an item is looked at.
  package init(_ means: PromptMeans, open: @escaping Opening) {
    self.means = means
    self.open = open
    sights = MachineSights(means)
    queue = PromptQueue()
    refusals = RefusalCount()
    evaluations = RunningEvaluations()
    observers = AuthenticationObservers { observers, isObserved in
      guard let store = try? open() else { return }
      let tell: @Sendable () -> Void = { observers.tell() }
      store.whenChanged(isObserved ? tell : nil)
    }
  }

  private init(_ other: MachineAuthenticator, _ store: any AuthenticationStore) {
    means = other.means
    open = { store }
    sights = other.sights
    queue = other.queue
    refusals = other.refusals
    evaluations = other.evaluations
    observers = other.observers
  }

  /// The same for a call that has found its store already: it is not looked for again.
  package func with(_ store: any AuthenticationStore) -> MachineAuthenticator {
    MachineAuthenticator(self, store)
  }

  package func facts(for caller: Caller) -> AuthenticationFacts { facts() }

  package func factsWithoutReader(for caller: Caller) -> AuthenticationFacts {
    facts(looksForReader: false)
  }

  private func facts(looksForReader: Bool = true) -> AuthenticationFacts {
    // A store that cannot be opened has no passcode that could be asked for.
    guard let store = try? open(), let known = try? store.storeFacts() else {
      return AuthenticationFacts()
    }
    return facts(of: store, known, looksForReader: looksForReader)
  }

  package func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? {
    guard let info = state.info(in: facts(for: caller)) else { return nil }
    return try? open().domainState(info, for: caller)
  }

  package func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    try refusals.requireLeave(for: request.caller)
    var surroundings = means.surroundings()
    surroundings.displayIsLocked = means.screenIsLocked(surroundings)
    let choice = PromptChoice(surroundings)
    if case .nobody = choice { throw .notInteractive }
    guard let prompter = choice.prompter(in: surroundings) else { throw .notInteractive }
    guard let store = try? open(), let known = try? store.storeFacts() else { throw .systemCancel }
    let deadline = means.deadline(of: request)
    store.whenLocked { [evaluations] in evaluations.cancelAll() }
    try queue.enter(
      in: surroundings.variables["XDG_RUNTIME_DIR"], until: deadline, cancellation)
    defer { queue.leave() }
    sights.forget()
    let facts = facts(of: store, known)
    let dialog = PromptDialog(
      request, store: store, facts: facts, means: means, prompter: prompter,
      cancellation: cancellation, deadline: deadline)
    // The count of failed matches may be another one afterwards.
    defer { sights.forget() }
    let outcome = try refusals.counting(request.caller) { () throws(AuthenticationFailure) in
      try dialog.run()
    }
    guard let after = try? store.storeFacts(), after.isUnlocked || !known.isUnlocked else {
      throw .systemCancel
    }
    let now = self.facts(of: store, after)
    // Another passcode is there meanwhile, or none: what was typed says nothing of that one.
    guard now.passcodeVersion == facts.passcodeVersion || !outcome.gained.contains(.passcode)
    else { throw .systemCancel }
    return AuthenticationAnswer(
      proofs: outcome.gained.map { Proof($0, at: now) }, applicationPassword: outcome.password)
  }

  private func facts(
    of store: any AuthenticationStore, _ known: StoreFacts, looksForReader: Bool = true
  ) -> AuthenticationFacts {
    var facts = AuthenticationFacts()
    let around = sights.around(at: known.now)
    facts.passcodeIsGate = !known.hasPasscode && around.asksForAccount
    facts.hasPasscode = known.hasPasscode || facts.passcodeIsGate
    // Another one than none and than every passcode: what a gate has proved ends with it.
    facts.passcodeVersion = facts.passcodeIsGate ? .max : known.passcodeVersion
    facts.era = known.era
    facts.sinceBoot = known.now
    facts.isInteractive = around.isInteractive
    facts.isForbiddenByVariable = around.isForbidden
    facts.knowsReader = looksForReader
    var isNews = sights.isNews(known)
    // The store may be another one than when the first observer came.
    if !observers.isEmpty { store.whenChanged { [observers] in observers.tell() } }
    if looksForReader {
      let (biometry, isOther) = sights.biometry(of: store, at: known.now)
      facts.biometry = biometry
      isNews = isNews || isOther
    }
    if isNews { observers.tell() }
    return facts
  }
}

/// What was seen last of reader and surroundings: to look costs a process and some files, and a
/// lookup that is satisfied already must not wait for them.
private final class MachineSights: Sendable {
  /// What is known of the surroundings.
  struct Around: Sendable {
    /// Whether somebody can be asked.
    var isInteractive = false
    /// Whether the environment forbids asking.
    var isForbidden = false
    /// Whether an administrator has the account's password asked for.
    var asksForAccount = false
  }

  private struct State: Sendable {
    var biometry: AuthenticationFacts.Biometry?
    /// When the reader was looked for, in microseconds since boot.
    var looked: Int64?
    /// Whether there is an answer, though it may be an old one.
    var isKnown = false
    var around = Around()
    var aroundLooked: Int64?
    /// The passcode that was seen last, by its number; nil before the first look.
    var passcode: UInt64?
  }

  private let means: PromptMeans
  private let state = Lock(State())

  init(_ means: PromptMeans) {
    self.means = means
  }

  /// Has everything looked at anew when it is needed next.
  func forget() {
    state.withLock {
      $0.looked = nil
      $0.aroundLooked = nil
    }
  }

  /// Whether there is another passcode than at the last look, or none any more.
  func isNews(_ known: StoreFacts) -> Bool {
    state.withLock { state in
      let last = state.passcode
      // Where there is none its number is 0.
      state.passcode = known.passcodeVersion
      return last != nil && last != known.passcodeVersion
    }
  }

  /// Who can be asked, and for what; starts no process.
  func around(at now: Int64) -> Around {
    let (last, looked) = state.withLock { ($0.around, $0.aroundLooked) }
    if let looked, (0..<means.surroundingsLife).contains(now - looked) { return last }
    let surroundings = means.surroundings()
    let choice = PromptChoice(surroundings)
    // An agent is reached by other means, which are not there yet.
    let isInteractive =
      switch choice {
      case .agent, .nobody: false
      case .display, .terminalProgram, .terminal: true
      }
    let around = Around(
      isInteractive: isInteractive, isForbidden: !surroundings.allowsQuestions,
      asksForAccount: means.helper?.asksForAccount ?? false)
    state.withLock {
      $0.around = around
      $0.aroundLooked = now
    }
    return around
  }

  /// The reader and the fingers.
  ///
  /// - Returns: nil where there is no reader; and whether it is another answer than the last.
  func biometry(
    of store: any AuthenticationStore, at now: Int64
  ) -> (AuthenticationFacts.Biometry?, isNews: Bool) {
    guard let helper = means.helper else { return (nil, false) }
    let (last, looked) = state.withLock { ($0.biometry, $0.looked) }
    if let looked, (0..<means.sensorLife).contains(now - looked) { return (last, false) }
    let begin = MonotonicTime.now
    let found = helper.findSensor(
      until: Deadline(milliseconds: means.finding), cancellation: Cancellation())
    var answer = last
    if let found, let biometry = try? store.biometry(found) {
      answer = biometry
    } else if let found, case .failure = found {
      answer = nil
    }
    // It counts from its end: the look itself may have taken longer than an answer counts.
    let took = (MonotonicTime.now.nanoseconds - begin.nanoseconds) / 1000
    return state.withLock { state in
      state.looked = now + took
      let isNews = state.isKnown && state.biometry != answer
      // Without an answer nothing is known yet: the first one is no news.
      if found != nil { state.isKnown = true }
      state.biometry = answer
      return (answer, isNews)
    }
  }
}
