// SPDX-License-Identifier: Apache-2.0

/// The commands about smart cards, which say that there are no cards
/// (Specification/security-cli.md, "Keychain administration",
/// Documentation/Decisions/keychain-verbs.md).
enum SmartCards {
  /// The kinds of items that the option `-t` of `export-smartcard` accepts.
  static let kinds = ["certs", "privKeys", "identities", "all"]

  private static let none = "No smartcards found.\n"

  /// The command `list-smartcards`; the absence of cards is no failure.
  static func list(_ invocation: Invocation) throws(Stop) -> Int32 {
    _ = try invocation.options()
    invocation.terminal.output(none)
    return 0
  }

  /// The command `export-smartcard`, which fails: a script that wants items of a card must not go
  /// on without them.
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

  /// The command `smartcards token`, which lists, enables or disables kinds of cards.
  static func tokens(_ invocation: Invocation) throws(Stop) -> Int32 {
    guard invocation.arguments.first == Array("token".utf8) else {
      // This reads `-h` and `--help`, and throws for them.
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
