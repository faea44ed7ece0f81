// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The commands of one question to a pinentry, in their order.
struct PinentryConversation {
  let connection: AssuanConnection
  let deadline: Deadline

  /// Tells where to ask, and how long.
  func introduce(_ surroundings: PromptSurroundings) throws(AssuanError) {
    // Refusals are ignored: what matters is refused by the question as well. Never sent:
    // allow-external-password-cache, with which a passcode could end up in a store.
    if let display = surroundings.variables["DISPLAY"] {
      try option("display", display)
    }
    if let terminal = surroundings.terminal {
      try option("ttyname", terminal.path)
      if let kind = terminal.kind { try option("ttytype", kind) }
    }
    if let locale = surroundings.locale {
      try option("lc-ctype", locale)
      try option("lc-messages", locale)
    }
    let seconds = max(1, deadline.millisecondsLeft / 1000)
    _ = try connection.exchange("SETTIMEOUT", String(seconds))
  }

  /// Asks for a passcode, for a new one twice.
  func askPasscode(_ question: PasscodeQuestion) throws(AssuanError) -> PasscodeAnswer {
    try set("SETTITLE", question.title)
    try set("SETDESC", question.description)
    try set("SETPROMPT", question.prompt)
    if let accept = question.accept { try setButton("SETOK", accept) }
    if let fallback = question.fallback { try setButton("SETNOTOK", fallback) }
    if let cancel = question.cancel { try setButton("SETCANCEL", cancel) }
    if let error = question.lastError { try set("SETERROR", error) }
    guard let repetition = question.repetition else { return try getPasscode(question).answer }
    return try askTwice(question, repetition)
  }

  /// Asks for a click.
  func confirm(_ question: ConfirmationQuestion) throws(AssuanError) -> ConfirmationAnswer {
    try set("SETTITLE", question.title)
    try set("SETDESC", question.description)
    try setButton("SETOK", question.accept)
    if let refuse = question.refuse { try setButton("SETNOTOK", refuse) }
    if let cancel = question.cancel { try setButton("SETCANCEL", cancel) }
    switch try connection.exchange("CONFIRM").result {
    case .done: return .accepted
    case .refused(let code): return ConfirmationAnswer(PinentryRefusal(code))
    }
  }

  private func askTwice(
    _ question: PasscodeQuestion, _ repetition: PasscodeQuestion.Repetition
  ) throws(AssuanError) -> PasscodeAnswer {
    try set("SETREPEAT", repetition.prompt)
    try set("SETREPEATERROR", repetition.mismatch)
    while true {
      let first = try getPasscode(question)
      guard case .passphrase(let passcode) = first.answer, !first.wasRepeated else {
        return first.answer
      }
      // A pinentry without a second field: the second time is a question of its own.
      try set("SETPROMPT", repetition.prompt)
      let second = try getPasscode(question)
      guard case .passphrase(let again) = second.answer else { return second.answer }
      if again == passcode { return second.answer }
      try set("SETPROMPT", question.prompt)
      try set("SETERROR", repetition.mismatch)
    }
  }

  private func getPasscode(
    _ question: PasscodeQuestion
  ) throws(AssuanError) -> (answer: PasscodeAnswer, wasRepeated: Bool) {
    let reply = try connection.exchange("GETPIN")
    switch reply.result {
    case .done:
      let empty = SecretBytes(copying: [])
      return (.passphrase(reply.data ?? empty), reply.statuses.contains("PIN_REPEATED"))
    case .refused(let code):
      let hasFallback = question.fallback != nil
      return (PasscodeAnswer(PinentryRefusal(code), hasFallback: hasFallback), false)
    }
  }

  private func option(_ name: String, _ value: String) throws(AssuanError) {
    _ = try connection.exchange("OPTION", "\(name)=\(value)")
  }

  private func set(_ command: String, _ text: String) throws(AssuanError) {
    _ = try connection.exchange(command, QuotedText.cleaned(text))
  }

  /// Labels of buttons: an underscore would underline the letter behind it.
  private func setButton(_ command: String, _ text: String) throws(AssuanError) {
    let escaped = text.split(separator: "_", omittingEmptySubsequences: false)
      .joined(separator: "__")
    try set(command, escaped)
  }
}
