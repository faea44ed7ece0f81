// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Writes values, groups and items as the words of a report (a printed explanation).
package struct Wording: Sendable {
  /// True if the report shows the values of attributes.
  ///
  /// Specification/diagnostics.md, "Text of explanations", "Security rules of diagnosis".
  package let showsValues: Bool
  /// Returns a moment as text, to the minute, in the time zone of the reader.
  ///
  /// The code that makes the `Wording` supplies this closure, because it knows the time zone.
  package let date: @Sendable (Instant) -> String
  /// The access groups of the caller.
  ///
  /// A shortened group name must differ from the end of every other group in this list.
  private let groups: [String]

  package init(
    showsValues: Bool, groups: [String], date: @escaping @Sendable (Instant) -> String
  ) {
    self.showsValues = showsValues
    self.groups = groups
    self.date = date
  }

  /// The attributes in which programs store secrets by mistake, so that no report shows their
  /// values.
  ///
  /// Specification/diagnostics.md, "Tracing a running program".
  package static let withheld: Set<Attribute> = [.generic, .comment, .applicationTag]

  /// Returns the value of an attribute in words, or only its kind and size if reports must not show
  /// the value.
  ///
  /// Shown texts are in quotes.
  package func value(_ value: AttributeValue, of attribute: Attribute) -> String {
    let isShown = showsValues && !Self.withheld.contains(attribute)
    switch value {
    // The name of a protection is one of seven, so it is not personal.
    case .text(let text) where attribute == .protection: return Self.visible(text)
    case .text(let text):
      return isShown ? "\"\(Self.visible(text))\"" : "text, \(Self.bytes(text.utf8.count))"
    case .bytes(let bytes):
      return "data, \(Self.bytes(bytes.count))"
    case .number(let number): return isShown ? "\(number)" : "a number"
    case .real(let number): return isShown ? "\(number)" : "a number"
    case .date(let instant): return isShown ? date(instant) : "a date"
    }
  }

  /// Returns a text as one word of a shell command, with quotes if the shell needs them.
  package static func shellWord(_ text: String) -> String { shellWord(Array(text.utf8)) }

  /// Returns bytes as one word of a shell command, with quotes if the shell needs them.
  ///
  /// A word with characters that a terminal must not show, or with bytes that are no text, has the
  /// form `$'…'` of bash. No character of the result acts on a terminal.
  package static func shellWord(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "''" }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return "$'" + bytes.map { escaped(Unicode.Scalar($0), [$0]) }.joined() + "'"
    }
    guard !bytes.allSatisfy(isPlain) else { return text }
    guard visible(text) == text else {
      return "$'" + text.unicodeScalars.map { escaped($0, Array(String($0).utf8)) }.joined() + "'"
    }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// True for a character that a shell does not interpret: a letter, a digit or one of `/._-+:@%`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/._-+:@%".utf8.contains(byte)
    }
  }

  /// Returns a character as it stands between `$'` and `'`.
  ///
  /// - Parameter bytes: the bytes of the character. A byte above 127 that is no text is escaped.
  private static func escaped(_ character: Unicode.Scalar, _ bytes: [UInt8]) -> String {
    let text = String(character)
    if text == "'" || text == "\\" { return "\\" + text }
    let isShown = character.isASCII || bytes.count > 1
    guard isShown, visible(text) == text else {
      return bytes.map { "\\x" + HexText.lowerCase([$0]) }.joined()
    }
    return text
  }

  /// Returns the name of a keychain as one word of a shell command.
  ///
  /// A command would take a name that begins with a hyphen for an option.
  package static func keychainWord(_ name: String) -> String {
    shellWord(name.utf8.first == UInt8(ascii: "-") ? "./" + name : name)
  }

  static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

  /// Returns a condition of a query in words, for example `svce "AYS"`, or only `svce` if the value
  /// is nil or must not be shown.
  ///
  /// - Parameter blanks: the spaces between name and value.
  package func condition(
    _ attribute: Attribute, _ value: AttributeValue?, _ blanks: String = " "
  ) -> String {
    guard let value, showsValues, !Self.withheld.contains(attribute) else { return attribute.name }
    return attribute.name + blanks + self.value(value, of: attribute)
  }

  /// Returns the shortest end of a group name that differs from the caller's other groups.
  ///
  /// Returns the whole name if the name cannot be shortened.
  package func group(_ name: String) -> String { Self.visible(shortened(name)) }

  private func shortened(_ name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let others = groups.filter { $0 != name }
    for count in 2..<max(2, parts.count) {
      let end = parts.suffix(count).joined(separator: ".")
      guard !others.contains(where: { $0.hasSuffix("." + end) || $0 == end }) else {
        continue
      }
      return parts.count - count > 1 ? "…" + end : name
    }
    return name
  }

  /// Returns the first four hex digits of an item's persistent identifier.
  package func id(_ item: ItemFact) -> String { Self.id(item.identifier) }

  package static func id(_ identifier: Identifier16) -> String {
    String(identifier.uuidText.lowercased().filter { $0 != "-" }.prefix(4))
  }

  /// Returns the description of an item on one line, for example
  /// `91c0  svce "AYS"  acct "ann"  agrp …ays  sync 0`.
  ///
  /// If the item cannot be read, the line shows how the item is protected, for example
  /// `3b1e  genp, protection ak`.
  package func item(_ item: ItemFact) -> String {
    guard item.state == .readable else { return closed(item) }
    var words = [id(item)]
    for attribute in Self.ownKey(of: item.itemClass) {
      guard let value = item.attributes[attribute], !value.isEmpty else { continue }
      words.append(condition(attribute, value))
    }
    if let group = item.group { words.append("agrp \(self.group(group))") }
    words.append("sync \(item.isSynchronizable ? 1 : 0)")
    return words.joined(separator: "  ")
  }

  private func closed(_ item: ItemFact) -> String {
    var words = [item.itemClass.rawValue]
    // An item that needs an authentication shows nothing of its contents
    // (Specification/diagnostics.md, "Security rules of diagnosis").
    if item.isLocked, let group = item.group { words.append("agrp \(self.group(group))") }
    if item.isSynchronizable { words.append("sync 1") }
    words.append("protection \(item.protection.name)")
    if let accessControl = item.accessControl {
      words.append(
        accessControl.hasEntries
          ? "access control: \(Self.words(of: accessControl))" : "no access control")
    }
    return id(item) + "  " + words.joined(separator: ", ")
  }

  /// Returns the day of a moment as text, for example 2024-05-02.
  func day(_ moment: Instant) -> String { String(date(moment).prefix { $0 != " " }) }

  /// Returns a moment as text: only the time if the moment is on the day of `now`, otherwise day
  /// and time.
  func time(_ moment: Instant, on now: Instant) -> String {
    let (text, today) = (date(moment), date(now))
    // The form is `2024-03-04 14:02`.
    guard text.count == 16, today.count == 16, text.prefix(11) == today.prefix(11) else {
      return text
    }
    return String(text.suffix(5))
  }

  /// Returns the times when an item was added and changed, in words.
  ///
  /// Nil if the times are not known or may not be shown.
  package func dates(_ item: ItemFact) -> String? {
    guard case .date(let added)? = item.attributes[.creationDate],
      case .date(let changed)? = item.attributes[.modificationDate]
    else { return nil }
    return "added \(date(added)), changed \(date(changed))"
  }

  /// Returns the attributes of a class's primary key that not all classes share, for example
  /// service and account.
  ///
  /// The order is the order that people expect: service or server comes before the account.
  package static func ownKey(of itemClass: ItemClass) -> [Attribute] {
    let own = Schema.of(itemClass).primaryKey.map(\.attribute).filter { !isTail($0) }
    let first = own.filter { $0 == .service || $0 == .server }
    return first + own.filter { !first.contains($0) }
  }

  /// Returns true if a report names attribute `a` before attribute `b`.
  static func comesBefore(_ a: Attribute, _ b: Attribute, in itemClass: ItemClass) -> Bool {
    let key = ownKey(of: itemClass)
    let ranks = [a, b].map { key.firstIndex(of: $0) ?? key.count }
    return ranks[0] == ranks[1] ? a < b : ranks[0] < ranks[1]
  }

  static func isTail(_ attribute: Attribute) -> Bool {
    [
      .accessGroup, .synchronizable, .viewHint, .tokenIdentifier, .multiUser, .sharingGroup,
    ].contains(attribute)
  }

  /// Returns the authentication that an access control requires for reading an item, for example
  /// `biometryAny or devicePasscode`.
  ///
  /// If the access control does not allow reading, the result says so.
  static func words(of accessControl: AccessControl) -> String {
    guard let requirement = AuthenticationRequirement(accessControl, for: .decrypt) else {
      return "no entry for reading"
    }
    return words(of: requirement)
  }

  package static func words(of requirement: AuthenticationRequirement) -> String {
    var words = requirement.factors.map { name(of: $0) }
    if requirement.needsApplicationPassword { words.append("applicationPassword") }
    guard !words.isEmpty else { return "nothing" }
    return words.joined(separator: requirement.count > 1 ? " and " : " or ")
  }

  private static func name(of factor: AccessFactor) -> String {
    switch factor {
    case .userPresence: "userPresence"
    case .biometryAny: "biometryAny"
    case .biometryCurrentSet: "biometryCurrentSet"
    case .devicePasscode: "devicePasscode"
    case .watch: "watch"
    }
  }

  /// Returns a text with its invisible characters made visible.
  ///
  /// Used for texts that other people or programs chose, for example names of groups and files.
  package static func visible(_ text: String) -> String { VisibleText.of(text) }

  /// Returns a count with its noun, for example `1 item` or `3 items`.
  package static func items(_ count: Int, _ adjective: String = "") -> String {
    let noun = count == 1 ? "item" : "items"
    return adjective.isEmpty ? "\(count) \(noun)" : "\(count) \(adjective) \(noun)"
  }
}

extension AttributeValue {
  /// True if the value equals the default value of an attribute of the primary key.
  ///
  /// An attribute of the primary key has its default value if the program did not pass the
  /// attribute. The default value is an empty text, empty data, 0 or the reference date.
  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .number(let number): number == 0
    case .real: false
    case .date(let date): date == .reference
    }
  }

  /// The kind of the value in one word: `text`, `data`, `number` or `date`.
  var kindName: String {
    switch self {
    case .text: "text"
    case .bytes: "data"
    case .number, .real: "number"
    case .date: "date"
    }
  }
}

extension Int {
  /// Returns `one` if the number is 1, otherwise `many`: the singular or the plural of a word.
  package func are(_ one: String, _ many: String) -> String { self == 1 ? one : many }
}

extension CallFacts {
  /// The number of items that match the query of the call, in words, for example `3 items`.
  var matchWords: String {
    (store.matchesAreCut ? "at least " : "") + Wording.items(store.matchCount)
  }
}
