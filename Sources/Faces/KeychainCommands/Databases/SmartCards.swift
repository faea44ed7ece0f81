// SPDX-License-Identifier: Apache-2.0

/// The commands about smart cards, which say that there are no cards
/// (Specification/security-cli.md, "Keychain administration",
/// Documentation/Decisions/keychain-verbs.md).
enum SmartCards {
  /// The kinds of items that the option `-t` of `export-smartcard` accepts.
  static let kinds = ["certs", "privKeys", "identities", "all"]

  private static let none = "No smartcards found.\n"

  /// Runs `list-smartcards`, which prints that there are no cards, with status 0.
  static func list(_ invocation: Invocation) throws(Stop) -> Int32 {
    _ = try invocation.options()
    invocation.terminal.output(none)
    return 0
  }

  /// Runs `export-smartcard`, which fails with status 1.
  ///
  /// A script that needs items of a card must not continue without them.
  static func export(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    if let word = options.value(.letter("t")),
      !kinds.contains(String(decoding: word, as: UTF8.self))
    {
      throw .usage(message: WordList.message("-t", kinds))
    }
    invocation.terminal.error(none)
    return 1
  }

  /// Runs `smartcards token`, which prints that there are no cards.
  ///
  /// The status is 0 if the user lists kinds of cards, and 1 if the user enables or disables a
  /// kind.
  static func tokens(_ invocation: Invocation) throws(Stop) -> Int32 {
    guard invocation.arguments.first == Array("token".utf8) else {
      // `options()` throws for `-h` and `--help`. Any other command line here lacks the word
      // `token`.
      _ = try invocation.options()
      throw .usage(message: "the word token is missing")
    }
    let invocation = Invocation(
      command: invocation.command, arguments: Array(invocation.arguments.dropFirst()),
      terminal: invocation.terminal, store: invocation.store)
    let options = try invocation.options()
    guard options.operands.isEmpty, !options.options.isEmpty else {
      throw .usage(message: "one of the options -l, -e and -d is missing")
    }
    guard options.contains(.letter("e")) || options.contains(.letter("d")) else {
      invocation.terminal.output(none)
      return 0
    }
    invocation.terminal.error(none)
    return 1
  }
}
