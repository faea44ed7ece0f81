// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The command `item`, which adds, finds, changes and deletes items by attributes in the style of
/// iOS (Specification/security-cli.md, "The iOS-style tool").
///
/// The command works on the store, and does not ask for a passcode itself. Its decisions are in
/// Documentation/Decisions/item-command.md.
struct ItemCommand {
  /// The actions of the command, with the letters of their options.
  private enum Action: Character, CaseIterable {
    case add = "a"
    case delete = "D"
    case update = "u"
    case query = "q"

    var function: String {
      switch self {
      case .add: "SecItemAdd"
      case .delete: "SecItemDelete"
      case .update: "SecItemUpdate"
      case .query: "SecItemCopyMatching"
      }
    }

    var verb: Request.Verb {
      switch self {
      case .add: .add
      case .delete: .delete
      case .update: .update
      case .query: .copyMatching
      }
    }
  }

  private let invocation: Invocation
  private let options: OptionReader
  private let action: Action
  private var returns: Returns = []
  private var query = ItemPairs()
  private var changes = ItemPairs()

  private var terminal: Terminal { invocation.terminal }

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    if options.contains(.letter("y")) || options.contains(.letter("Y")) {
      invocation.terminal.complain("-y and -Y have no effect: item asks for no passcode")
    }
    if options.contains(.letter("s")) { return try share(options, invocation) }
    return try ItemCommand(options, invocation).run()
  }

  /// Runs `item -s`, which fails with status 1.
  ///
  /// The option shares items with a sharing group of Apple's systems. Latchkey has no sharing
  /// groups.
  private static func share(
    _ options: OptionReader, _ invocation: Invocation
  ) throws(Stop) -> Int32 {
    let besides = "aDuqgpPjldf"
    guard !besides.contains(where: { options.contains(.letter($0)) }) else {
      throw .usage(message: "-s stands alone, with the attributes of the items to share")
    }
    let refusal = KeychainError(
      .missingEntitlement, "there are no sharing groups of items in this store")
    _ = Refusal.report(refusal, of: "SecItemShareWithGroup", in: invocation)
    return 1
  }

  private init(_ options: OptionReader, _ invocation: Invocation) throws(Stop) {
    self.invocation = invocation
    self.options = options
    let actions = Action.allCases.filter { options.contains(.letter($0.rawValue)) }
    guard actions.count < 2 else {
      throw .usage(message: "only one of the options -a, -D, -u and -q can be given")
    }
    action = actions.first ?? .query
    try takeReturns()
    try takeAttributes()
    try takeData()
    guard action == .query else { return }
    query.set(MatchKey.limit.rawValue, .text(ValueName.limitAll))
    if !query.contains(UseKey.noInteraction.rawValue) {
      query.set(UseKey.interaction.rawValue, .text(ValueName.interactionSkip))
    }
  }

  private mutating func takeReturns() throws(Stop) {
    if options.contains(.letter("g")) {
      guard action == .query else { throw .usage(message: "-g gives data only with -q") }
      returns.insert(.secret)
      query.set(ReturnKey.secret.rawValue, .boolean(true))
    }
    if options.contains(.letter("p")) {
      guard action == .query || action == .add else {
        throw .usage(message: "-p gives references only with -q and -a")
      }
      returns.insert(.persistentReference)
      query.set(ReturnKey.persistentReference.rawValue, .boolean(true))
    }
    if action == .query { query.set(ReturnKey.attributes.rawValue, .boolean(true)) }
    guard let word = options.value(.letter("l")) else { return }
    guard let number = Int64(String(decoding: word, as: UTF8.self)), number > 0 else {
      throw .usage(message: "-l takes a number of items")
    }
    guard action == .query else { throw .usage(message: "-l limits only a search") }
    query.set(MatchKey.limit.rawValue, .number(number))
  }

  private mutating func takeAttributes() throws(Stop) {
    for option in options.options {
      guard let text = option.value else { continue }
      if option.name == .letter("q") { try query.take(text, on: terminal) }
      if option.name == .letter("u") { try changes.take(text, on: terminal) }
    }
    for text in options.operands { try query.take(text, on: terminal) }
    let hasQuery = options.value(.letter("q")) != nil || !options.operands.isEmpty
    guard hasQuery || options.contains(.letter("P")) else {
      throw .usage(message: "the attributes are missing: class=genp,svce=name")
    }
    guard let text = options.value(.letter("P")) else { return }
    guard action != .add else { throw .usage(message: "-P names an item that exists") }
    let reference = try ItemPairs.reference(String(decoding: text, as: UTF8.self), "-P")
    query.set(ValueKey.persistentReference.rawValue, reference)
  }

  /// Reads the data of the item from the options `-d` and `-f`.
  private mutating func takeData() throws(Stop) {
    let sources = ["d", "f"].filter { options.contains(.letter($0)) }
    guard let source = sources.first else { return }
    guard sources.count == 1 else { throw .usage(message: "-d and -f exclude each other") }
    guard action == .add || action == .update else {
      throw .usage(message: "-d and -f give the data of an item that is added or changed")
    }
    let value = options.value(.letter(source)) ?? []
    let data = source == "d" ? SecretBytes(copying: value) : try file(value)
    guard action == .update else { return query.set(ValueKey.secret.rawValue, .secret(data)) }
    changes.set(ValueKey.secret.rawValue, .secret(data))
  }

  private func file(_ path: [UInt8]) throws(Stop) -> SecretBytes {
    do throws(KeychainError) { return try InputFile.read(path) } catch {
      let name = String(decoding: path, as: UTF8.self)
      terminal.complain("\(name): \(StatusText.message(error.code.rawValue))")
      throw .status(1)
    }
  }

  private func run() throws(Stop) -> Int32 {
    if options.contains(.letter("v")) { showQuery() }
    do throws(KeychainError) {
      var request = Request(action.verb, query.pairs, profile: try ProfileChoice.current())
      request.changes = changes.pairs
      let answer = try invocation.store.answer(request)
      guard action == .query || !returns.isEmpty else { return 0 }
      show(answer.matches)
      return 0
    } catch {
      return refused(error)
    }
  }

  private func show(_ matches: [Match]) {
    let listing = ItemListing(matches, returns, on: terminal)
    if options.contains(.letter("j")) { listing.showJSON() } else { listing.showText() }
  }

  /// Prints the error of the call, and returns the exit status: 0 for a search without a match, and
  /// otherwise 1.
  private func refused(_ error: KeychainError) -> Int32 {
    _ = Refusal.report(error, of: action.function, in: invocation)
    guard error.code == .itemNotFound else { return 1 }
    terminal.error(StatusText.message(error.code.rawValue) + "\n")
    guard action == .query else { return 1 }
    if options.contains(.letter("j")) { show([]) }
    return 0
  }

  /// Shows the pairs of the call on standard error, without secrets.
  private func showQuery() {
    for (title, pairs) in [("query", query.pairs), ("changes", changes.pairs)] {
      guard !pairs.all.isEmpty else { continue }
      terminal.error("\(title):\n")
      for pair in pairs.all {
        terminal.error("    \(pair.key.name) : \(Self.shown(pair.value))\n")
      }
    }
  }

  private static func shown(_ value: RequestValue) -> String {
    switch value {
    case .text(let text): VisibleText.of(text)
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .date(let date): CivilTime(date).internetForm
    case .bytes(let bytes): "<\(HexText.lowerCase(bytes))>"
    case .accessControl(let access): AccessText.text(of: access)
    case .secret(let secret): "\(secret.count) bytes"
    case .real, .uuid, .null, .list, .judge, .object, .tooLarge, .refused, .other: "\(value)"
    }
  }
}
