// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainExplaining
import KeychainTypes

/// The command `dump-items`: lists items in a table (Specification/diagnostics.md, "security
/// dump-items").
///
/// The command never shows secrets. The user is asked for the passcode of the store only if the
/// option `--owner` is given, and never for any other proof.
enum DumpItems {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    try invocation.store.onlyLooking { () throws(Stop) in try dump(invocation) }
  }

  private static func dump(_ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    let options = try invocation.options()
    try Contradiction.refuse(["values", "names"], options)
    let isOwner = options.contains(.long("owner"))
    if isOwner, let refusal = try OwnerProof.refusal(invocation, options) { return refusal }
    let selection = try ItemSelection(options, terminal)
    let comparison = try Comparison(options, selection)
    let sorting = try sortingAttribute(options)
    let profile = (try? ProfileChoice.current()) ?? .dataProtection
    let caller =
      isOwner ? SecurityCommand.caller : try PointOfView.caller(options, profile, invocation.store)
    let viewer = caller.seesAllGroups ? nil : caller
    let names = FileItemTables.names(in: options)
    guard names.isEmpty || comparison == nil else {
      throw .usage(message: "--compare compares items of the store, not of a keychain file")
    }
    let files = try FileItemTables(invocation, names, selection, caller)
    let others = OtherTables(files: files, options: options, sorting: sorting, terminal: terminal)
    guard !files.isNamed else { return others.alone(caller) }
    do {
      guard let service = try invocation.store.serviceIfMade(as: viewer) else {
        return others.alone(caller)
      }
      let items = try chosen(selection, of: service)
      guard !items.isEmpty else { return others.alone(caller) }
      let table = ItemTable(
        items, showsValues: PointOfView.showsValues(options, terminal), sorting: sorting,
        viewer: viewer)
      let compared = try comparison?.compared(items, by: service)
      if options.contains(.long("json")) {
        let line = ItemJSON(items, table, caller, compared, comparison, files).line
        terminal.output(line + "\n")
      } else {
        let width = others.width
        var below = comparison.flatMap { comparison in
          compared.map { (comparison.itemClass, comparison.columns($0, in: table)) }
        }
        var lines = table.tables(width: width, above: &below)
        if let comparison, let compared, let columns = below?.1 {
          lines += comparison.lines(compared, columns, in: table, width: width)
          lines += TextBlock.wrap(try lockLine(service), indent: "  ")
        } else {
          lines.append("")
        }
        for line in lines + table.legend + others.lines(after: true) {
          terminal.output(line + "\n")
        }
      }
      if items.contains(where: { $0.state == .locked }) { LockedNote.tell(in: invocation) }
      let isClosed = items.contains { [.locked, .lost, .damaged].contains($0.state) }
      return isClosed ? KeychainError.Code.interactionNotAllowed.rawValue : others.status
    } catch {
      return Refusal.report(error, of: "dump-items", in: invocation)
    }
  }

  /// Returns the name of the attribute by which `--sort` orders the items; nil if `--sort` is not
  /// given.
  ///
  /// - Throws: `Stop.usage` if the value of `--sort` is not an attribute.
  private static func sortingAttribute(_ options: OptionReader) throws(Stop) -> String? {
    guard let bytes = options.value(.long("sort")) else { return nil }
    let word = String(decoding: bytes, as: UTF8.self)
    guard case .attribute(let attribute)? = CallKey(word), ItemSelection.isKnown(attribute) else {
      throw .usage(message: "--sort takes an attribute: \(AttributeWord.advice(word))")
    }
    return attribute.name
  }

  /// Returns the items that the user has selected by operands and options.
  ///
  /// If an item cannot be decrypted now, its values are unknown. The conditions of the user are
  /// then compared with the stored digests of the item's attributes.
  private static func chosen(
    _ selection: ItemSelection, of service: StoreAccess.Service
  ) throws(KeychainError) -> [ItemSummary] {
    let found = try service.listItems(selection.classes).map(\.withoutWithheld)
    var closed: Set<Identifier16> = []
    if !selection.conditions.isEmpty, let explaining = service as? any Explaining {
      for itemClass in selection.classes {
        guard found.contains(where: { $0.itemClass == itemClass && !$0.opens }),
          let predicates = selection.predicates(of: itemClass)
        else { continue }
        for (identifier, each) in try compared(itemClass, predicates, explaining)
        where each.allSatisfy({ $0 == .same }) {
          closed.insert(identifier)
        }
      }
    }
    return selection.chosen(from: found, closed: closed)
  }

  /// Compares the items of a class with predicates, and returns the results for each item.
  ///
  /// Empty if a part of the database is damaged.
  private static func compared(
    _ itemClass: ItemClass, _ predicates: [Predicate], _ explaining: any Explaining
  ) throws(KeychainError) -> [Identifier16: [ItemComparison]] {
    do throws(KeychainError) {
      return try explaining.compare(itemClass, with: predicates)
    } catch {
      guard error.isDamagedPart else { throw error }
      return [:]
    }
  }

  private static func lockLine(_ service: StoreAccess.Service) throws(KeychainError) -> String {
    switch try service.lockStatus().state {
    case .unlocked: "Lock state: unlocked, all protection classes available."
    case .locked: "Lock state: locked; ak, aku and akpu are not available."
    case .beforeFirstUnlock: "Lock state: before first unlock; only dk and dku are available."
    }
  }
}

/// Prints the tables of keychain files, below the tables of the store or without them.
private struct OtherTables {
  private static let pageWidth = 80

  let files: FileItemTables
  let options: OptionReader
  let sorting: String?
  let terminal: Terminal

  var width: Int? { options.contains(.long("wide")) ? nil : Self.pageWidth }
  private var showsValues: Bool { PointOfView.showsValues(options, terminal) }

  /// The status of the command `dump-items`, as far as it follows from the keychain files.
  ///
  /// The status is the error of a keychain that cannot be read, -25308 if an item cannot be opened
  /// now, or 0.
  var status: Int32 {
    if let failure = files.failure { return failure }
    return files.hasClosed ? KeychainError.Code.interactionNotAllowed.rawValue : 0
  }

  /// Prints the items of the keychain files as tables or JSON, without the items of the store, and
  /// returns the status.
  ///
  /// If there are no items, the status is the error of a keychain that cannot be read, or -25300.
  func alone(_ caller: Caller) -> Int32 {
    guard !files.isEmpty else {
      if let failure = files.failure { return failure }
      terminal.complain(StatusText.message(KeychainError.Code.itemNotFound.rawValue))
      return KeychainError.Code.itemNotFound.rawValue
    }
    if options.contains(.long("json")) {
      let object: [String: JSONText] = [
        "schema": 1, "caller": .text(caller.identifier),
        "values": .text(showsValues ? "attributes" : "names"),
        "items": .list(files.tables.flatMap { $0.json(showsValues: showsValues) }),
      ]
      terminal.output(JSONText.object(object).line + "\n")
    } else {
      var lines = lines(after: false)
      if !showsValues {
        lines += ["", "Values of attributes are hidden; --values shows them."]
      }
      for line in lines { terminal.output(line + "\n") }
    }
    return status
  }

  /// Returns the lines of the tables of all keychain files; tables without items are left out.
  ///
  /// - Parameter isBelow: True if an empty line must separate these tables from the tables of the
  ///   store above them.
  func lines(after isBelow: Bool) -> [String] {
    var lines: [String] = []
    for table in files.tables where !table.rows.isEmpty {
      if isBelow || !lines.isEmpty { lines.append("") }
      lines += table.lines(showsValues: showsValues, width: width, sorting: sorting)
    }
    return lines
  }
}

extension ItemSummary {
  /// True if the attributes of the item can be decrypted now, without a prompt.
  var opens: Bool { state == .readable }

  /// The item as it may be shown without a prompt (Specification/diagnostics.md, "Security rules of
  /// diagnosis").
  ///
  /// If a search would show the attributes only after a prompt, all attributes except the access
  /// group are left out.
  fileprivate var withoutWithheld: ItemSummary {
    guard state == .prompt else { return self }
    return ItemSummary(
      itemClass: itemClass, identifier: identifier, protection: protection,
      isSynchronizable: isSynchronizable, isConstrained: isConstrained, state: state,
      attributes: AttributeSet(attributes.filter { $0.attribute == .accessGroup }))
  }
}

/// The output of `dump-items --json`: a JSON object with all selected items.
///
/// The member `schema` stays 1, because new versions only add members.
private struct ItemJSON {
  let line: String

  init(
    _ items: [ItemSummary], _ table: ItemTable, _ caller: Caller, _ rows: [Comparison.Row]?,
    _ comparison: Comparison?, _ files: FileItemTables
  ) {
    var object: [String: JSONText] = [
      "schema": 1, "caller": .text(caller.identifier),
      "values": .text(table.showsValues ? "attributes" : "names"),
      "items": .list(
        items.map { Self.item($0, table) }
          + files.tables.flatMap { $0.json(showsValues: table.showsValues) }),
    ]
    if let rows, let comparison {
      object["comparison"] = .list(rows.map { Self.row($0, comparison, table) })
    }
    line = JSONText.object(object).line
  }

  private static func item(_ item: ItemSummary, _ table: ItemTable) -> JSONText {
    var object: [String: JSONText] = [
      "id": .text(table.short(item)), "class": .text(item.itemClass.rawValue),
      "protection": .text(item.protectionName), "synchronizable": .flag(item.isSynchronizable),
      "constrained": .flag(item.isConstrained), "state": .text(item.state.rawValue),
    ]
    if case .text(let group)? = item.attributes[.accessGroup] { object["group"] = .text(group) }
    if case .date(let time)? = item.attributes[.modificationDate] {
      object["changed"] = .text(CivilTime(time).internetFormToMilliseconds)
    }
    var key: [String: JSONText] = [:]
    for attribute in table.keyAttributes([item], item.itemClass) {
      guard let value = plain(item.attributes[attribute]) else { continue }
      key[attribute.name] = table.showsValues ? .text(value) : .text("set")
    }
    object["key"] = .object(key)
    return .object(object)
  }

  /// Returns an attribute value as text, in which control characters stay unchanged.
  ///
  /// The JSON writer escapes them. Nil if there is no value.
  private static func plain(_ value: AttributeValue?) -> String? {
    switch value {
    case .text(let text)?: text
    case .bytes(let bytes)?: String(validating: bytes, as: UTF8.self) ?? ItemTable.text(value)
    default: ItemTable.text(value)
    }
  }

  private static func row(
    _ row: Comparison.Row, _ comparison: Comparison, _ table: ItemTable
  ) -> JSONText {
    let cells = zip(comparison.aims, row.cells).map { ($0.attribute.name, JSONText.text($1.words)) }
    return .object([
      "id": .text(table.short(row.item)), "differences": .number(Int64(row.differences)),
      "attributes": .object(Dictionary(cells) { first, _ in first }),
    ])
  }
}
