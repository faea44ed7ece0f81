// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes
internal import SecureMemory

/// The simulated user who answers a prompt.
///
/// The script has the steps given to `SimulatedDevice.answer`. Its next step is the user's next
/// action. If the script is empty, the policy (`SimulatedDevice.whenAsked`) decides the action.
struct PromptedPerson {
  let world: DeviceWorld
  let prompt: LivePrompt

  /// Carries out the user's actions, such as typing a passcode, until the prompt ends.
  ///
  /// - Returns: The application password that was typed last, or nil if no password was typed.
  func answer(
    _ machine: inout PromptMachine, _ request: AuthenticationRequest
  ) -> SecretBytes? {
    var password: SecretBytes?
    var hangs = prompt.hangs
    while case .ask(let stage) = machine.step {
      world.note(stage, at: prompt)
      if let event = hangs ? prompt.waitForPosting() : prompt.posting() {
        machine.take(event)
      } else if let step = world.nextStep() {
        take(step, at: stage, &machine, &password)
      } else if world.policy == .hang {
        hangs = true
      } else {
        takeByPolicy(at: stage, &machine)
      }
    }
    return password
  }

  private func take(
    _ step: SimulatedDevice.Step, at stage: PromptMachine.Stage, _ machine: inout PromptMachine,
    _ password: inout SecretBytes?
  ) {
    switch step {
    case .biometry(let name): present(name, at: stage, &machine)
    case .noMatch: present("", at: stage, &machine)
    case .passcode(let text): type(text, at: stage, &machine)
    case .applicationPassword(let text):
      guard stage == .applicationPassword else {
        return fail("a password of an item was typed, but the prompt asks for \(stage)", &machine)
      }
      password = SecretBytes(copying: Array(text.utf8))
      machine.take(.applicationPasswordTyped)
    case .fallback:
      guard machine.offersFallback else { return fail("the fallback button is hidden", &machine) }
      machine.take(.fallback)
    case .companionConfirms, .companionRefuses:
      guard let companion = companionInReach else {
        return fail("no companion is in reach", &machine)
      }
      if case .companionConfirms = step {
        machine.take(.companionConfirmed(companion))
      } else {
        machine.take(.companionRefused)
      }
    case .cancel: machine.take(.cancel)
    case .systemCancel: machine.take(.systemCancel)
    case .lockDevice: world.happenDuringPrompt(.lock(grace: nil))
    case .enterBackground: world.happenDuringPrompt(.enterBackground)
    case .wait(let duration): world.happenDuringPrompt(.advance(by: duration))
    case .run(let body): world.runDuringPrompt(body)
    }
  }

  /// Presents a finger or a face at the prompt.
  ///
  /// Has no effect if the prompt does not ask for biometry.
  private func present(
    _ name: String, at stage: PromptMachine.Stage, _ machine: inout PromptMachine
  ) {
    guard stage == .biometry else { return }
    let generation = world.state.facts(for: world.anybody).biometry?.generation
    guard let accepted = world.happenDuringPrompt(.presentBiometry(name)), let generation else {
      // The device was locked or switched off while the prompt was shown, or its sensor became
      // unusable.
      let isUsable = world.state.isOn && world.state.screen == .unlocked
      return machine.take(isUsable ? .biometryLost : .systemCancel)
    }
    world.countAttempt(at: prompt)
    if accepted {
      machine.take(.match(generation: generation))
    } else {
      machine.take(.noMatch(deviceFailures: world.state.biometryFailures))
    }
  }

  private func type(
    _ passcode: String, at stage: PromptMachine.Stage, _ machine: inout PromptMachine
  ) {
    guard stage == .passcode else {
      return fail("a passcode was typed, but the prompt asks for \(stage)", &machine)
    }
    let before = world.state
    guard let accepted = world.happenDuringPrompt(.typePasscode(passcode)) else {
      return machine.take(.systemCancel)
    }
    if accepted {
      world.countAttempt(at: prompt)
      return machine.take(.passcodeRight)
    }
    let after = world.state
    // During a delay the passcode is ignored, and the same wrong passcode again is not another try.
    guard after.throttle != before.throttle else { return }
    world.countAttempt(at: prompt)
    let isLast =
      after.throttle.wrongPasscodes >= DeviceState.PasscodeAttempts.mostBeforeErase
    machine.take(isLast ? .passcodeExhausted : .passcodeWrong)
  }

  private func takeByPolicy(at stage: PromptMachine.Stage, _ machine: inout PromptMachine) {
    switch world.policy {
    case .hang, .fail: fail("the prompt gets no answer", &machine)
    case .succeed:
      switch stage {
      case .biometry:
        guard let name = world.state.enrolment.names.min() else {
          return machine.take(.biometryLost)
        }
        present(name, at: stage, &machine)
      case .passcode:
        guard world.state.throttle.retryAt == nil, let passcode = world.state.passcode else {
          return fail("the correct passcode is not accepted now", &machine)
        }
        type(passcode, at: stage, &machine)
      case .companion:
        guard let companion = companionInReach else {
          return fail("no companion is in reach", &machine)
        }
        machine.take(.companionConfirmed(companion))
      case .applicationPassword:
        fail("only a step of the script can give the password of an item", &machine)
      }
    }
  }

  private var companionInReach: CompanionType? {
    world.state.companions.filter(\.value.isInReach).map(\.key.type).min()
  }

  /// Reports a mistake of the test, and cancels the prompt, as the system can do at any time.
  private func fail(_ words: String, _ machine: inout PromptMachine) {
    world.fail("\(words): \(world.prompts[prompt.number])")
    machine.take(.systemCancel)
  }
}
