// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
  /// What a person does at a prompt, or what happens meanwhile (spec/access-control.md 2.5).
  public enum Step: Sendable {
    /// Presents a finger or a face; one that is not enrolled fails and counts. Without effect where
    /// the prompt does not ask for biometry.
    case biometry(String)
    /// A match that fails and counts.
    case noMatch
    /// Types a passcode where the prompt asks for one; a wrong one counts.
    case passcode(String)
    /// The fallback button; the test fails where there is none.
    case fallback
    /// The cancel button.
    case cancel
    /// A companion in reach confirms.
    case companionConfirms
    /// A companion in reach refuses.
    case companionRefuses
    /// Types the password of an item.
    case applicationPassword(String)
    /// The system takes the prompt down.
    case systemCancel
    /// The device is locked while the prompt is up.
    case lockDevice
    /// The app leaves the foreground while the prompt is up.
    case enterBackground
    /// Time passes while the prompt is up; its deadline may.
    case wait(Duration)
    /// Anything; it cannot be replayed from a journal.
    case run(@Sendable (SimulatedDevice) -> Void)
  }

  /// What happens at a prompt that no step answers.
  public enum Policy: String, Sendable {
    /// The test fails with the prompt's description, and the prompt is taken down.
    case fail
    /// The person does what the prompt asks for, rightly.
    case succeed
    /// Nobody does anything, until something else ends the prompt.
    case hang
  }
}

extension SimulatedDevice.Step {
  /// The step as words of a journal.
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

  /// Reads what `words` wrote; nil for anything else, code of the test included.
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
