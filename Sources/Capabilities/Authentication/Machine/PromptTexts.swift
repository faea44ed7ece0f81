// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The words of a prompt: ours, with what the application says in quotes
/// (spec/access-control.md 3.3).
struct PromptTexts {
  private static let title = "Latchkey"
  private static let longestButton = 32

  let request: AuthenticationRequest
  /// Whether the passcode is the password of the account.
  let passcodeIsGate: Bool

  /// Asks for the password of the account.
  var accountPassword: PasscodeQuestion {
    var question = PasscodeQuestion(
      title: Self.title, description: description("asks for the password of your account"),
      prompt: "Password:")
    question.cancel = cancel
    return question
  }

  /// Asks for the passcode of the store.
  var passcode: PasscodeQuestion {
    var question = PasscodeQuestion(
      title: Self.title, description: description("asks for the passcode of your keychain"),
      prompt: "Passcode:")
    question.cancel = cancel
    return question
  }

  /// Asks for the password of an item.
  var applicationPassword: PasscodeQuestion {
    var question = PasscodeQuestion(
      title: Self.title, description: description("asks for the password of an item"),
      prompt: "Password:")
    question.cancel = cancel
    return question
  }

  /// Asks for a finger.
  ///
  /// - Parameter hasFallback: whether the first button is the fallback; else it cancels as well.
  func finger(hasFallback: Bool) -> ConfirmationQuestion {
    let fallback =
      button(request.fallbackTitle) ?? (passcodeIsGate ? "Use Password" : "Use Passcode")
    var question = ConfirmationQuestion(
      title: Self.title,
      description: description("asks for your finger on the fingerprint reader"),
      accept: hasFallback ? fallback : cancel ?? "Cancel", refuse: nil)
    question.cancel = cancel
    return question
  }

  private var cancel: String? { button(request.cancelTitle) }

  private func button(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    return QuotedText.quoted(text, limit: Self.longestButton)
  }

  private func description(_ what: String) -> String {
    let name = request.caller.identifier
    let caller = name.isEmpty ? "A program" : QuotedText.quoted(name)
    var lines = ["\(caller) \(what)."]
    if let label = request.itemLabel { lines.append("Item: \(QuotedText.quoted(label))") }
    if !request.reason.isEmpty { lines.append("Reason: \(QuotedText.quoted(request.reason))") }
    return lines.joined(separator: "\n")
  }
}
