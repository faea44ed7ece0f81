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
