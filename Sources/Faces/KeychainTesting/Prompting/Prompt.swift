// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
  /// A prompt as the simulated user saw it (Specification/access-control.md, "Scripted
  /// authentication").
  public struct Prompt: Hashable, Sendable {
    /// The types of evidence, such as a passcode or a finger, that a prompt can ask for.
    public enum Stage: String, Hashable, Sendable {
      case biometry, passcode, companion, applicationPassword
    }

    /// The result of a prompt, or `isUp` while the prompt is shown.
    public enum Outcome: Hashable, Sendable {
      case isUp
      case success
      /// The prompt failed with the code of an `LAError`.
      case failure(code: Int)
    }

    /// The types of evidence, such as a passcode, that the prompt has asked for, in order.
    public internal(set) var stages: [Stage]
    /// The reason for the prompt, as given by the app or the query.
    public let reason: String
    /// The title of the fallback button: nil for the standard title, empty for no button.
    public let fallbackTitle: String?
    /// The title of the cancel button, or nil or empty if the button has the standard title.
    public let cancelTitle: String?
    /// The application identifier of the app that shows the prompt.
    public let caller: String
    /// The label of the keychain item that the prompt is about.
    ///
    /// Nil if the item has no label, or if the prompt is not about an item.
    public let itemLabel: String?
    /// The number of tries at this prompt, right and wrong, with a passcode, a finger or a face.
    public internal(set) var attempts = 0
    /// The result of the prompt, or `isUp` while the prompt is shown.
    public internal(set) var outcome = Outcome.isUp
    /// The time since boot at which the prompt appeared.
    public let time: Duration

    /// The type of evidence, such as a passcode, that the prompt asked for first.
    public var kind: Stage { stages[0] }
  }
}

extension SimulatedDevice.Prompt: CustomStringConvertible {
  /// The prompt as one line, for the message of a failing test.
  public var description: String {
    let label = itemLabel.map { " about \"\($0)\"" } ?? ""
    let path = stages.map(\.rawValue).joined(separator: ", then ")
    return "\(caller) asks for \(path)\(label): \"\(reason)\" (\(attempts) tries, \(ending))"
  }

  private var ending: String {
    switch outcome {
    case .isUp: "still up"
    case .success: "succeeded"
    case .failure(let code): "ended with \(code)"
    }
  }
}
