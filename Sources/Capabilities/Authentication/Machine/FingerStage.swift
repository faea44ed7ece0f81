// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import KeychainTypes
import SecureMemory

/// The part of an authentication that waits for a finger at the fingerprint reader
/// (Specification/access-control.md, "Evaluation", "Presence by finger: fprintd").
///
/// During the wait, another thread shows a prompt with buttons. Each attempt is counted as failed
/// before its result is known. If no attempt was made, the count is reduced again.
struct FingerStage {
  let dialog: PromptDialog

  /// The state that two threads share: one waits at the fingerprint reader, one shows the prompt.
  private final class Talk: Sendable {
    struct State: Sendable {
      var machine: PromptMachine
      /// The failure that ends the authentication, whatever the state machine `machine` says.
      ///
      /// An example is that the store could not count an attempt. Nil if `machine` alone decides
      /// how the authentication goes on.
      var failure: AuthenticationFailure?
      /// True while the reader waits for a finger: the attempt is counted as failed in advance.
      ///
      /// A failed attempt leaves the count as it is. A matching finger sets the count to zero. If
      /// the wait ends without an attempt, `settle` reduces the count by one again.
      var isCounted = false
    }

    let state: Lock<State>
    /// The cancellation that closes the prompt.
    ///
    /// The cancellation `reader` ends the wait at the fingerprint reader.
    let prompt = Cancellation()
    let reader = Cancellation()

    init(_ machine: PromptMachine) { state = Lock(State(machine: machine)) }

    /// Passes an event to the state machine of the authentication.
    ///
    /// If the state machine no longer waits for a finger, the wait at the fingerprint reader ends.
    func take(_ event: PromptMachine.Event) {
      let isOver = state.withLock { state in
        state.machine.take(event)
        return state.machine.step != .ask(.biometry)
      }
      if isOver { reader.cancel() }
    }

    func fail(_ failure: AuthenticationFailure) {
      state.withLock { $0.failure = $0.failure ?? failure }
      reader.cancel()
    }
  }

  func run(_ machine: inout PromptMachine) throws(AuthenticationFailure) {
    guard let helper = dialog.means.helper, let generation = dialog.facts.biometry?.generation
    else { return machine.take(.biometryLost) }
    let talk = Talk(machine)
    dialog.cancellation.onCancel { _ in
      talk.prompt.cancel()
      talk.reader.cancel()
    }
    let left = dialog.deadline.millisecondsLeft
    let time = min(dialog.means.finger, dialog.means.evaluation / 2, left)
    let deadline = Deadline(milliseconds: time)
    let question = dialog.texts.finger(hasFallback: machine.offersFallback)
    let hasFallback = machine.offersFallback
    let prompter = dialog.prompter
    let side = SideThread {
      let answer = prompter.confirm(question, until: deadline, cancellation: talk.prompt)
      Self.hear(answer, hasFallback, talk)
    }
    guard let side else { throw .systemCancel }
    let outcome = helper.verifyFinger(until: deadline, cancellation: talk.reader) { event in
      handle(event, talk)
    }
    settle(outcome, generation, isWhole: time == left, talk)
    talk.prompt.cancel()
    side.join()
    if let failure = dialog.cancellation.failure { throw failure }
    let state = talk.state.withLock { $0 }
    if let failure = state.failure { throw failure }
    machine = state.machine
  }

  /// Handles the answer of the prompt, unless the authentication has already closed the prompt.
  ///
  /// - Parameter hasFallback: true if the button that accepts chooses the passcode (or the
  ///   account's password) instead of a finger. If false, that button cancels.
  private static func hear(_ answer: ConfirmationAnswer, _ hasFallback: Bool, _ talk: Talk) {
    guard !talk.prompt.isCancelled else { return }
    switch answer {
    case .accepted: talk.take(hasFallback ? .fallback : .cancel)
    case .refused, .cancelled: talk.take(.cancel)
    // The reader's wait has the same deadline, and `settle` reports it.
    case .timedOut: return
    case .endedWithoutAnswer: talk.take(.systemCancel)
    case .unavailable: talk.fail(.notInteractive)
    }
  }

  /// Handles an event of the fingerprint reader, and counts attempts.
  ///
  /// - Returns: true if a further attempt is allowed.
  private func handle(_ event: FingerEvent, _ talk: Talk) -> Bool {
    switch event {
    case .hint: return true
    case .waiting:
      guard (try? dialog.store.countBiometry(1)) != nil else {
        talk.fail(.systemCancel)
        return false
      }
      talk.state.withLock { $0.isCounted = true }
      return true
    case .noMatch:
      // Adds nothing: the attempt was counted when it began.
      guard let failures = try? dialog.store.countBiometry(0) else {
        talk.fail(.systemCancel)
        return false
      }
      return talk.state.withLock { state in
        state.isCounted = false
        state.machine.take(.noMatch(deviceFailures: failures))
        return state.machine.step == .ask(.biometry)
      }
    }
  }

  /// Handles the outcome of the wait at the fingerprint reader.
  ///
  /// - Parameters:
  ///   - generation: the identifier that the store gave to the reader and its enrolled fingers.
  ///   - isWhole: true if the wait had all the remaining time of the authentication. If the wait
  ///     then times out, the authentication ends. If `isWhole` is false and the wait times out, the
  ///     passcode is asked for next.
  private func settle(
    _ outcome: FingerOutcome, _ generation: Identifier16, isWhole: Bool, _ talk: Talk
  ) {
    if outcome == .matched {
      guard (try? dialog.store.countBiometry(nil)) != nil else { return talk.fail(.systemCancel) }
      return talk.take(.match(generation: generation))
    }
    let isCounted = talk.state.withLock { $0.isCounted }
    if isCounted { _ = try? dialog.store.countBiometry(-1) }
    switch outcome {
    case .matched, .stopped, .cancelled: return
    case .timedOut: talk.take(isWhole ? .deadline : .biometryTimedOut)
    case .failed(.busy): talk.take(.systemCancel)
    case .failed, .unavailable, .endedWithoutAnswer: talk.take(.biometryLost)
    }
  }
}

/// A second thread that shows the prompt while the first thread waits for a finger.
private final class SideThread {
  private var thread: pthread_t

  /// The closure that the thread runs, in an object that can be passed to `pthread_create`.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts the thread, which runs `body`.
  ///
  /// Nil if the system cannot create a thread.
  ///
  /// The thread blocks all signals, so that the program's own threads receive them.
  init?(_ body: @escaping @Sendable () -> Void) {
    var (all, former) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(Work(body))
    let number = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, argument.toOpaque())
    guard number == 0 else {
      unsafe argument.release()
      return nil
    }
  }

  /// Waits until the thread ends.
  ///
  /// Call it once, and not from the thread itself.
  func join() {
    pthread_join(thread, nil)
  }
}
