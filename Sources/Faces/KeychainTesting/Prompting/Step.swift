// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
  /// An action of the user at a prompt, or an event while the prompt is shown
  /// (Specification/access-control.md, "Scripted authentication").
  public enum Step: Sendable {
    /// Presents the finger or face with this name.
    ///
    /// A finger or face that is not enrolled is a failed match. The fifth failed match in a row
    /// blocks biometry. The step has no effect if the prompt does not ask for biometry.
    case biometry(String)
    /// Presents a finger or face that is not enrolled.
    ///
    /// The fifth failed match in a row blocks biometry.
    case noMatch
    /// Types a passcode.
    ///
    /// A wrong passcode is counted like a wrong passcode at the lock screen, where several wrong
    /// passcodes cause a delay. The test fails if the prompt does not ask for the passcode.
    case passcode(String)
    /// Presses the fallback button.
    ///
    /// The test fails if the prompt does not show this button.
    case fallback
    /// Presses the cancel button.
    case cancel
    /// Confirms the prompt on a paired companion, such as a watch, that is near the device.
    case companionConfirms
    /// Refuses the prompt on a paired companion, such as a watch, that is near the device.
    case companionRefuses
    /// Types the application password of an item.
    ///
    /// The test fails if the prompt does not ask for this password.
    case applicationPassword(String)
    /// Ends the prompt, as the system can do at any time.
    case systemCancel
    /// Locks the device while the prompt is shown.
    case lockDevice
    /// Sends the app to the background while the prompt is shown.
    case enterBackground
    /// Lets time pass while the prompt is shown, which ends the prompt if its deadline is reached.
    case wait(Duration)
    /// Runs code of the test while the prompt is shown.
    ///
    /// A journal with this step cannot be replayed.
    case run(@Sendable (SimulatedDevice) -> Void)
  }

  /// The reaction to a prompt if no step given to `answer` is left.
  public enum Policy: String, Sendable {
    /// Makes the test fail with a description of the prompt, and ends the prompt.
    case fail
    /// Gives the evidence that the prompt asks for, such as the right passcode.
    ///
    /// The test fails if the prompt asks for an application password, which only a step can give.
    case succeed
    /// Leaves the prompt unanswered until an event, such as its deadline, ends it.
    case hang
  }
}

extension SimulatedDevice.Step {
  /// The step as a list of words for a line of the journal.
  var words: [String] {
    switch self {
    case .biometry(let name): ["biometry", name]
    case .noMatch: ["noMatch"]
    case .passcode(let text): ["passcode", text]
    case .fallback: ["fallback"]
    case .cancel: ["cancel"]
    case .companionConfirms: ["companionConfirms"]
    case .companionRefuses: ["companionRefuses"]
    case .applicationPassword(let text): ["applicationPassword", text]
    case .systemCancel: ["systemCancel"]
    case .lockDevice: ["lockDevice"]
    case .enterBackground: ["enterBackground"]
    case .wait(let duration): ["wait", "\(duration.attoseconds)"]
    case .run: ["run"]
    }
  }

  /// Makes a step from the words of a journal line.
  ///
  /// Nil if the words do not describe a step. Also nil for a `run` step, because a journal does not
  /// contain the code that the step runs.
  init?(words: [String]) {
    switch (words.first, words.dropFirst().first, words.count) {
    case ("biometry", let name?, 2): self = .biometry(name)
    case ("noMatch", nil, 1): self = .noMatch
    case ("passcode", let text?, 2): self = .passcode(text)
    case ("fallback", nil, 1): self = .fallback
    case ("cancel", nil, 1): self = .cancel
    case ("companionConfirms", nil, 1): self = .companionConfirms
    case ("companionRefuses", nil, 1): self = .companionRefuses
    case ("applicationPassword", let text?, 2): self = .applicationPassword(text)
    case ("systemCancel", nil, 1): self = .systemCancel
    case ("lockDevice", nil, 1): self = .lockDevice
    case ("enterBackground", nil, 1): self = .enterBackground
    case ("wait", let text?, 2):
      guard let attoseconds = Int128(text) else { return nil }
      self = .wait(Duration(attoseconds: attoseconds))
    default: return nil
    }
  }
}
