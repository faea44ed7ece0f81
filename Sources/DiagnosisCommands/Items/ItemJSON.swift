// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations
import KeychainTracing
import KeychainTypes

/// The listing of dump-items as one JSON object; `schema` 1, members are only added.
struct ItemJSON {
  let line: String

  init(
    _ items: [ItemSummary], _ table: ItemTable, _ caller: Caller, _ rows: [Comparison.Row]?,
    _ comparison: Comparison?
  ) {
    var object: [String: JSONText] = [
      "schema": 1, "caller": .text(caller.identifier),
      "values": .text(table.showsValues ? "attributes" : "names"),
      "items": .list(items.map { Self.item($0, table) }),
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
      object["changed"] = .text(LocalDate.coordinated(time))
    }
    var key: [String: JSONText] = [:]
    for attribute in table.keyAttributes([item], item.itemClass) {
      guard let value = plain(item.attributes[attribute]) else { continue }
      key[attribute.name] = table.showsValues ? .text(value) : .text("set")
    }
    object["key"] = .object(key)
    return .object(object)
  }

  /// A value as it is: JSON has its own way to escape.
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
