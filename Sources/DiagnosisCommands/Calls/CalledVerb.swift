// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations
import KeychainTypes

/// The call that the first word names: `add`, `SecItemAdd`, or the command that makes one.
struct CalledVerb {
  let verb: Request.Verb
  /// The class that a command implies, as find-generic-password does; nil for other verbs.
  let itemClass: ItemClass?

  /// Takes the verb from the front of the words, and what belongs to a command alone.
  ///
  /// - Returns: nil where the words begin with no verb.
  init?(taking words: inout [String]) {
    if words.first == "security" { words.removeFirst() }
    guard let first = words.first, !first.isEmpty, !first.contains("=") else { return nil }
    if let command = Self.commands[first] {
      verb = command.0
      itemClass = command.1
      words.removeFirst()
      // The command may name a keychain, which is dropped: there is one store.
      words.removeAll { $0.hasSuffix(".keychain") || $0.hasSuffix(".keychain-db") }
      return
    }
    let begun = Self.verbs.first { $0.0.hasPrefix(first) }
    guard let found = Self.functions[first] ?? begun?.1 else { return nil }
    verb = found
    itemClass = nil
    words.removeFirst()
  }

  private static let verbs: [(String, Request.Verb)] = [
    ("query", .copyMatching), ("find", .copyMatching), ("add", .add), ("update", .update),
    ("delete", .delete),
  ]

  private static let functions: [String: Request.Verb] = [
    "SecItemCopyMatching": .copyMatching, "SecItemAdd": .add, "SecItemUpdate": .update,
    "SecItemDelete": .delete,
  ]

  private static let commands: [String: (Request.Verb, ItemClass)] = [
    "find-generic-password": (.copyMatching, .genericPassword),
    "find-internet-password": (.copyMatching, .internetPassword),
    "add-generic-password": (.add, .genericPassword),
    "add-internet-password": (.add, .internetPassword),
    "delete-generic-password": (.delete, .genericPassword),
    "delete-internet-password": (.delete, .internetPassword),
  ]
}
