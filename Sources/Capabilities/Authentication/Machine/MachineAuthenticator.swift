// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Authenticates the user of a real Linux machine (Specification/access-control.md, "On a real
/// Linux machine").
///
/// The authenticator asks the user at the display or terminal of this process, verifies the store's
/// passcode, and reads fingers through fprintd. While it waits for the user, other threads of the
/// process can fork (`ForkBarrier.lettingForksThrough`).
package final class MachineAuthenticator: Authenticator {
  package typealias Opening = @Sendable () throws(KeychainError) -> any AuthenticationStore

  package let evaluations: RunningEvaluations
  package let observers: AuthenticationObservers
  private let means: PromptMeans
  private let open: Opening
  private let sights: MachineSights
  /// The prompt queue, which all authenticators of this process share.
  ///
  /// With two queues, each queue would release the file locks of the other queue.
  private let queue: PromptQueue
  private let refusals: RefusalCount

  /// Makes the authenticator of this process.
  ///
  /// - Parameters:
  ///   - means: the ways to ask the user, and their time limits.
  ///   - open: opens the current store, for its passcode and failure counts. No item is read, so
  ///     one store serves all calling programs, whatever their access groups are.
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

  /// Returns a copy that uses a store that is already open, instead of opening one.
  ///
  /// - Parameter store: the store that the current keychain call has opened.
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
    guard ForkBarrier.begin() else { throw .systemCancel }
    defer { ForkBarrier.end() }
    let answer = ForkBarrier.lettingForksThrough {
      Result { () throws(AuthenticationFailure) in try asked(request, until: cancellation) }
    }
    return try answer.get()
  }

  private func asked(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    try refusals.requireLeave(for: request.caller)
    let (surroundings, choice) = sight()
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
    // The prompt may change the count of failed matches.
    defer { sights.forget() }
    let outcome = try refusals.counting(request.caller) { () throws(AuthenticationFailure) in
      try dialog.run()
    }
    guard let after = try? store.storeFacts(), after.isUnlocked || !known.isUnlocked else {
      throw .systemCancel
    }
    let now = self.facts(of: store, after)
    // The passcode was changed or removed meanwhile: the typed passcode proves nothing about the
    // new passcode.
    guard now.passcodeVersion == facts.passcodeVersion || !outcome.gained.contains(.passcode)
    else { throw .systemCancel }
    return AuthenticationAnswer(
      proofs: outcome.gained.map { Proof($0, at: now) }, applicationPassword: outcome.password)
  }

  /// Returns the surroundings of this process now, and how its user can be asked.
  private func sight() -> (PromptSurroundings, PromptChoice) {
    var surroundings = means.surroundings()
    surroundings.displayIsLocked = means.screenIsLocked(surroundings)
    return (surroundings, PromptChoice(surroundings))
  }

  private func facts(
    of store: any AuthenticationStore, _ known: StoreFacts, looksForReader: Bool = true
  ) -> AuthenticationFacts {
    var facts = AuthenticationFacts()
    let around = sights.around(at: known.now)
    facts.passcodeIsGate = !known.hasPasscode && around.asksForAccount
    facts.hasPasscode = known.hasPasscode || facts.passcodeIsGate
    // `.max` is neither 0 (no passcode) nor the version of a passcode. So a proof by the account's
    // password ends when a passcode is set, or when the PAM service file is removed.
    facts.passcodeVersion = facts.passcodeIsGate ? .max : known.passcodeVersion
    facts.era = known.era
    facts.sinceBoot = known.now
    facts.isInteractive = around.isInteractive
    facts.isForbiddenByVariable = around.isForbidden
    facts.knowsReader = looksForReader
    var isNews = sights.isNews(known)
    // The store may have changed since the first observer came.
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

/// Asks questions whose answers the caller verifies, such as the password of a keychain file.
///
/// A question waits for its turn in the queue of all prompts, and needs no store. The question with
/// its wait takes at most as long as an authentication may take (`PromptMeans.evaluation`).
extension MachineAuthenticator: Prompter {
  package var canAsk: Bool {
    if case .nobody = sight().1 { false } else { true }
  }

  package func askPasscode(
    _ question: PasscodeQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> PasscodeAnswer {
    do {
      return try inTurn(deadline) { prompter, deadline in
        prompter.askPasscode(question, until: deadline, cancellation: cancellation)
      }
    } catch {
      return error == .timedOut ? .timedOut : .unavailable(error.reason)
    }
  }

  package func confirm(
    _ question: ConfirmationQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> ConfirmationAnswer {
    do {
      return try inTurn(deadline) { prompter, deadline in
        prompter.confirm(question, until: deadline, cancellation: cancellation)
      }
    } catch {
      return error == .timedOut ? .timedOut : .unavailable(error.reason)
    }
  }

  /// The reason why a question was not shown.
  private enum NotShown: Error, Equatable {
    case unavailable(Unavailability)
    /// The deadline of the question passed while other prompts were shown.
    case timedOut

    var reason: Unavailability {
      switch self {
      case .unavailable(let reason): reason
      case .timedOut: .nobodyThere
      }
    }
  }

  /// Waits until this process may show a prompt, and then asks.
  ///
  /// Another thread can fork the process during the wait for a turn and for the user's answer.
  private func inTurn<Answer>(
    _ deadline: Deadline, _ ask: (any Prompter, Deadline) -> Answer
  ) throws(NotShown) -> Answer {
    let answer = ForkBarrier.lettingForksThrough {
      Result { () throws(NotShown) in try asked(deadline, ask) }
    }
    return try answer.get()
  }

  private func asked<Answer>(
    _ deadline: Deadline, _ ask: (any Prompter, Deadline) -> Answer
  ) throws(NotShown) -> Answer {
    let (surroundings, choice) = sight()
    if case .nobody(let reason) = choice { throw .unavailable(reason) }
    guard let prompter = choice.prompter(in: surroundings) else {
      throw .unavailable(.nobodyThere)
    }
    let limit = Deadline(milliseconds: min(means.evaluation, deadline.millisecondsLeft))
    do throws(AuthenticationFailure) {
      try queue.enter(
        in: surroundings.variables["XDG_RUNTIME_DIR"], until: limit, AuthenticationCancellation())
    } catch {
      throw error == .notInteractive ? .unavailable(.nobodyThere) : .timedOut
    }
    defer { queue.leave() }
    return ask(prompter, limit)
  }
}

/// Remembers the fingerprint reader and the surroundings of the process for a short time.
///
/// A search for the reader starts a process, and reading the surroundings reads some files. A call
/// that needs no prompt must not wait for them each time.
private final class MachineSights: Sendable {
  /// The facts about how the user of this process can be asked.
  struct Around: Sendable {
    /// True if the user can be asked.
    var isInteractive = false
    /// True if the environment variable `LATCHKEY_INTERACTION` forbids all questions.
    var isForbidden = false
    /// True if the user of a store without a passcode must enter the password of the Linux account.
    var asksForAccount = false
  }

  private struct State: Sendable {
    var biometry: AuthenticationFacts.Biometry?
    /// The moment at which the last search for the fingerprint reader ended, in microseconds since
    /// boot.
    ///
    /// Nil if the next use must search again.
    var looked: Int64?
    /// True if at least one search for the fingerprint reader has had an answer.
    var isKnown = false
    var around = Around()
    var aroundLooked: Int64?
    /// The version of the store's passcode at the last call of `isNews`.
    ///
    /// Nil before the first call. 0 if the store had no passcode.
    var passcode: UInt64?
  }

  private let means: PromptMeans
  private let state = Lock(State())

  init(_ means: PromptMeans) {
    self.means = means
  }

  /// Forgets the fingerprint reader and the surroundings, so that the next use looks for them
  /// again.
  func forget() {
    state.withLock {
      $0.looked = nil
      $0.aroundLooked = nil
    }
  }

  /// True if the store's passcode was set, changed or removed since the last call of this function.
  func isNews(_ known: StoreFacts) -> Bool {
    state.withLock { state in
      let last = state.passcode
      // The version is 0 if the store has no passcode.
      state.passcode = known.passcodeVersion
      return last != nil && last != known.passcodeVersion
    }
  }

  /// Returns whether the user can be asked now, and whether for the store's passcode or for the
  /// password of the Linux account.
  ///
  /// If the last result is younger than `PromptMeans.surroundingsLife`, that result is returned.
  /// Otherwise the surroundings are read again. The function starts no process.
  ///
  /// - Parameter now: the present moment, in microseconds since boot.
  func around(at now: Int64) -> Around {
    let (last, looked) = state.withLock { ($0.around, $0.aroundLooked) }
    if let looked, (0..<means.surroundingsLife).contains(now - looked) { return last }
    let surroundings = means.surroundings()
    let choice = PromptChoice(surroundings)
    // A prompting agent cannot be reached yet.
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

  /// Returns the state of the fingerprint reader and its enrolled fingers.
  ///
  /// The function searches for the reader if the last search was too long ago
  /// (`PromptMeans.sensorLife`).
  ///
  /// - Parameters:
  ///   - store: records the reader and its fingers if they have changed, and counts attempts.
  ///   - now: the present moment, in microseconds since boot.
  /// - Returns: the state, or nil if there is no reader. `isNews` is true if the state differs from
  ///   the state that the last search found.
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
    // An answer is valid from its arrival on, because finding the reader may take longer than the
    // answer stays valid.
    let took = (MonotonicTime.now.nanoseconds - begin.nanoseconds) / 1000
    return state.withLock { state in
      state.looked = now + took
      let isNews = state.isKnown && state.biometry != answer
      // Before the first answer nothing was known, so the first answer is no news.
      if found != nil { state.isKnown = true }
      state.biometry = answer
      return (answer, isNews)
    }
  }
}
