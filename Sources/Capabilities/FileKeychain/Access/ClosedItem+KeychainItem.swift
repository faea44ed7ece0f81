// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Describes an item of a keychain file by options of `security` (Specification/security-cli.md,
/// "add-generic-password / add-internet-password", "Keys and partition lists").
extension ClosedItem {
  /// Describes an item that an access list closes to a program.
  ///
  /// Nil if the record of the item cannot be read.
  init?(_ item: KeychainItem, _ list: AccessList?) {
    guard let values = try? item.values() else { return nil }
    switch item.relation {
    case Relation.genericPasswords.id:
      self.init(item, .genericPassword, .genericPasswords, values, Self.generic)
    case Relation.internetPasswords.id:
      self.init(item, .internetPassword, .internetPasswords, values, Self.internet)
    default: self.init(key: item, values)
    }
    if let list { judge(list) }
  }

  /// The form that an option demands of the value of an attribute.
  private enum Form {
    case text, code, port, bytes
  }

  /// The attributes of passwords with an option: those that select an item, and the others.
  private typealias Options = (name: [(Attribute, Form)], others: [(Attribute, Form)])

  private static let generic: Options = (
    [(.service, .text), (.account, .text)],
    [
      (.label, .text), (.itemDescription, .text), (.comment, .text), (.creator, .code),
      (.type, .code), (.generic, .bytes),
    ]
  )
  private static let internet: Options = (
    [
      (.server, .text), (.account, .text), (.securityDomain, .text), (.protocolCode, .code),
      (.authenticationType, .code), (.port, .port), (.path, .text),
    ],
    [
      (.label, .text), (.itemDescription, .text), (.comment, .text), (.creator, .code),
      (.type, .code),
    ]
  )
  /// The attributes without which no command adds a password.
  private static let needed: Set<Attribute> = [.service, .server, .account]

  /// The longest value in bytes that a command in a report has as an argument.
  private static let longest = 4_096

  /// The outcome of writing a value as an argument.
  private enum Written {
    /// No option is needed: the value is absent, empty or zero.
    case empty
    case argument([UInt8])
    /// No option can have the value, for example because of a zero byte.
    case impossible
  }

  private init(
    _ item: KeychainItem, _ itemClass: ItemClass, _ relation: Relation, _ values: RecordValues,
    _ options: Options
  ) {
    var (name, terms, lack) = ([Argument](), [RecordTerm](), Lack?.none)
    var empty: [Argument] = []
    for (attribute, form) in options.name {
      switch Self.write(values[Self.id(attribute)], form) {
      case .argument(let bytes):
        name.append(Argument(attribute, bytes))
        if let value = values[Self.id(attribute)] {
          terms.append(RecordTerm(Self.id(attribute), value))
        }
      case .empty where Self.needed.contains(attribute):
        name.append(Argument(attribute, []))
        terms.append(RecordTerm(Self.id(attribute), .bytes([])))
      case .empty where form == .text: empty.append(Argument(attribute, []))
      // A new item without the option has the type `dflt`.
      case .empty where attribute == .authenticationType: lack = .attribute(attribute.name)
      case .empty: break
      case .impossible: lack = .attribute(attribute.name)
      }
    }
    var isAlone = item.isOnlyMatch(relation, terms)
    if !isAlone, !empty.isEmpty {
      // An option with an empty value excludes items that have a value there.
      terms += empty.map { RecordTerm(Self.id($0.attribute), .bytes([])) }
      name += empty
      isAlone = item.isOnlyMatch(relation, terms)
    }
    self.init(itemClass, name, isAlone: isAlone)
    self.lack = lack
    describe(values, options)
  }

  /// Notes the attributes that do not select the item, and the first one that no option gives.
  private mutating func describe(_ values: RecordValues, _ options: Options) {
    // Without an option, the label is the service or the server.
    let label = name.first { [.service, .server].contains($0.attribute) }?.value
    for (attribute, form) in options.others {
      let isLabel = attribute == .label
      switch Self.write(values[Self.id(attribute)], form) {
      case .argument(let bytes) where !isLabel || bytes != label:
        others.append(Argument(attribute, bytes))
      case .empty where isLabel && label?.isEmpty == false: others.append(Argument(.label, []))
      case .argument, .empty: break
      case .impossible: lack = lack ?? .attribute(attribute.name)
      }
    }
    let known = Set((options.name + options.others).map { Self.id($0.0) } + Self.times)
    for (attribute, all) in zip(values.relation.attributes, values.all)
    where !known.contains(attribute.id) {
      guard all.contains(where: { $0.content.contains { $0 != 0 } }) else { continue }
      let code = String(decoding: FileValue.number(attribute.id).content, as: UTF8.self)
      lack = lack ?? .attribute(attribute.name ?? code)
    }
  }

  /// The times of the item's creation and of its last change, which no option sets.
  private static let times = [Relation.code("cdat"), Relation.code("mdat")]

  private static func id(_ attribute: Attribute) -> UInt32 {
    attribute == .label ? Relation.printName : Relation.code(attribute.name)
  }

  private static func write(_ value: FileValue?, _ form: Form) -> Written {
    let bytes: [UInt8]
    switch (value, form) {
    case (nil, _), (.number(0)?, _): return .empty
    case (.number(let port)?, .port):
      return port <= UInt16.max ? .argument(Array("\(port)".utf8)) : .impossible
    case (.number(let code)?, .code): bytes = FileValue.number(code).content
    case (.bytes(let code)?, .code):
      guard code.isEmpty || code.count == 4 else { return .impossible }
      bytes = code
    case (.bytes(let content)?, .text), (.bytes(let content)?, .bytes): bytes = content
    default: return .impossible
    }
    guard !bytes.isEmpty else { return .empty }
    guard !bytes.contains(0), bytes.count <= longest,
      form == .bytes || String(validating: bytes, as: UTF8.self) != nil
    else { return .impossible }
    return .argument(bytes)
  }

  /// Describes a key: by its application label, and by its kind.
  private init?(key item: KeychainItem, _ values: RecordValues) {
    let kinds: [(Relation, String)] = [
      (.privateKeys, "private"), (.symmetricKeys, "symmetric"), (.publicKeys, "public"),
    ]
    guard let (relation, kind) = kinds.first(where: { $0.0.id == item.relation }),
      let label = values[KeyAttribute.label], !label.content.isEmpty
    else { return nil }
    self.init(
      .key,
      [
        Argument(.applicationLabel, Array(HexText.upperCase(label.content).utf8)),
        Argument(.keyClass, Array(kind.utf8)),
      ], isAlone: item.isOnlyMatch(relation, [RecordTerm(KeyAttribute.label, label)]))
  }

  /// Notes the programs that an access list trusts, and a part of the list that no option makes.
  private mutating func judge(_ list: AccessList) {
    let entries = list.entries.filter(\.tag.isEmpty)
    let reading = entries.first(where: { $0.authorizes(.decrypt) && !$0.authorizes(.encrypt) })
    guard let simple = reading?.subject.simple, let trusted = simple.programs else {
      lack = lack ?? .accessList
      return
    }
    let made = AccessList.standard(simple.prompt.description, trusting: trusted)
    if made.owner != list.owner || made.entries != entries { lack = lack ?? .accessList }
    for program in trusted {
      programs.append(program.path)
      guard let path = String(validating: program.path, as: UTF8.self), !path.utf8.contains(0)
      else {
        lack = lack ?? .accessList
        continue
      }
      let hash = KeychainClient.legacyHash(of: path)
      let given = TrustedProgram.of(path: path, hash)
      if given.requirement != program.requirement { lack = lack ?? .accessList }
      if hash == nil, given.requirement == nil, !path.hasPrefix("group://") {
        lack = lack ?? .program(path)
      }
    }
  }
}

extension KeychainItem {
  /// True if a search of the item's keychain with these conditions finds this item alone.
  fileprivate func isOnlyMatch(_ relation: Relation, _ terms: [RecordTerm]) -> Bool {
    guard let found = try? keychain.items(in: relation, where: terms, limit: 2) else {
      return false
    }
    return found.count == 1 && found[0].recordNumber == recordNumber
  }
}
