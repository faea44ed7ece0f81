// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// How values, groups and items are named in a report.
package struct Wording: Sendable {
  /// Whether values of attributes are told (spec/diagnostics.md 7.1, 8.2).
  package let showsValues: Bool
  /// Dates in the reader's own time, minutes; the core has no clock and no zone.
  package let date: @Sendable (Instant) -> String
  /// The groups that are told apart by their last parts.
  private let groups: [String]

  package init(
    showsValues: Bool, groups: [String], date: @escaping @Sendable (Instant) -> String
  ) {
    self.showsValues = showsValues
    self.groups = groups
    self.date = date
  }

  /// Where a program may have put a secret by mistake: never told, at no level (1.4).
  package static let withheld: Set<Attribute> = [.generic, .comment, .applicationTag]

  /// A value: in quotes, or its kind and size.
  package func value(_ value: AttributeValue, of attribute: Attribute) -> String {
    let isShown = showsValues && !Self.withheld.contains(attribute)
    switch value {
    // Of seven that there are; nobody's own.
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

  /// A word as a shell reads it back, and as a terminal may show it.
  package static func shellWord(_ text: String) -> String {
    let plain = "/._-+:@%"
    let isPlain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber) || plain.contains($0)
    }
    guard !isPlain else { return text }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + visible(parts.joined(separator: "'\\''")) + "'"
  }

  static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

  /// `svce "AYS"`, or `svce` alone.
  package func condition(
    _ attribute: Attribute, _ value: AttributeValue?, _ blanks: String = " "
  ) -> String {
    guard let value, showsValues, !Self.withheld.contains(attribute) else { return attribute.name }
    return attribute.name + blanks + self.value(value, of: attribute)
  }

  /// A group by as much of its end as tells it from the caller's others.
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

  /// The first four digits of an item's persistent identifier.
  package func id(_ item: ItemFact) -> String { Self.id(item.identifier) }

  package static func id(_ identifier: Identifier16) -> String {
    String(identifier.uuidText.lowercased().filter { $0 != "-" }.prefix(4))
  }

  /// One item on one line: `91c0  svce "AYS"  acct "ann"  agrp …ays  sync 0`; of one that is closed
  /// how it is kept: `3b1e  genp, protection ak`.
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
    // Of an item that needs a person nothing is told that stands in it (spec/diagnostics.md 8.2).
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

  /// The day of a moment, as 2024-05-02.
  func day(_ moment: Instant) -> String { String(date(moment).prefix { $0 != " " }) }

  /// The time of a day, with the day where it is another one than that of now.
  func time(_ moment: Instant, on now: Instant) -> String {
    let (text, today) = (date(moment), date(now))
    // `2024-03-04 14:02`
    guard text.count == 16, today.count == 16, text.prefix(11) == today.prefix(11) else {
      return text
    }
    return String(text.suffix(5))
  }

  /// When an item was added and changed, where that may be told.
  package func dates(_ item: ItemFact) -> String? {
    guard case .date(let added)? = item.attributes[.creationDate],
      case .date(let changed)? = item.attributes[.modificationDate]
    else { return nil }
    return "added \(date(added)), changed \(date(changed))"
  }

  /// The attributes of a class's own part of its key, as a person would name them: the service
  /// before the account, as the server comes before it.
  package static func ownKey(of itemClass: ItemClass) -> [Attribute] {
    let own = Schema.of(itemClass).primaryKey.map(\.attribute).filter { !isTail($0) }
    let first = own.filter { $0 == .service || $0 == .server }
    return first + own.filter { !first.contains($0) }
  }

  /// Whether a comes before b in a report.
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

  /// What an access control asks for, by the names of its flags.
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

  /// A text of others as a person may see it.
  package static func visible(_ text: String) -> String { VisibleText.of(text) }

  /// `1 item`, `3 items`.
  package static func items(_ count: Int, _ adjective: String = "") -> String {
    let noun = count == 1 ? "item" : "items"
    return adjective.isEmpty ? "\(count) \(noun)" : "\(count) \(adjective) \(noun)"
  }
}

extension AttributeValue {
  /// Whether it is the value that an absent attribute of a primary key has.
  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .number(let number): number == 0
    case .real: false
    case .date(let date): date == .reference
    }
  }

  /// The kind in one word.
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
  /// The word for one, or for any other number.
  package func are(_ one: String, _ many: String) -> String { self == 1 ? one : many }
}

extension CallFacts {
  /// `3 items`: those that meet all conditions.
  var matchWords: String {
    (store.matchesAreCut ? "at least " : "") + Wording.items(store.matchCount)
  }
}
