// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import KeychainTypes
import SecureMemory

/// The stage of an evaluation at the reader: a prompt with buttons stands on a thread beside while
/// this one waits for a finger (spec/access-control.md 1.6, 3.4).
///
/// Each attempt is counted as failed before it is looked at, and the count taken back where it was
/// none.
struct FingerStage {
  let dialog: PromptDialog

  /// What both threads know.
  private final class Talk: Sendable {
    struct State: Sendable {
      var machine: PromptMachine
      /// Why the dialog ends without an outcome of the machine.
      var failure: AuthenticationFailure?
      /// Whether an attempt is counted that nothing has come of yet.
      var isCounted = false
    }

    let state: Lock<State>
    /// End the prompt and the wait at the reader.
    let prompt = Cancellation()
    let reader = Cancellation()

    init(_ machine: PromptMachine) { state = Lock(State(machine: machine)) }

    /// Tells the machine; a stage that is over then ends at the reader too.
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

  /// What was done at the prompt, unless the stage was over first.
  private static func hear(_ answer: ConfirmationAnswer, _ hasFallback: Bool, _ talk: Talk) {
    guard !talk.prompt.isCancelled else { return }
    switch answer {
    case .accepted: talk.take(hasFallback ? .fallback : .cancel)
    case .refused, .cancelled: talk.take(.cancel)
    // The reader has the same deadline, and tells which one it is.
    case .timedOut: return
    case .endedWithoutAnswer: talk.take(.systemCancel)
    case .unavailable: talk.fail(.notInteractive)
    }
  }

  /// - Returns: whether there is a further attempt.
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
      // No more than what was counted before.
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

  /// What the end of the wait means.
  ///
  /// - Parameter isWhole: whether the time of the evaluation is over with that of the stage.
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

/// A thread beside the one that asks: the prompt stands there while the reader waits for a finger.
private final class SideThread {
  private var thread: pthread_t

  /// What the thread is given.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts it; nil where the system gives no thread.
  ///
  /// The program's signals are its own: the thread takes none.
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

  /// Waits for its end; once, and not from itself.
  func join() {
    pthread_join(thread, nil)
  }
}
