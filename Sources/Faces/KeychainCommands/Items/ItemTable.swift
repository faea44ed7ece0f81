// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
package import KeychainTypes

/// The tables of `dump-items`, one for each item class (Specification/diagnostics.md, "security
/// dump-items").
package struct ItemTable {
  private static let shortKey = 3

  private let items: [ItemSummary]
  let showsValues: Bool
  private let identifiers: [Identifier16: String]
  private let groups: [String: String]
  private let viewer: Caller?

  /// Creates the tables for the given items.
  ///
  /// - Parameters:
  ///   - sorting: The name of the attribute to sort by. Nil keeps the given order.
  ///   - viewer: The program whose visible items are listed. Nil if the owner of the store sees all
  ///     items.
  package init(
    _ items: [ItemSummary], showsValues: Bool, sorting: String? = nil, viewer: Caller? = nil
  ) {
    self.viewer = viewer
    self.showsValues = showsValues
    identifiers = Self.shortIdentifiers(items.map(\.identifier))
    groups = Self.shortGroups(Set(items.compactMap(Self.group)))
    guard let attribute = sorting.flatMap({ Attribute(name: $0) }) else {
      self.items = items
      return
    }
    self.items = items.sorted { left, right in
      let keys = [left, right].map { Self.text($0.attributes[attribute]) ?? "" }
      return keys[0] < keys[1]
    }
  }

  /// Returns the lines of all tables.
  ///
  /// - Parameter width: The largest width of a line, in columns; nil for no limit.
  package func tables(width: Int?) -> [String] {
    var none: (ItemClass, TextTable)?
    return tables(width: width, above: &none)
  }

  /// Returns the lines of all tables, and aligns a table of a comparison with them.
  ///
  /// - Parameters:
  ///   - width: The largest width of a line, in columns; nil for no limit.
  ///   - comparison: The table of the comparison, which is printed below, and its item class. The
  ///     columns of the comparison become as wide as the columns in the table of this item class.
  ///     Nil if no comparison is printed.
  func tables(width: Int?, above comparison: inout (ItemClass, TextTable)?) -> [String] {
    var lines: [String] = []
    for itemClass in ItemClass.stored {
      let ofClass = items.filter { $0.itemClass == itemClass }
      guard !ofClass.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines += TextBlock.wrap(
        "Items of class \(itemClass.rawValue)\(visible), \(ofClass.count) found", indent: "  ")
      var table = table(ofClass, itemClass)
      if case (let compared, var columns)? = comparison, compared == itemClass {
        TextTable.align(&table, &columns, at: ("S", "sync"))
        comparison = (compared, columns)
      }
      lines += table.lines(width: width)
    }
    return lines
  }

  private var visible: String {
    guard let viewer else { return "" }
    let count = SharingFindings.own(viewer).count
    return " visible to \(VisibleText.of(viewer.identifier)) "
      + "(\(count) group\(count == 1 ? "" : "s"))"
  }

  /// The lines below the tables: the full names of the access groups, and a note if values are
  /// hidden.
  package var legend: [String] {
    let names =
      viewer.map { viewer in
        SharingFindings.own(viewer).enumerated().map { $0 == 0 ? "\($1) (default)" : $1 }
      } ?? groups.keys.sorted()
    let shown = names.map { VisibleText.of($0) }.joined(separator: ", ")
    let lines = names.isEmpty ? [] : TextBlock.wrap("Groups: " + shown, indent: "  ")
    return showsValues ? lines : lines + ["Values of attributes are hidden; --values shows them."]
  }

  /// Returns the first hex digits of an item's identifier, which identify the item in the tables.
  ///
  /// Empty if the item is not in the tables.
  package func short(_ item: ItemSummary) -> String { identifiers[item.identifier] ?? "" }

  private func table(_ items: [ItemSummary], _ itemClass: ItemClass) -> TextTable {
    let key = keyAttributes(items, itemClass)
    var table = TextTable(
      titles: ["#"] + key.map(\.name) + ["group", "prot", "S", "changed", "state"],
      rigid: ["#", "prot", "S", "changed", "state"],
      leavingOut: dispensable(key, items).map(\.name), gap: 2)
    for item in items {
      table.append(
        [identifiers[item.identifier] ?? ""] + key.map { cell(item, $0) } + [
          Self.group(item).flatMap { groups[$0] }.map { VisibleText.of($0) } ?? "",
          item.protectionName + mark(item),
          item.isSynchronizable ? "s" : "l",
          changed(item),
          item.state.rawValue,
        ])
    }
    return table
  }

  /// Returns the attributes that have columns in the table of an item class.
  ///
  /// The columns have the attributes of the primary key that not all classes share. If a class has
  /// more than three of these attributes, attributes without a value in any item are left out. An
  /// internet password has seven of these attributes, and most items use three of them.
  func keyAttributes(_ items: [ItemSummary], _ itemClass: ItemClass) -> [Attribute] {
    let key = Wording.ownKey(of: itemClass)
    guard key.count > Self.shortKey else { return key }
    return key.filter { attribute in
      items.contains { item in
        guard let text = Self.text(item.attributes[attribute]) else { return false }
        return !text.isEmpty && text != "0"
      }
    }
  }

  /// Returns the attributes whose columns may be removed from a table that is too wide.
  ///
  /// The first attribute is removed first. The attributes that have the same value in all readable
  /// items come before the other attributes. Apart from this rule, later attributes of the primary
  /// key come first.
  private func dispensable(_ key: [Attribute], _ items: [ItemSummary]) -> [Attribute] {
    let open = items.filter(\.opens)
    let telling = key.filter { attribute in Set(open.map { cell($0, attribute) }).count > 1 }
    return (telling + key.filter { !telling.contains($0) }).reversed()
  }

  private func cell(_ item: ItemSummary, _ attribute: Attribute) -> String {
    guard let text = Self.text(item.attributes[attribute]), !text.isEmpty else {
      return item.opens ? "(empty)" : "-"
    }
    return showsValues ? text : "set"
  }

  private func mark(_ item: ItemSummary) -> String {
    switch item.state {
    case .locked: "!"
    default: item.isConstrained ? "*" : ""
    }
  }

  private func changed(_ item: ItemSummary) -> String {
    guard case .date(let instant)? = item.attributes[.modificationDate] else { return "-" }
    return LocalDate.minutes(instant)
  }

  private static func group(_ item: ItemSummary) -> String? {
    guard case .text(let group)? = item.attributes[.accessGroup] else { return nil }
    return group
  }

  /// Returns an attribute value as readable text; nil if there is no value.
  ///
  /// Control characters appear as `\ooo`. Characters that change the direction of writing are made
  /// visible.
  static func text(_ value: AttributeValue?) -> String? {
    switch value {
    case nil: nil
    case .text(let text)?: VisibleText.of(text)
    case .bytes(let bytes)?:
      String(validating: bytes, as: UTF8.self).map { VisibleText.of($0) }
        ?? String(decoding: ByteRule.text(bytes).prefix { $0 != 0x20 }, as: UTF8.self)
    case .number(let number)?: "\(number)"
    case .real(let real)?: "\(real)"
    case .date(let instant)?: LocalDate.minutes(instant)
    }
  }

  /// Returns a short form of each identifier: its first four hex digits, or more.
  ///
  /// All short forms have equal length, and no two of them are equal.
  package static func shortIdentifiers(_ identifiers: [Identifier16]) -> [Identifier16: String] {
    let texts = Set(identifiers).map { ($0, $0.uuidText.filter { $0 != "-" }.lowercased()) }
    var length = 4
    while length < 32, Set(texts.map { $0.1.prefix(length) }).count < texts.count { length += 1 }
    return Dictionary(uniqueKeysWithValues: texts.map { ($0.0, String($0.1.prefix(length))) })
  }

  /// Returns a short form of the name of each access group.
  ///
  /// The short form has the last parts of the name between dots. All forms have as many parts as
  /// are needed so that no two forms are equal.
  package static func shortGroups(_ groups: Set<String>) -> [String: String] {
    var count = 1
    while true {
      let short = groups.map { group in
        (group, group.split(separator: ".").suffix(count).joined(separator: "."))
      }
      let isLongest = groups.allSatisfy { $0.split(separator: ".").count <= count }
      if Set(short.map(\.1)).count == groups.count || isLongest {
        return Dictionary(uniqueKeysWithValues: isLongest ? groups.map { ($0, $0) } : short)
      }
      count += 1
    }
  }
}
