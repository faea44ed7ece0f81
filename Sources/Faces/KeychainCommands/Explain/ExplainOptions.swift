// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainExplaining
import KeychainTypes
import Security

/// What `security explain` is asked, read from its arguments.
struct ExplainOptions {
  let verb: Request.Verb
  let dictionary: NSDictionary
  let changes: NSDictionary?
  let assumptions: [CallFacts.Assumption]
  let profile: Profile
  /// The class, where the command chose it.
  let impliedClass: ItemClass?

  /// Whether the class was given.
  private let namesClass: Bool
  /// How the identifier of an item begins that is meant, as dump-items shows it.
  let item: String?

  /// The dictionary; where an item is meant, its persistent reference.
  ///
  /// - Throws: -25300 where no item, or more than one, has such an identifier.
  func dictionary(of service: any Administration) throws(KeychainError) -> NSDictionary {
    guard let item else { return dictionary }
    let found = try service.listItems(ItemClass.stored).filter { summary in
      summary.identifier.uuidText.lowercased().filter { $0 != "-" }.hasPrefix(item)
    }
    guard let one = found.first, found.count == 1 else {
      throw KeychainError(
        .itemNotFound, "--item: not one item has such an identifier",
        advice: "give more of it, as security dump-items shows it")
    }
    guard let pairs = dictionary.mutableCopy() as? NSMutableDictionary else { return dictionary }
    // A reference has its class with it; one that was given beside it is part of the call.
    if !namesClass { pairs.removeObject(forKey: kSecClass) }
    pairs[kSecValuePersistentRef] = Data(PersistentReference.encode(one.itemClass, one.identifier))
    return pairs
  }

  /// - Parameter terminal: where a letter's wrong value is told.
  init(_ options: OptionReader, standard: Profile, _ terminal: Terminal) throws(Stop) {
    var words = options.operands.map { String(decoding: $0, as: UTF8.self) }
    let command = CalledVerb(taking: &words)
    verb = command?.verb ?? .copyMatching
    item = Self.text(options, "item")?.lowercased()
    assumptions = try Self.assumptions(options)
    profile = try Self.profile(options, standard)
    do throws(QueryWords.Misuse) {
      try Self.refuseSecrets(options, verb, command?.itemClass)
      var query = try QueryWords(words)
      if let itemClass = command?.itemClass { try query.take(itemClass) }
      try query.take(Self.letters(options, query, terminal))
      try Self.addOptions(options, to: &query, verb)
      let pairs = query.dictionary(withClass: !options.contains(.long("no-class")))
      if verb == .add, !options.contains(.long("no-data")) {
        pairs[kSecValueData] = QueryWords.secret
      }
      dictionary = pairs
      namesClass = query.namesClass
      // What an attribute decides need not be said.
      let isGuessed =
        !query.namesClass && query.decidedClass == nil && !options.contains(.long("no-class"))
      impliedClass = isGuessed && item == nil ? query.impliedClass : nil
      let set = options.options.filter { $0.name == .long("set") }
        .map { String(decoding: $0.value ?? [], as: UTF8.self) }
      guard verb == .update || set.isEmpty else {
        throw QueryWords.Misuse(message: "--set has the changes of an update, and this is none")
      }
      changes =
        verb == .update
        ? try QueryWords(set, areChanges: true).dictionary(withClass: false) : nil
    } catch {
      throw .usage(message: error.message)
    }
  }

  /// Options of the commands for passwords that a call does not have.
  private static func refuseSecrets(
    _ options: OptionReader, _ verb: Request.Verb, _ itemClass: ItemClass?
  ) throws(QueryWords.Misuse) {
    // `-p` is the path of an internet password, and the secret of a generic one that is added.
    let hasSecret =
      options.contains(.letter("X")) || verb == .add && options.contains(.letter("w"))
      || verb == .add && itemClass == .genericPassword && options.contains(.letter("p"))
    if hasSecret { throw QueryWords.secretMisuse }
    if options.contains(.letter("U")) {
      throw QueryWords.Misuse(message: "-U adds or updates: ask for add, or for update")
    }
  }

  private static func text(_ options: OptionReader, _ name: String) -> String? {
    options.value(.long(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The attributes that options like `-s` and `-a` give, by the class that is meant.
  private static func letters(
    _ options: OptionReader, _ query: QueryWords, _ terminal: Terminal
  ) throws(QueryWords.Misuse) -> AttributeSet {
    let isInternet = AttributeLetters.nameInternetPassword(options)
    let itemClass =
      query.namedClass ?? query.decidedClass ?? (isInternet ? .internetPassword : .genericPassword)
    do throws(Stop) {
      return try AttributeLetters.read(options, for: itemClass, on: terminal)
    } catch {
      guard case .usage(let message?) = error else {
        throw QueryWords.Misuse(message: "an option has a wrong value")
      }
      throw QueryWords.Misuse(message: message)
    }
  }

  private static func addOptions(
    _ options: OptionReader, to query: inout QueryWords, _ verb: Request.Verb
  ) throws(QueryWords.Misuse) {
    if options.contains(.letter("g")) || options.contains(.letter("w")) {
      guard verb == .copyMatching else {
        throw QueryWords.Misuse(message: "-g and -w ask for a secret, which only a query returns")
      }
      try query.takeReturn(kSecReturnData as String)
    }
    for word in (text(options, "return") ?? "").split(separator: ",") {
      switch word {
      case "data": try query.takeReturn(kSecReturnData as String)
      case "attributes": try query.takeReturn(kSecReturnAttributes as String)
      case "ref": try query.takeReturn(kSecReturnRef as String)
      case "persistent-ref": try query.takeReturn(kSecReturnPersistentRef as String)
      default:
        throw QueryWords.Misuse(
          message: "--return takes data, attributes, ref and persistent-ref")
      }
    }
    if let limit = text(options, "limit") {
      try query.setOption(kSecMatchLimit as String, CallOption.limit(limit))
    }
    let interfaces = ["skip": kSecUseAuthenticationUISkip, "fail": kSecUseAuthenticationUIFail]
    for (name, interface) in interfaces where options.contains(.long(name)) {
      try query.setOption(kSecUseAuthenticationUI as String, interface)
    }
  }

  private static func assumptions(
    _ options: OptionReader
  ) throws(Stop) -> [CallFacts.Assumption] {
    var assumptions: [CallFacts.Assumption] = []
    for option in options.options where option.name == .long("if") {
      let word = String(decoding: option.value ?? [], as: UTF8.self)
      guard let assumption = CallFacts.Assumption(rawValue: word) else {
        throw .usage(
          message: "--if takes locked, before-first-unlock, unlocked, background, headless "
            + "or no-passcode")
      }
      assumptions.append(assumption)
    }
    try Contradiction.refuse(assumptions)
    return assumptions
  }

  private static func profile(
    _ options: OptionReader, _ standard: Profile
  ) throws(Stop) -> Profile {
    guard let name = text(options, "profile") else { return standard }
    guard let profile = Profile(rawValue: name) else {
      throw .usage(message: "--profile takes dataProtection, ios or quirks")
    }
    return profile
  }
}

/// The call that the first word names: `add`, `SecItemAdd`, or the command that makes one.
private struct CalledVerb {
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
