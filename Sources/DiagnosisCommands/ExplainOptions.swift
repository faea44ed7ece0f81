// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import KeychainDiagnostics
import KeychainExplanations
import KeychainTypes
import Security

/// What `security explain` is asked, read from its arguments.
struct ExplainOptions {
  let verb: CallFacts.Verb
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

  private static let verbs: [(String, CallFacts.Verb)] = [
    ("query", .copyMatching), ("find", .copyMatching), ("add", .add), ("update", .update),
    ("delete", .delete),
  ]

  init(_ options: OptionReader, standard: Profile) throws(Stop) {
    var words = options.operands.map { String(decoding: $0, as: UTF8.self) }
    if let first = words.first, !first.contains("="), !first.isEmpty,
      let found = Self.verbs.first(where: { $0.0.hasPrefix(first) })
    {
      verb = found.1
      words.removeFirst()
    } else {
      verb = .copyMatching
    }
    item = Self.text(options, "item")?.lowercased()
    assumptions = try Self.assumptions(options)
    profile = try Self.profile(options, standard)
    do throws(QueryWords.Misuse) {
      let query = try QueryWords(words)
      let pairs = query.dictionary(withClass: !options.contains(.long("no-class")))
      try Self.addOptions(options, to: pairs, verb)
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

  private static func text(_ options: OptionReader, _ name: String) -> String? {
    options.value(.long(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func addOptions(
    _ options: OptionReader, to pairs: NSMutableDictionary, _ verb: CallFacts.Verb
  ) throws(QueryWords.Misuse) {
    for word in (text(options, "return") ?? "").split(separator: ",") {
      switch word {
      case "data": pairs[kSecReturnData] = true
      case "attributes": pairs[kSecReturnAttributes] = true
      case "ref": pairs[kSecReturnRef] = true
      case "persistent-ref": pairs[kSecReturnPersistentRef] = true
      default: throw QueryWords.Misuse(message: "--return \(word) is no result")
      }
    }
    switch text(options, "limit") {
    case nil: break
    case "one": pairs[kSecMatchLimit] = kSecMatchLimitOne
    case "all": pairs[kSecMatchLimit] = kSecMatchLimitAll
    case let text?:
      guard let count = Int(text) else {
        throw QueryWords.Misuse(message: "--limit is one, all or a number, not \(text)")
      }
      pairs[kSecMatchLimit] = NSNumber(value: count)
    }
    if options.contains(.long("skip")) {
      pairs[kSecUseAuthenticationUI] = kSecUseAuthenticationUISkip
    }
    if options.contains(.long("fail")) {
      pairs[kSecUseAuthenticationUI] = kSecUseAuthenticationUIFail
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
          message: "--if \(word): use locked, before-first-unlock, unlocked, background, headless "
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
      throw .usage(message: "--profile \(name): use dataProtection, ios or quirks")
    }
    return profile
  }
}
