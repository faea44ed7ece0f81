// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainDiagnostics
import KeychainExplaining
import KeychainTypes
import Security

/// The call that the user asks `security explain` to explain, read from the arguments of the
/// command.
struct ExplainOptions {
  let verb: Request.Verb
  let dictionary: NSDictionary
  let changes: NSDictionary?
  let assumptions: [CallFacts.Assumption]
  let profile: Profile
  /// True to explain the call as in the profile `macos`, in which calls ask the store and keychain
  /// files.
  ///
  /// False if the option `--profile` names another profile: the call asks only the store. Nil
  /// without this option: the profile of this process then decides if keychain files are asked.
  let mergesFiles: Bool?
  /// The item class that the command has assumed because the arguments do not determine a class.
  ///
  /// Nil if the arguments determine the class, or if `--no-class` or `--item` is given.
  let impliedClass: ItemClass?

  /// True if the arguments state the item class, for example by the word `genp`.
  private let namesClass: Bool
  /// The names of keychains that the arguments contain, as the user typed them.
  let keychains: [[UInt8]]
  /// True if the arguments name a command for passwords, which looks through the search list.
  let isCommand: Bool
  /// The attributes of the call, as far as a keychain file can have them.
  let attributes: AttributeSet
  /// The class of the item that the call is about; nil if the arguments determine no class.
  let itemClass: ItemClass?

  /// The first hex digits of the identifier of an item, from the option `--item`.
  ///
  /// `dump-items` shows these digits. Nil if the option is not given.
  let item: String?

  /// Returns the dictionary of the call.
  ///
  /// If `--item` names an item, the dictionary contains a persistent reference to this item.
  ///
  /// - Throws: -25300 if no identifier begins with the digits of `--item`, or if several do.
  func dictionary(of service: (any Administration)?) throws(KeychainError) -> NSDictionary {
    guard let item, let service else { return dictionary }
    let found = try service.listItems(ItemClass.stored).filter { summary in
      summary.identifier.uuidText.lowercased().filter { $0 != "-" }.hasPrefix(item)
    }
    guard let one = found.first, found.count == 1 else {
      throw KeychainError(
        .itemNotFound, "--item: no item, or more than one, has an identifier that begins so",
        advice: "give more of the identifier, as security dump-items shows it")
    }
    guard let pairs = dictionary.mutableCopy() as? NSMutableDictionary else { return dictionary }
    // A reference contains its class. A class that the user gives beside it is part of the call.
    if !namesClass { pairs.removeObject(forKey: kSecClass) }
    pairs[kSecValuePersistentRef] = Data(PersistentReference.encode(one.itemClass, one.identifier))
    return pairs
  }

  /// Returns a copy of a dictionary of SecItem to which the given keychains are added.
  ///
  /// The key is `kSecUseKeychain` for an addition, and `kSecMatchSearchList` for any other call.
  func naming(_ keychains: [SecKeychain], in dictionary: NSDictionary) -> NSDictionary {
    guard !keychains.isEmpty, let pairs = dictionary.mutableCopy() as? NSMutableDictionary else {
      return dictionary
    }
    if verb == .add {
      pairs[kSecUseKeychain] = keychains[0]
    } else {
      pairs[kSecMatchSearchList] = NSArray(array: keychains)
    }
    return pairs
  }

  /// Reads the call to explain from the arguments of the command.
  ///
  /// - Parameters:
  ///   - standard: The profile (set of rules for calls) if no option names a profile.
  ///   - terminal: The terminal for the message about an option letter with a wrong value.
  /// - Throws: `Stop.usage` with a message about the first mistake.
  init(_ options: OptionReader, standard: Profile, _ terminal: Terminal) throws(Stop) {
    var words = options.operands.map { String(decoding: $0, as: UTF8.self) }
    let command = CalledVerb(taking: &words)
    verb = command?.verb ?? .copyMatching
    item = Self.text(options, "item")?.lowercased()
    isCommand = command?.itemClass != nil
    let given = options.operands.suffix(words.count)
    let names = Set(Self.keychains(taking: &words, isCommand: isCommand))
    keychains = given.filter { names.contains(String(decoding: $0, as: UTF8.self)) }
    assumptions = try Self.assumptions(options)
    (profile, mergesFiles) = try Self.profile(options, standard)
    do throws(QueryWords.Misuse) {
      try Self.refuseSecrets(options, verb, command?.itemClass)
      guard verb != .add || keychains.count <= 1 else {
        throw QueryWords.Misuse(message: "an item is added to one keychain, and several are named")
      }
      var query = try QueryWords(words)
      if let itemClass = command?.itemClass { try query.take(itemClass) }
      try query.take(Self.letters(options, query, terminal))
      try Self.addOptions(options, to: &query, verb)
      try Self.complete(&query, as: command, options)
      let pairs = query.dictionary(withClass: !options.contains(.long("no-class")))
      if verb == .add, !options.contains(.long("no-data")) {
        pairs[kSecValueData] = QueryWords.secret
      }
      dictionary = pairs
      itemClass = (pairs[kSecClass] as? String).flatMap { ItemClass(rawValue: $0) }
      attributes = itemClass.map { query.attributeSet(of: $0) } ?? AttributeSet()
      namesClass = query.namesClass
      // A class that the attributes decide is not reported as a guess.
      let isGuessed =
        !query.namesClass && query.decidedClass == nil && !options.contains(.long("no-class"))
      impliedClass = isGuessed && item == nil ? query.impliedClass : nil
      let set = options.options.filter { $0.name == .long("set") }
        .map { String(decoding: $0.value ?? [], as: UTF8.self) }
      guard verb == .update || set.isEmpty else {
        throw QueryWords.Misuse(
          message: "--set has the changes of an update, and this call is not an update")
      }
      changes =
        verb == .update
        ? try QueryWords(set, areChanges: true).dictionary(withClass: false) : nil
    } catch {
      throw .usage(message: error.message)
    }
  }

  /// Throws `Stop.usage` if the first word is a command of `security` that cannot be explained.
  ///
  /// The message names the commands that can, and the words for a call about the other classes.
  static func refuseOtherCommands(_ invocation: Invocation) throws(Stop) {
    var words = invocation.arguments.map { String(decoding: $0, as: UTF8.self) }
    if words.first == "security" { words.removeFirst() }
    guard let first = words.first, !first.hasPrefix("-"),
      !CalledVerb.isExplained(first), CommandTable.all.contains(where: { $0.name == first })
    else { return }
    throw .usage(
      message: "\(first) is not explained. The commands find-, add- and delete-, for "
        + "generic-password and internet-password, are; for certificates, keys and identities give "
        + "attributes: security explain query class=cert,labl=NAME KEYCHAIN")
  }

  /// Removes the names of keychains from the words of a call, and returns them.
  ///
  /// A word without `=` is the name of a keychain if it ends with `.keychain` or `.keychain-db`.
  ///
  /// - Parameter isCommand: True if a command is explained, which accepts any path as the name of a
  ///   keychain. A word that begins with `/` is then also a name.
  private static func keychains(taking words: inout [String], isCommand: Bool) -> [String] {
    let others = words.filter { !KeychainWord.isName($0) }
    // Words without a sign of a pair describe no attribute, so a command takes them for keychains.
    let takesAll = isCommand && others.allSatisfy(KeychainWord.isPlain)
    let names = takesAll ? words : words.filter(KeychainWord.isName)
    words = takesAll ? [] : others
    return names
  }

  /// Throws `Misuse` if an option contains a secret, or if the option `-U` is given.
  ///
  /// The option `-U` means an addition or an update, but only a single call can be explained.
  private static func refuseSecrets(
    _ options: OptionReader, _ verb: Request.Verb, _ itemClass: ItemClass?
  ) throws(QueryWords.Misuse) {
    // `-p` is the path of an internet password. In `add-generic-password`, `-p` is the secret.
    let hasSecret =
      options.contains(.letter("X")) || verb == .add && options.contains(.letter("w"))
      || verb == .add && itemClass == .genericPassword && options.contains(.letter("p"))
    if hasSecret { throw QueryWords.secretMisuse }
    if options.contains(.letter("U")) {
      throw QueryWords.Misuse(message: "-U adds or updates: ask for add or for update")
    }
  }

  /// Adds the access group and the default attributes of a new item, as a command for passwords
  /// adds them to its call.
  ///
  /// - Throws: `Misuse` if the command would demand another option, or if `--access-group` is given
  ///   without the name of a command.
  private static func complete(
    _ query: inout QueryWords, as command: CalledVerb?, _ options: OptionReader
  ) throws(QueryWords.Misuse) {
    let group = options.value(.long("access-group"))
    guard let command, let itemClass = command.itemClass else {
      guard group == nil else {
        throw QueryWords.Misuse(
          message: "--access-group is an option of the commands for passwords; here, give agrp=")
      }
      return
    }
    if let group {
      var set = AttributeSet()
      set[.accessGroup] = .text(String(decoding: group, as: UTF8.self))
      try query.take(set)
    }
    let attributes: PasswordAttributes = itemClass == .internetPassword ? .internet : .generic
    let given = query.attributeSet(of: itemClass)
    if command.verb == .delete, !options.contains(.long("item")),
      !given.contains(where: { $0.attribute != .accessGroup })
    {
      throw QueryWords.Misuse(message: attributes.missingFilter)
    }
    guard command.verb == .add else { return }
    if let message = attributes.missing(in: given) { throw QueryWords.Misuse(message: message) }
    try query.take(attributes.defaults(for: given))
  }

  private static func text(_ options: OptionReader, _ name: String) -> String? {
    options.value(.long(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the attributes from options such as `-s` and `-a`, whose meanings depend on the item
  /// class.
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
  ) throws(Stop) -> (Profile, mergesFiles: Bool?) {
    guard let name = text(options, "profile") else { return (standard, nil) }
    guard case .success(let profile) = ProfileChoice.named(by: name), !name.isEmpty else {
      throw .usage(message: "--profile takes dataProtection, ios, macos or quirks")
    }
    return (profile, profile.rawValue != name)
  }
}

/// The item that the commands `delete-generic-password` and `delete-internet-password` delete.
extension ExplainOptions {
  /// Returns the dictionary that deletes the first match of a deletion command, and no other item.
  ///
  /// The command searches the store for the first match and deletes it by its reference
  /// (`PasswordSearch`). Nil for another call, or if the search finds nothing; the dictionary of
  /// the arguments then describes the call.
  ///
  /// - Parameter rehearsal: The rehearsal of the call, from the point of view of its program.
  func deletionOfFirst(_ rehearsal: Rehearsal) -> NSDictionary? {
    guard verb == .delete, isCommand, item == nil, let itemClass,
      let query = dictionary.mutableCopy() as? NSMutableDictionary
    else { return nil }
    let letters: PasswordAttributes = itemClass == .internetPassword ? .internet : .generic
    let wanted = letters.predicates(attributes).map(\.attribute)
    for entry in attributes where entry.attribute != .accessGroup {
      if !wanted.contains(entry.attribute) { query.removeObject(forKey: entry.attribute.name) }
    }
    query[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
    query[kSecMatchLimit] = kSecMatchLimitOne
    query[kSecReturnAttributes] = true
    var search = rehearsal
    search.looksUp = true
    let found = search.facts(.copyMatching, query)
    guard found.error == nil, let first = found.store.matches.first else { return nil }
    return [
      kSecClass: itemClass.rawValue,
      kSecValuePersistentRef: Data(PersistentReference.encode(itemClass, first.identifier)),
    ]
  }
}

/// The kind of call that the user's first word names: `add`, `SecItemAdd` or
/// `add-generic-password`.
private struct CalledVerb {
  let verb: Request.Verb
  /// The item class that belongs to the name of a command, such as `find-generic-password`.
  ///
  /// Nil if the word is not the name of a command.
  let itemClass: ItemClass?

  /// Reads the kind of call from the first word, and removes the word.
  ///
  /// Nil if the first word names no kind of call.
  init?(taking words: inout [String]) {
    if words.first == "security" { words.removeFirst() }
    guard let first = words.first, !first.isEmpty, !first.contains("=") else { return nil }
    if let command = Self.commands[first] {
      verb = command.0
      itemClass = command.1
      words.removeFirst()
      return
    }
    let begun = Self.verbs.first { $0.0.hasPrefix(first) }
    guard let found = Self.functions[first] ?? begun?.1 else { return nil }
    verb = found
    itemClass = nil
    words.removeFirst()
  }

  /// True if a word is the name of a command that can be explained.
  static func isExplained(_ word: String) -> Bool { commands[word] != nil }

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
