// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import FileKeychain
import KeychainExplaining
import KeychainTypes

/// The tables of `dump-items` for the items of one keychain file (Specification/diagnostics.md,
/// "security dump-items").
///
/// Keychain files have neither access groups nor protections, so these columns are absent. The
/// column `#` has the number of the record, which the command `check` prints for a damaged item.
struct FileItemTable {
  /// One item, with the facts that can be read without the keys of the keychain file.
  struct Row {
    let itemClass: ItemClass
    /// The kind of a key, such as `private`; nil for another item.
    ///
    /// Each kind of key has a table of its own in the file, whose records are numbered from 0.
    let kind: String?
    let number: UInt32
    let cells: [String?]
    let state: State
  }

  /// The state of an item for a program: whether the program can use the item now.
  enum State: String {
    case readable, locked, prompt, refused
    /// The keychain is unlocked, and the item's record or key is not as the keychain wrote it.
    case damaged
  }

  let name: String
  let rows: [Row]

  /// The attributes that have columns, for each table of a keychain file.
  ///
  /// The last member is the operation for which programs use an item, from which the state of the
  /// item follows. If this operation is nil, every program can read the item.
  private static let columns: [(ItemClass, Relation, [Attribute], Authorization?)] = [
    (.genericPassword, .genericPasswords, [.service, .account], .decrypt),
    (.internetPassword, .internetPasswords, [.server, .account, .port, .path], .decrypt),
    (.certificate, .certificates, [.label], nil), (.key, .privateKeys, [.label], .sign),
    (.key, .symmetricKeys, [.label], .decrypt), (.key, .publicKeys, [.label], nil),
  ]

  /// The kinds of keys by the numbers of their tables.
  private static let kinds = [
    Relation.privateKeys.id: "private", Relation.symmetricKeys.id: "symmetric",
    Relation.publicKeys.id: "public",
  ]

  /// Reads the items of a keychain that a selection chooses.
  ///
  /// - Parameter client: The program for which the states of the items are determined.
  init(
    _ keychain: Keychain, named name: String, _ selection: ItemSelection, for client: KeychainClient
  ) throws(KeychainError) {
    self.name = name
    let isLocked = try !keychain.status().contains(.unlocked)
    var rows: [Row] = []
    for (itemClass, relation, columns, operation) in Self.columns {
      guard selection.classes.contains(itemClass),
        let terms = Self.terms(selection, itemClass, relation)
      else { continue }
      for item in try keychain.items(in: relation, where: terms) {
        let values = try item.values()
        rows.append(
          Row(
            itemClass: itemClass, kind: Self.kinds[relation.id], number: item.recordNumber,
            cells: columns.map { Self.text(values, $0) } + [Self.changed(values)],
            state: try Self.state(item, operation, isLocked, client)))
      }
    }
    self.rows = rows
  }

  /// Makes the table of the distribution's certificates; nil if the selection has another class or
  /// a condition that these certificates cannot be compared with.
  init?(_ certificates: [Certificate], named name: String, _ selection: ItemSelection) {
    guard selection.classes.contains(.certificate),
      let terms = Self.terms(selection, .certificate, .certificates)
    else { return nil }
    self.name = name
    rows = certificates.enumerated().compactMap { place, certificate in
      guard let values = try? RecordValues(of: certificate),
        terms.allSatisfy({ values[$0.attribute] == $0.value })
      else { return nil }
      return Row(
        itemClass: .certificate, kind: nil, number: UInt32(place),
        cells: [Self.text(values, .label), nil], state: .readable)
    }
  }

  /// Returns the conditions of the selection for a table; nil if no item of the table can meet
  /// them.
  private static func terms(
    _ selection: ItemSelection, _ itemClass: ItemClass, _ relation: Relation
  ) -> [RecordTerm]? {
    guard !selection.conditions.isEmpty else { return [] }
    guard let predicates = selection.predicates(of: itemClass) else { return nil }
    let given = AttributeSet(predicates.map { AttributeSet.Entry($0.attribute, $0.value) })
    guard let table = SearchedTable(itemClass, given), table.terms.count == predicates.count else {
      return nil
    }
    return table.terms
  }

  private static func label(of relation: Relation) -> UInt32 {
    switch relation.id {
    case Relation.publicKeys.id, Relation.privateKeys.id, Relation.symmetricKeys.id:
      KeyAttribute.printName
    case Relation.certificates.id: Relation.code("labl")
    default: Relation.printName
    }
  }

  private static func text(_ values: RecordValues, _ attribute: Attribute) -> String? {
    let code = attribute == .label ? label(of: values.relation) : Relation.code(attribute.name)
    switch values[code] {
    case .bytes(let bytes)?: return ItemTable.text(.bytes(bytes))
    case .number(let number)?: return number == 0 ? nil : "\(number)"
    case .signed(let number)?: return "\(number)"
    case .numbers?, nil: return nil
    }
  }

  /// Returns the time of the last change to the minute, or nil if the item has no valid date.
  private static func changed(_ values: RecordValues) -> String? {
    guard case .bytes(let bytes)? = values[Relation.code("mdat")], bytes.count >= 14,
      let digits = String(validating: bytes.prefix(14), as: UTF8.self)
    else { return nil }
    let numbers = [0..<4, 4..<6, 6..<8, 8..<10, 10..<12, 12..<14].map { range in
      Int(digits.dropFirst(range.lowerBound).prefix(range.count))
    }
    guard let year = numbers[0], let month = numbers[1], let day = numbers[2],
      let time = CivilTime(
        year: year, month: month, day: day, hour: numbers[3] ?? 0, minute: numbers[4] ?? 0,
        second: numbers[5] ?? 0)
    else { return nil }
    return LocalDate.minutes(time.instant)
  }

  private static func state(
    _ item: KeychainItem, _ operation: Authorization?, _ isLocked: Bool, _ client: KeychainClient
  ) throws(KeychainError) -> State {
    guard let operation else { return .readable }
    // The codes of a locked keychain cannot be verified.
    if isLocked { return .locked }
    do throws(KeychainError) { try item.keychain.verify(item) } catch { return .damaged }
    switch try item.keychain.verdict(on: item, operation, for: client) {
    case .allowed?, nil: return .readable
    case .ask?: return .prompt
    case .denied?: return .refused
    }
  }
}

extension FileItemTable {
  /// Returns the lines of all tables.
  ///
  /// - Parameters:
  ///   - width: The largest width of a line, in columns; nil for no limit.
  ///   - sorting: The name of the column to sort by; nil keeps the order of the file.
  func lines(showsValues: Bool, width: Int?, sorting: String?) -> [String] {
    var lines: [String] = []
    for itemClass in ItemClass.stored {
      let ofClass = sorted(rows.filter { $0.itemClass == itemClass }, sorting)
      guard !ofClass.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines += TextBlock.wrap(
        "Items of class \(itemClass.rawValue) in \(VisibleText.of(name)), \(ofClass.count) found",
        indent: "  ")
      let titles = Self.titles(itemClass)
      let kind = itemClass == .key ? ["kind"] : []
      var table = TextTable(
        titles: ["#"] + kind + titles + ["changed", "state"],
        rigid: ["#", "kind", "changed", "state"], leavingOut: titles.reversed(), gap: 2)
      for row in ofClass {
        let cells = row.cells.dropLast().map { Self.shown($0, showsValues) }
        table.append(
          ["\(row.number)"] + (row.kind.map { [$0] } ?? []) + cells
            + [row.cells.last.flatMap { $0 } ?? "-", row.state.rawValue])
      }
      lines += table.lines(width: width)
    }
    return lines
  }

  private static func titles(_ itemClass: ItemClass) -> [String] {
    columns.first { $0.0 == itemClass }?.2.map(\.name) ?? []
  }

  private static func shown(_ text: String?, _ showsValues: Bool) -> String {
    guard let text else { return "-" }
    if text.isEmpty { return "(empty)" }
    return showsValues ? text : "set"
  }

  private func sorted(_ rows: [Row], _ sorting: String?) -> [Row] {
    guard let sorting, let first = rows.first,
      let place = Self.titles(first.itemClass).firstIndex(of: sorting)
    else { return rows }
    return rows.sorted { ($0.cells[place] ?? "") < ($1.cells[place] ?? "") }
  }

  /// The items as members of the JSON of `dump-items`.
  func json(showsValues: Bool) -> [JSONText] {
    rows.map { row in
      var key: [String: JSONText] = [:]
      for (title, cell) in zip(Self.titles(row.itemClass), row.cells) {
        guard let cell else { continue }
        key[title] = showsValues ? .text(cell) : .text("set")
      }
      var object: [String: JSONText] = [
        "keychain": .text(name), "record": .number(Int64(row.number)),
        "class": .text(row.itemClass.rawValue), "state": .text(row.state.rawValue),
        "key": .object(key),
      ]
      object["kind"] = row.kind.map { .text($0) }
      return .object(object)
    }
  }
}
