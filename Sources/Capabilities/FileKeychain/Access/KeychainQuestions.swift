// SPDX-License-Identifier: Apache-2.0
package import Authentication
import SecureMemory

/// Asks the user at the display or the terminal about a keychain
/// (Specification/file-keychain.md, "Prompt rules").
///
/// The process itself asks, with pinentry if it is installed. Each question ends after two minutes,
/// or after the shorter limit of the prompter.
package struct KeychainQuestions: KeychainAsker {
  /// The longest time that a question stays open, in milliseconds.
  private static let patience = 120_000
  private static let title = "Keychain"
  private static let prompt = "Password:"
  private static let wrong = "The password is wrong."
  private static let (allow, always, deny) = ("Allow", "Always Allow", "Deny")

  private let prompter: @Sendable () -> (any Prompter)?

  /// Creates the questions of this process.
  ///
  /// - Parameter prompter: a function that returns the prompter of this process, or nil if no user
  ///   can be asked.
  package init(_ prompter: @escaping @Sendable () -> (any Prompter)?) {
    self.prompter = prompter
  }

  package var canAsk: Bool { prompter()?.canAsk == true }

  package func password(
    toUnlock keychain: String, _ client: KeychainClient, attempt: Int
  ) -> AskedPassword {
    let text =
      "\(quoted(client.name)) wants to use the \(quoted(keychain)) keychain.\n"
      + "Please enter the keychain password."
    return ask(text, isAgain: attempt > 0)
  }

  /// Asks for the permission with three buttons, and then for the password.
  ///
  /// These are two questions, because pinentry programs for terminals show no third button beside a
  /// password. After a wrong password only the second question is asked.
  ///
  /// - Parameters:
  ///   - canTrust: true to ask the first question, whose three buttons include "Always Allow".
  ///   - earlier: nil for the first attempt. After a wrong password, whether the user has chosen
  ///     "Always Allow".
  package func permission(
    for operation: Authorization, on item: String, in keychain: String, _ client: KeychainClient,
    canTrust: Bool, afterWrong earlier: Bool?
  ) -> AskedPermission {
    let wish = wish(operation, item, client)
    let isLasting: Bool
    if let earlier {
      isLasting = earlier
    } else if canTrust {
      switch choose(wish) {
      case .accepted: isLasting = false
      case .refused: isLasting = true
      case .cancelled: return .denied
      case .timedOut, .unavailable, .endedWithoutAnswer: return .nobody
      }
    } else {
      isLasting = false
    }
    let text = wish + "\nTo allow this, enter the \(quoted(keychain)) keychain password."
    let label = isLasting ? Self.always : Self.allow
    switch ask(text, accept: label, cancel: Self.deny, isAgain: earlier != nil) {
    case .password(let password): return .allowed(password, always: isLasting)
    case .cancelled: return .denied
    case .nobody: return .nobody
    }
  }

  private func choose(_ text: String) -> ConfirmationAnswer {
    guard let prompter = prompter() else { return .unavailable(.nobodyThere) }
    var question = ConfirmationQuestion(
      title: Self.title, description: text, accept: Self.allow, refuse: Self.always)
    question.cancel = Self.deny
    return prompter.confirm(
      question, until: Deadline(milliseconds: Self.patience), cancellation: Cancellation())
  }

  private func ask(
    _ text: String, accept: String? = nil, cancel: String? = nil, isAgain: Bool
  ) -> AskedPassword {
    guard let prompter = prompter() else { return .nobody }
    var question = PasscodeQuestion(title: Self.title, description: text, prompt: Self.prompt)
    (question.accept, question.cancel) = (accept, cancel)
    question.lastError = isAgain ? Self.wrong : nil
    let answer = prompter.askPasscode(
      question, until: Deadline(milliseconds: Self.patience), cancellation: Cancellation())
    switch answer {
    case .passphrase(let password): return .password(password)
    case .cancelled, .notConfirmed: return .cancelled
    case .timedOut, .unavailable, .endedWithoutAnswer: return .nobody
    }
  }

  private func wish(
    _ operation: Authorization, _ item: String, _ client: KeychainClient
  ) -> String {
    let (name, item) = (quoted(client.name), quoted(item))
    return switch operation {
    case .decrypt:
      "\(name) wants to use your confidential information stored in \(item) in your keychain."
    case .changeAccess: "\(name) wants to change the access permissions of \(item)."
    default: "\(name) wants to access key \(item) in your keychain."
    }
  }

  /// Returns a text of a program or an item in quotes, so that it cannot look like a part of the
  /// question.
  private func quoted(_ text: String) -> String { QuotedText.quoted(text) }
}
