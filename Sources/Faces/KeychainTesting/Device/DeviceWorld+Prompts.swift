// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes
internal import SecureMemory

/// Functions that show the prompts of a simulated device and record them.
extension DeviceWorld {
  /// Adds steps to the script, which is the list of the user's next actions at prompts.
  ///
  /// - Parameter place: the place in the test's source where the steps were given. Nil if a replay
  ///   takes the steps from a journal (the record of an earlier run).
  func answer(_ steps: [SimulatedDevice.Step], at place: CodePlace? = nil) {
    let place = place ?? places.made
    inner.withLock { inner in
      inner.script += steps.map { Answer(step: $0, place: place) }
      for step in steps { inner.journal.append(.answer(step)) }
    }
  }

  func nextStep() -> SimulatedDevice.Step? {
    inner.withLock { $0.script.isEmpty ? nil : $0.script.removeFirst().step }
  }

  /// Shows a prompt, and adds it to `SimulatedDevice.prompts` and to the journal.
  ///
  /// - Parameters:
  ///   - request: the texts of the prompt and the app that shows it.
  ///   - stage: the type of evidence, such as a passcode, that the prompt asks for first.
  ///   - evaluation: the authentication that shows the prompt.
  /// - Returns: The prompt, to which events can be posted.
  func show(
    _ request: AuthenticationRequest, _ stage: PromptMachine.Stage,
    of evaluation: AuthenticationCancellation
  ) -> LivePrompt {
    let prompt = inner.withLock { inner in
      let prompt = LivePrompt(
        number: inner.prompts.count, hangs: inner.script.isEmpty && inner.policy == .hang,
        at: inner.state.bootTime)
      inner.prompts.append(
        SimulatedDevice.Prompt(
          stages: [stage.shown], reason: request.reason, fallbackTitle: request.fallbackTitle,
          cancelTitle: request.cancelTitle, caller: request.caller.identifier,
          itemLabel: request.itemLabel, time: inner.state.bootTime))
      inner.live.append(prompt)
      return prompt
    }
    came(.prompt(caller: request.caller.identifier, stage.shown)) {
      evaluations.show(evaluation)
    }
    return prompt
  }

  func note(_ stage: PromptMachine.Stage, at prompt: LivePrompt) {
    change(prompt) { if $0.stages.last != stage.shown { $0.stages.append(stage.shown) } }
  }

  func countAttempt(at prompt: LivePrompt) {
    change(prompt) { $0.attempts += 1 }
  }

  func close(_ prompt: LivePrompt, _ outcome: PromptMachine.Outcome) {
    let shown: SimulatedDevice.Prompt.Outcome =
      switch outcome {
      case .success: .success
      case .failure(let failure): .failure(code: failure.rawValue)
      }
    change(prompt) { $0.outcome = shown }
    inner.withLock { $0.live.removeAll { $0 === prompt } }
    came(.outcome(shown))
  }

  private func change(
    _ prompt: LivePrompt, _ body: (inout SimulatedDevice.Prompt) -> Void
  ) {
    inner.withLock { body(&$0.prompts[prompt.number]) }
  }
}

extension PromptMachine.Stage {
  /// The type of evidence that a prompt asks for, as `SimulatedDevice.Prompt.stages` lists it.
  var shown: SimulatedDevice.Prompt.Stage {
    switch self {
    case .biometry: .biometry
    case .passcode: .passcode
    case .companion: .companion
    case .applicationPassword: .applicationPassword
    }
  }
}
