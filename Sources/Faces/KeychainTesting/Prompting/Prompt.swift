// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
  /// One prompt, as the person saw it (spec/access-control.md 2.5).
  public struct Prompt: Hashable, Sendable {
    /// What a prompt can ask for.
    public enum Stage: String, Hashable, Sendable {
      case biometry, passcode, companion, applicationPassword
    }

    /// How it ended.
    public enum Outcome: Hashable, Sendable {
      case isUp
      case success
      /// The code of an `LAError`.
      case failure(code: Int)
    }

    /// What was asked for, in order; the first is what the prompt came up with.
    public internal(set) var stages: [Stage]
    /// What the app, or the query, gave as its reason.
    public let reason: String
    /// The title of the fallback button: nil is the standard one, empty is none.
    public let fallbackTitle: String?
    /// The title of the cancel button: nil or empty is the standard one.
    public let cancelTitle: String?
    /// The identifier of the app that asks.
    public let caller: String
    /// The label of the item that is asked about.
    public let itemLabel: String?
    /// Tries that were counted, wrong ones and right ones.
    public internal(set) var attempts = 0
    /// How it ended, if it has.
    public internal(set) var outcome = Outcome.isUp
    /// When it came up, since boot.
    public let time: Duration

    /// What it came up with.
    public var kind: Stage { stages[0] }
  }
}

extension SimulatedDevice.Prompt: CustomStringConvertible {
  /// One line, as a failing test prints it.
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
