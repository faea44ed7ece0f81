// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Whom to ask (spec/access-control.md 3.7): a decision about `PromptSurroundings`, which starts
/// and opens nothing.
package enum PromptChoice: Hashable, Sendable {
  /// The prompter that the session registered (a later part).
  case agent
  /// A pinentry with the caller's display.
  case display(PinentryProgram)
  /// A pinentry at the caller's terminal.
  case terminalProgram(PinentryProgram)
  /// The caller's terminal itself, where no pinentry is installed.
  case terminal(PromptSurroundings.Terminal)
  /// The answer is -1004 or -25308, at once.
  case nobody(Unavailability)

  /// Decides.
  package init(_ surroundings: PromptSurroundings) {
    self = Self.refusal(surroundings).map { .nobody($0) } ?? Self.somebody(surroundings)
  }

  private static func refusal(_ surroundings: PromptSurroundings) -> Unavailability? {
    if !surroundings.allowsQuestions { return .forbidden }
    // A terminal on a locked display is hidden by it as well.
    if surroundings.displayIsLocked { return .displayLocked }
    return nil
  }

  private static func somebody(_ surroundings: PromptSurroundings) -> PromptChoice {
    if surroundings.isSetID {
      // Its rights are not given to a program, nor its secrets to a display that others name.
      return surroundings.terminal.map { .terminal($0) } ?? .nobody(.nobodyThere)
    }
    if surroundings.hasAgent { return .agent }
    if surroundings.isSeen,
      let program = surroundings.pinentries.first(where: { !$0.needsTerminal })
    {
      return .display(program)
    }
    if let terminal = surroundings.terminal {
      return surroundings.pinentries.first.map { .terminalProgram($0) } ?? .terminal(terminal)
    }
    return .nobody(surroundings.isSeen ? .noProgram : .nobodyThere)
  }

  /// Who asks, at the terminal where the display turns out to be out of reach; nil for an agent,
  /// which this target does not reach.
  package func prompter(in surroundings: PromptSurroundings) -> (any Prompter)? {
    var prompters: [any Prompter] = []
    var choice: PromptChoice? = self
    while let chosen = choice {
      choice = chosen.next(in: surroundings)
      guard let prompter = chosen.ownPrompter(in: surroundings, isLast: choice == nil) else {
        return nil
      }
      prompters.append(prompter)
    }
    return prompters.count == 1 ? prompters[0] : PrompterChain(prompters)
  }

  /// Who asks where this one cannot: a program at the terminal, else the terminal itself.
  private func next(in surroundings: PromptSurroundings) -> PromptChoice? {
    guard let terminal = surroundings.terminal else { return nil }
    switch self {
    case .display:
      let program = surroundings.pinentries.first(where: \.needsTerminal)
      return program.map { .terminalProgram($0) } ?? .terminal(terminal)
    case .terminalProgram: return .terminal(terminal)
    case .agent, .terminal, .nobody: return nil
    }
  }

  private func ownPrompter(
    in surroundings: PromptSurroundings, isLast: Bool
  ) -> (any Prompter)? {
    switch self {
    case .agent: nil
    case .display(let program), .terminalProgram(let program):
      Pinentry(program: program, surroundings: surroundings, isLast: isLast)
    case .terminal(let terminal): TerminalPrompt(terminal: terminal)
    case .nobody(let reason): NobodyPrompter(reason: reason)
    }
  }
}

/// Several who could ask, the best one first: where one turns out to be unable to, the next one
/// asks, in what is left of the time (spec/access-control.md 3.7).
///
/// Only one that certainly has shown nothing is followed by another: nobody sees a question twice.
/// Who could not is not tried again.
private final class PrompterChain: Prompter {
  private let prompters: [any Prompter]
  /// The place of who asks now.
  private let place = Lock(0)

  /// - Parameter prompters: at least one.
  init(_ prompters: [any Prompter]) {
    self.prompters = prompters
  }

  func askPasscode(
    _ question: PasscodeQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> PasscodeAnswer {
    while true {
      let (prompter, place) = current
      let answer = prompter.askPasscode(question, until: deadline, cancellation: cancellation)
      guard case .unavailable(let reason) = answer, goesOn(from: place, reason) else {
        return answer
      }
    }
  }

  func confirm(
    _ question: ConfirmationQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> ConfirmationAnswer {
    while true {
      let (prompter, place) = current
      let answer = prompter.confirm(question, until: deadline, cancellation: cancellation)
      guard case .unavailable(let reason) = answer, goesOn(from: place, reason) else {
        return answer
      }
    }
  }

  private var current: (any Prompter, Int) {
    place.withLock { (prompters[$0], $0) }
  }

  /// Takes the next one, where there is one and nothing can have been shown.
  private func goesOn(from failed: Int, _ reason: Unavailability) -> Bool {
    guard reason.provesNothingShown, failed + 1 < prompters.count else { return false }
    place.withLock { $0 = max($0, failed + 1) }
    return true
  }
}

/// There is nobody to ask: each question is answered at once, and no process is started
/// (spec/access-control.md 3.7).
private struct NobodyPrompter: Prompter {
  /// Why there is nobody.
  let reason: Unavailability

  init(reason: Unavailability) {
    self.reason = reason
  }

  func askPasscode(
    _ question: PasscodeQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> PasscodeAnswer {
    .unavailable(reason)
  }

  func confirm(
    _ question: ConfirmationQuestion, until deadline: Deadline, cancellation: Cancellation
  ) -> ConfirmationAnswer {
    .unavailable(reason)
  }
}
