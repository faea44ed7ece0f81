// SPDX-License-Identifier: Apache-2.0

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
