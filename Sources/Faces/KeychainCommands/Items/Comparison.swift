// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// The comparison of `dump-items --compare`: the values of a query beside the values of each item
/// (Specification/diagnostics.md, "security dump-items").
struct Comparison {
  /// An attribute, and the value of the attribute that the user is looking for.
  ///
  /// The attribute becomes a column of the comparison.
  struct Aim {
    let attribute: Attribute
    let word: String
    let value: AttributeValue
  }

  /// An item, and the result of the comparison for each attribute.
  ///
  /// A `Row` becomes a row of the table.
  struct Row {
    let item: ItemSummary
    let cells: [ItemComparison]

    var differences: Int { cells.count { $0 != .same } }
  }

  let itemClass: ItemClass
  let aims: [Aim]
  /// True if the user has not named the attribute `sync`, so that the query finds only local items.
  let impliesLocal: Bool

  /// Reads the values to compare from the option `--compare`; nil if the option is not given.
  init?(_ options: OptionReader, _ selection: ItemSelection) throws(Stop) {
    guard let words = options.value(.long("compare")) else { return nil }
    let named = selection.classes == ItemClass.stored ? [.genericPassword] : selection.classes
    guard named.count == 1, let itemClass = named.first else {
      throw .usage(message: "--compare: name one class")
    }
    self.itemClass = itemClass
    var aims: [Aim] = []
    do throws(QueryWords.Misuse) {
      let call = try WrittenCall([String(decoding: words, as: UTF8.self)])
      for part in call.parts { aims.append(try Self.aim(part, itemClass, call.isProgram)) }
    } catch {
      throw .usage(message: "--compare: \(error.message)")
    }
    impliesLocal = !aims.contains { $0.attribute == .synchronizable }
    if impliesLocal { aims.append(Aim(attribute: .synchronizable, word: "0", value: .number(0))) }
    self.aims = aims
  }

  private static func aim(
    _ part: WrittenCall.Part, _ itemClass: ItemClass, _ isProgram: Bool
  ) throws(QueryWords.Misuse) -> Aim {
    guard case .pair(let pair) = part else {
      throw QueryWords.Misuse(message: "a word is not attribute=value")
    }
    guard case .attribute(let attribute)? = CallKey(pair.name) else {
      throw QueryWords.Misuse(
        message: "the word before = is not an attribute: " + AttributeWord.advice(pair.name))
    }
    guard let row = Schema.of(itemClass)[attribute] else {
      throw QueryWords.Misuse(message: "class \(itemClass.rawValue) has no \(attribute.name)")
    }
    let given = try CallValue(pair, of: attribute, isProgram: isProgram)
    if attribute == .synchronizable {
      guard case .flag(let flag) = given else {
        throw QueryWords.Misuse(message: "sync is 0 or 1")
      }
      return Aim(attribute: attribute, word: flag ? "1" : "0", value: .number(flag ? 1 : 0))
    }
    if attribute == .protection, case .text(let name) = given {
      return Aim(attribute: attribute, word: name, value: .text(name))
    }
    guard let value = try? row.kind.coerce(given.foreign) else {
      throw QueryWords.Misuse(message: "\(attribute.name) cannot have this value")
    }
    return Aim(attribute: attribute, word: pair.value, value: value)
  }

  /// Compares each item of the class with the user's values, and returns a row for each item.
  func compared(
    _ items: [ItemSummary], by service: StoreAccess.Service
  ) throws(KeychainError) -> [Row] {
    guard let explaining = service as? any Explaining else {
      throw KeychainError(.unimplemented, "the service cannot compare its items")
    }
    let looked = aims.filter { !Self.isClear($0.attribute) }
    let found = try explaining.compare(
      itemClass, with: looked.map { Predicate($0.attribute, $0.value) })
    return items.filter { $0.itemClass == itemClass }.map { item in
      var rest = found[item.identifier]?[...] ?? []
      return Row(
        item: item,
        cells: aims.map { aim in
          switch aim.attribute {
          case .synchronizable:
            (aim.word == "1") == item.isSynchronizable ? .same : .differs
          case .protection: aim.word == item.protectionName ? .same : .differs
          default: rest.popFirst() ?? .unknown
          }
        })
    }
  }

  /// True if the store can read the attribute without decrypting the item.
  private static func isClear(_ attribute: Attribute) -> Bool {
    attribute == .synchronizable || attribute == .protection
  }
}

extension Comparison {
  /// Returns the table of the comparison, with a row for each item and a column for each attribute.
  ///
  /// - Parameter table: The table of all items, which gives each item its short identifier.
  func columns(_ rows: [Row], in table: ItemTable) -> TextTable {
    let names = aims.map(\.attribute.name)
    var columns = TextTable(
      titles: ["#"] + names + ["verdict"], rigid: ["#"], leavingOut: names.reversed(), gap: 2)
    for row in rows {
      columns.append([table.short(row.item)] + row.cells.map(\.words) + [verdict(row)])
    }
    return columns
  }

  /// Returns the lines of the comparison: a heading, the table, and a sentence about the nearest
  /// item.
  ///
  /// - Parameter width: The largest width of a line, in columns; nil for no limit.
  func lines(
    _ rows: [Row], _ columns: TextTable, in table: ItemTable, width: Int?
  ) -> [String] {
    let end = impliesLocal ? " (implied):" : ":"
    let head = aims.map { "\($0.attribute.name)=\(VisibleText.of($0.word))" }
    return [""] + TextBlock.wrap("Compared with " + head.joined(separator: " ") + end, indent: "  ")
      + columns.lines(width: width) + [""]
      + TextBlock.wrap(conclusion(rows, in: table), indent: "  ")
  }

  /// Returns the result for an item as text: `matches`, `1 of 4 differs: labl` or `3 of 4 differ`.
  private func verdict(_ row: Row) -> String {
    let failing = zip(aims, row.cells).filter { $1 != .same }
    switch failing.count {
    case 0: return "matches"
    case 1: return "1 of \(aims.count) differs: \(failing[0].0.attribute.name)"
    default: return "\(failing.count) of \(aims.count) differ"
    }
  }

  private func conclusion(_ rows: [Row], in table: ItemTable) -> String {
    let matching = rows.filter { $0.differences == 0 }
    if !matching.isEmpty {
      let names = matching.prefix(5).map { table.short($0.item) }.joined(separator: ", ")
      return matching.count == 1
        ? "1 item matches: \(names)."
        : "\(matching.count) items match: \(names)\(matching.count > 5 ? ", …" : "")."
    }
    guard let nearest = rows.min(by: isNearer),
      nearest.differences < aims.count
    else { return "No item matches, and no item is near." }
    var steps: [(words: String, code: String, names: [String])] = []
    for (aim, cell) in zip(aims, nearest.cells) where cell != .same {
      let (words, code) = step(aim.attribute, cell)
      if let place = steps.firstIndex(where: { $0.words == words }) {
        steps[place].names.append(aim.attribute.name)
      } else {
        steps.append((words, code, [aim.attribute.name]))
      }
    }
    let changes = steps.map { step in
      let names = step.names.joined(separator: " and ")
      return "\(names) \(step.names.count == 1 ? "is" : "are") \(step.words)"
    }
    let codes = Set(steps.map(\.code)).sorted().joined(separator: ", ")
    return "No item matches. Nearest: \(table.short(nearest.item)), "
      + "if \(changes.joined(separator: " and ")) (\(codes))."
  }

  /// True if the item of the left row matches the query better than the item of the right row
  /// (Specification/diagnostics.md, "Order of near misses").
  ///
  /// An item with fewer differences is better. If the numbers are equal, the item whose differences
  /// have the lower rank is better. A rank is a number that says how serious a difference is. If
  /// the ranks are equal too, the item that was changed later is better.
  private func isNearer(_ left: Row, _ right: Row) -> Bool {
    let schema = Schema.of(itemClass)
    let ranks = [left, right].map { row in
      [row.differences]
        + zip(aims, row.cells).filter { $1 != .same }
        .map { NearMiss.Failure($0.attribute, Self.failure($0.attribute, $1)).rank(in: schema) }
        .sorted()
    }
    if ranks[0] != ranks[1] { return ranks[0].lexicographicallyPrecedes(ranks[1]) }
    return left.item.changed > right.item.changed
  }

  private static func failure(
    _ attribute: Attribute, _ cell: ItemComparison
  ) -> NearMiss.Failure.How {
    switch (attribute, cell) {
    case (.synchronizable, _): .synchronizable
    case (.accessGroup, _): .group
    case (.protection, _): .protection
    case (_, .form(let words)): .form(words)
    default: .differs
    }
  }

  /// Returns the change of the query by which an attribute would match, and the code of a finding.
  ///
  /// The change is the text that completes a sentence such as "acct is left out". The caller writes
  /// "acct is", and this function returns "left out". The code, for example "K204", belongs to the
  /// finding that explains the difference.
  private func step(_ attribute: Attribute, _ cell: ItemComparison) -> (String, String) {
    // Without an attribute of the primary key, the query would also find other items.
    let isOfKey = Schema.of(itemClass)[attribute]?.roles.contains(.primaryKey) ?? false
    return switch (attribute, cell) {
    case (.synchronizable, _): ("kSecAttrSynchronizableAny", "K209")
    case (.accessGroup, _): ("left out", "K207")
    case (.protection, _): ("left out", "K212")
    case (_, .form): ("written as stored", "K205")
    default: (isOfKey ? "given as stored" : "left out", "K204")
    }
  }
}

extension ItemSummary {
  fileprivate var changed: Instant {
    if case .date(let time)? = attributes[.modificationDate] { time } else { .reference }
  }
}

extension ItemComparison {
  /// The text of the result for an attribute, as the table of the comparison shows it.
  var words: String {
    switch self {
    case .same: "same"
    case .form("letter case"): "case only"
    case .form(let words): words
    case .differs, .isEmpty: "differs"
    case .isNotStored: "not stored"
    case .unknown: "closed"
    }
  }
}
