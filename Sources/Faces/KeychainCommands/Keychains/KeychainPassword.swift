// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Asks for the password of a keychain.
enum KeychainPassword {
  /// The number of tries for a new password, which the user must type twice without a difference.
  private static let tries = 3

  /// Asks for a password on the terminal.
  ///
  /// - Parameters:
  ///   - call: the call that needs the password, for the message if no user can be asked.
  ///   - option: the option by which the user can give the password, for the advice of the message.
  static func ask(
    _ question: String, for call: String, option: String = "-p", _ invocation: Invocation
  ) throws(Stop) -> SecretBytes {
    do throws(QuestionFailure) {
      return try invocation.terminal.ask(question)
    } catch {
      throw .status(
        error.tell(on: invocation.terminal, option: option, takesSecret: true, of: call))
    }
  }

  /// Asks for the password of a new keychain, which the user must type twice.
  ///
  /// - Parameters:
  ///   - call: the call that needs the password, for the message if no user can be asked.
  ///   - option: the option by which the user can give the password, for the advice of the message.
  static func new(
    for call: String, option: String = "-p", _ invocation: Invocation
  ) throws(Stop) -> SecretBytes {
    for _ in 0..<tries {
      let first = try ask("password for new keychain: ", for: call, option: option, invocation)
      let second = try ask(
        "retype password for new keychain: ", for: call, option: option, invocation)
      if second == first { return first }
      invocation.terminal.error("passwords don't match\n")
    }
    throw .status(1)
  }
}
