// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The texts of the prompts in an authentication (Specification/access-control.md, "Presence by
/// passphrase: pinentry").
///
/// Latchkey writes these texts. An application's texts appear in them only in quotes.
struct PromptTexts {
  private static let title = "Latchkey"
  private static let longestButton = 32

  let request: AuthenticationRequest
  /// True if the store has no passcode, and the user must enter the password of the Linux account
  /// instead.
  let passcodeIsGate: Bool

  /// The texts of the prompt that asks for the password of the user's Linux account.
  var accountPassword: PasscodeQuestion {
    var question = PasscodeQuestion(
      title: Self.title, description: description("asks for the password of your account"),
      prompt: "Password:")
    question.cancel = cancel
    return question
  }

  /// The texts of the prompt that asks for the store's passcode.
  var passcode: PasscodeQuestion {
    var question = PasscodeQuestion(
      title: Self.title, description: description("asks for the passcode of your keychain"),
      prompt: "Passcode:")
    question.cancel = cancel
    return question
  }

  /// The texts of the prompt that asks for the application password of an item.
  var applicationPassword: PasscodeQuestion {
    var question = PasscodeQuestion(
      title: Self.title, description: description("asks for the password of an item"),
      prompt: "Password:")
    question.cancel = cancel
    return question
  }

  /// Returns the texts of the prompt that is shown while the fingerprint reader waits.
  ///
  /// - Parameter hasFallback: true if the first button chooses the passcode (or the account's
  ///   password) instead of a finger. If false, the first button cancels.
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
