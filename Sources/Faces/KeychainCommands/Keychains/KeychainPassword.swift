// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Asks for the password of a keychain.
enum KeychainPassword {
  /// The number of times that a new password may be typed.
  private static let tries = 3

  /// Asks a question on the terminal.
  ///
  /// - Parameter option: the option that would have given the password.
  static func ask(
    _ question: String, option: String = "-p", _ invocation: Invocation
  ) throws(Stop) -> SecretBytes {
    do throws(QuestionFailure) {
      return try invocation.terminal.ask(question)
    } catch {
      throw .status(error.tell(on: invocation.terminal, option: option, takesSecret: true))
    }
  }

  /// Asks for a new password, twice.
  ///
  /// - Parameter option: the option that would have given the password, for the advice.
  static func new(
    option: String = "-p", _ invocation: Invocation
  ) throws(Stop) -> SecretBytes {
    for _ in 0..<tries {
      let first = try ask("password for new keychain: ", option: option, invocation)
      let second = try ask("retype password for new keychain: ", option: option, invocation)
      if second == first { return first }
      invocation.terminal.error("passwords don't match\n")
    }
    throw .status(1)
  }
}
