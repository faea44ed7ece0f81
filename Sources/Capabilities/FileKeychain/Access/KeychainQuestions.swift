// SPDX-License-Identifier: Apache-2.0
package import Authentication
import SecureMemory

/// Asks the user at the display or the terminal about a keychain
/// (Specification/file-keychain.md, "Prompt rules").
///
/// The process itself asks, with pinentry if it is installed. An unanswered question ends after
/// two minutes.
package struct KeychainQuestions: KeychainAsker {
  /// The longest time that a question stays open, in milliseconds.
  private static let patience = 120_000
  private static let title = "Keychain"
  private static let wrong = "The password is wrong."

  private let surroundings: @Sendable () -> PromptSurroundings

  /// Creates the questions of this process.
  ///
  /// - Parameter surroundings: returns the display, the terminal and the programs that can ask.
  package init(
    _ surroundings: @escaping @Sendable () -> PromptSurroundings = { PromptSurroundings.current() }
  ) {
    self.surroundings = surroundings
  }

  package func password(
    toUnlock keychain: String, _ client: KeychainClient, attempt: Int
  ) -> AskedPassword {
    let text =
      "\(quoted(client.name)) wants to use the \(quoted(keychain)) keychain.\n"
      + "Please enter the keychain password."
    var question = PasscodeQuestion(title: Self.title, description: text, prompt: "Password:")
    question.lastError = attempt > 0 ? Self.wrong : nil
    switch ask(question) {
    case .passphrase(let password): return .password(password)
    case .cancelled, .notConfirmed: return .cancelled
    case .timedOut, .unavailable, .endedWithoutAnswer: return .nobody
    }
  }

  package func permission(
    for operation: Authorization, on item: String, in keychain: String, _ client: KeychainClient,
    canTrust: Bool, attempt: Int
  ) -> AskedPermission {
    let text = description(operation, item, keychain, client)
    var question = PasscodeQuestion(title: Self.title, description: text, prompt: "Password:")
    question.lastError = attempt > 0 ? Self.wrong : nil
    (question.accept, question.cancel) = ("Allow", "Deny")
    question.fallback = canTrust ? "Always Allow" : nil
    switch ask(question) {
    case .passphrase(let password): return .allowed(password, always: false)
    case .cancelled: return .denied
    case .notConfirmed: return always(text)
    case .timedOut, .unavailable, .endedWithoutAnswer: return .nobody
    }
  }

  /// Asks for the password that makes a permission lasting.
  private func always(_ text: String) -> AskedPermission {
    var question = PasscodeQuestion(
      title: Self.title, description: text + "\nThe program will not be asked about again.",
      prompt: "Password:")
    (question.accept, question.cancel) = ("Always Allow", "Deny")
    switch ask(question) {
    case .passphrase(let password): return .allowed(password, always: true)
    case .cancelled, .notConfirmed: return .denied
    case .timedOut, .unavailable, .endedWithoutAnswer: return .nobody
    }
  }

  private func ask(_ question: PasscodeQuestion) -> PasscodeAnswer {
    let surroundings = surroundings()
    guard let prompter = PromptChoice(surroundings).prompter(in: surroundings) else {
      return .unavailable(.nobodyThere)
    }
    return prompter.askPasscode(
      question, until: Deadline(milliseconds: Self.patience), cancellation: Cancellation())
  }

  private func description(
    _ operation: Authorization, _ item: String, _ keychain: String, _ client: KeychainClient
  ) -> String {
    let (name, item) = (quoted(client.name), quoted(item))
    let wish =
      switch operation {
      case .decrypt:
        "\(name) wants to use your confidential information stored in \(item) in your keychain."
      case .changeAccess: "\(name) wants to change the access permissions of \(item)."
      default: "\(name) wants to access key \(item) in your keychain."
      }
    return wish + "\nTo allow this, enter the \(quoted(keychain)) keychain password."
  }

  /// Returns a text of a program or an item in quotes, so that it cannot look like the question's.
  private func quoted(_ text: String) -> String { QuotedText.quoted(text) }
}
