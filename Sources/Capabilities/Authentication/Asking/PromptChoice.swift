// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The way in which the user is asked: at the display, at the terminal, or not at all
/// (Specification/access-control.md, "Whom to ask; headless").
///
/// The choice depends on `PromptSurroundings` alone: no process is started and no file is opened.
package enum PromptChoice: Hashable, Sendable {
  /// A prompting agent: a program of the user's desktop that asks the user for other programs.
  ///
  /// Agents are not supported yet.
  case agent
  /// A pinentry program that shows a window at the caller's display.
  case display(PinentryProgram)
  /// A pinentry program that asks at the caller's terminal.
  case terminalProgram(PinentryProgram)
  /// Latchkey itself asks at the caller's terminal, without a pinentry program.
  case terminal(PromptSurroundings.Terminal)
  /// The user cannot be asked.
  ///
  /// The keychain call that needs the user fails at once, with LAError -1004 (notInteractive) or
  /// status -25308 (errSecInteractionNotAllowed).
  case nobody(Unavailability)

  /// Chooses how to ask the user of a process with these surroundings.
  package init(_ surroundings: PromptSurroundings) {
    self = Self.refusal(surroundings).map { .nobody($0) } ?? Self.somebody(surroundings)
  }

  private static func refusal(_ surroundings: PromptSurroundings) -> Unavailability? {
    if !surroundings.allowsQuestions { return .forbidden }
    // A locked display also hides the terminals on it.
    if surroundings.displayIsLocked { return .displayLocked }
    return nil
  }

  private static func somebody(_ surroundings: PromptSurroundings) -> PromptChoice {
    if surroundings.isSetID {
      // Neither start a program with these rights, nor show secrets at a display that the
      // environment names.
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

  /// Returns the prompter that asks the user in the chosen way.
  ///
  /// If the prompter cannot ask at the display, it asks at the terminal of this process. Nil for
  /// an agent: agents are not supported yet, so the user cannot be asked.
  ///
  /// - Parameter surroundings: the surroundings from which the way was chosen. They give the
  ///   prompter its environment, its terminal and its pinentry programs.
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

  /// Returns the way to try next if this way cannot ask the user.
  ///
  /// A display is followed by the terminal, with a pinentry program if one for terminals is
  /// installed. A pinentry program at the terminal is followed by the terminal without a program.
  /// Nil if this process has no terminal, or if no other way follows.
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

/// Asks through the first of several prompters that can ask the user
/// (Specification/access-control.md, "Whom to ask; headless").
///
/// The prompters are in order of preference. If a prompter cannot ask, the next prompter asks in
/// the remaining time. That happens only if the failed prompter certainly has shown nothing, so
/// that the user never sees a question twice. A prompter that could not ask is not tried again.
private final class PrompterChain: Prompter {
  private let prompters: [any Prompter]
  /// The index in `prompters` of the prompter that the next question uses.
  private let place = Lock(0)

  /// Makes a chain of at least one prompter.
  ///
  /// - Parameter prompters: the prompters in order of preference.
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

  /// Makes the chain use the next prompter, after a prompter could not ask.
  ///
  /// - Parameters:
  ///   - failed: the index in `prompters` of the prompter that could not ask.
  ///   - reason: the reason why it could not ask.
  /// - Returns: true if the caller must ask again with the next prompter. False if no prompter
  ///   follows, or if the user may have seen the question.
  private func goesOn(from failed: Int, _ reason: Unavailability) -> Bool {
    guard reason.provesNothingShown, failed + 1 < prompters.count else { return false }
    place.withLock { $0 = max($0, failed + 1) }
    return true
  }
}

/// A prompter that answers every question with `unavailable`, without starting a process
/// (Specification/access-control.md, "Whom to ask; headless").
private struct NobodyPrompter: Prompter {
  /// The reason why the user cannot be asked.
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
