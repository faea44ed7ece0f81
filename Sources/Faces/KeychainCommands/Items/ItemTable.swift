// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
package import KeychainTypes

/// The table of dump-items, class by class (spec/diagnostics.md 1.6).
package struct ItemTable {
  private static let shortKey = 3

  private let items: [ItemSummary]
  let showsValues: Bool
  private let identifiers: [Identifier16: String]
  private let groups: [String: String]
  private let viewer: Caller?

  /// A table of items in their order, or sorted by an attribute's shown value.
  ///
  /// - Parameter viewer: who sees no more than these; nil for the owner, who sees all.
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

  /// The tables of all classes, each at most `width` wide.
  package func tables(width: Int?) -> [String] {
    var none: (ItemClass, TextTable)?
    return tables(width: width, above: &none)
  }

  /// The same above a comparison of one class, whose columns stand under those of the class.
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

  /// What the short names of the tables stand for.
  package var legend: [String] {
    let names =
      viewer.map { viewer in
        SharingFindings.own(viewer).enumerated().map { $0 == 0 ? "\($1) (default)" : $1 }
      } ?? groups.keys.sorted()
    let shown = names.map { VisibleText.of($0) }.joined(separator: ", ")
    let lines = names.isEmpty ? [] : TextBlock.wrap("Groups: " + shown, indent: "  ")
    return showsValues ? lines : lines + ["Values of attributes are hidden; --values shows them."]
  }

  /// The short name of an item, unique among these.
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

  /// The class's own part of the primary key.
  ///
  /// Where it is long, columns in which nothing stands are left out: an internet password has
  /// seven, of which most items use three.
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

  /// The attributes of a key in the order in which the table does without them: first those that
  /// tell no item from another, the last ones of the key before others.
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

  /// A value for people: control characters as `\ooo`, marks that turn the direction of writing
  /// spelled out.
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

  /// The first four hex digits of each, more where that is needed to tell them apart.
  package static func shortIdentifiers(_ identifiers: [Identifier16]) -> [Identifier16: String] {
    let texts = Set(identifiers).map { ($0, $0.uuidText.filter { $0 != "-" }.lowercased()) }
    var length = 4
    while length < 32, Set(texts.map { $0.1.prefix(length) }).count < texts.count { length += 1 }
    return Dictionary(uniqueKeysWithValues: texts.map { ($0.0, String($0.1.prefix(length))) })
  }

  /// Each group by its last parts, as many as tell all of them apart.
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
