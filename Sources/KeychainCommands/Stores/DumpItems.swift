// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// dump-items: a table of items, never secrets, never a prompt (spec/diagnostics.md 1.6).
///
/// Comparing (`--compare`) and other points of view (`--as`, `--owner`) come with the diagnosis.
enum DumpItems {
  private static let missing = ["compare", "as", "owner", "json"]
  private static let pageWidth = 80

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    let options = try invocation.options()
    if let name = missing.first(where: { options.contains(.long($0)) }) {
      terminal.complain("dump-items --\(name) is not available yet")
      return 1
    }
    let selection = try Selection(options.operands)
    let sorting = options.value(.long("sort")).map { String(decoding: $0, as: UTF8.self) }
    if let sorting, Attribute(name: sorting) == nil {
      throw .usage(message: "--sort: \(sorting) is no attribute: \(AttributeWord.advice(sorting))")
    }
    let showsValues =
      options.contains(.long("values"))
      || (terminal.outputIsTerminal && !options.contains(.long("names")))
    do {
      let found = try invocation.store.serviceIfMade()?.listItems(selection.classes) ?? []
      let items = selection.chosen(from: found)
      guard !items.isEmpty else {
        terminal.complain(StatusText.message(KeychainError.Code.itemNotFound.rawValue))
        return KeychainError.Code.itemNotFound.rawValue
      }
      let table = ItemTable(items, showsValues: showsValues, sorting: sorting)
      let width = options.contains(.long("wide")) ? nil : pageWidth
      for line in table.lines(width: width) { terminal.output(line + "\n") }
      let isClosed = items.contains { $0.state == .locked || $0.state == .lost }
      return isClosed ? KeychainError.Code.interactionNotAllowed.rawValue : 0
    } catch {
      return Refusal.report(error, of: "dump-items", in: invocation)
    }
  }

  /// Which items are wanted.
  struct Selection {
    private(set) var classes: [ItemClass] = []
    private(set) var conditions: [(attribute: Attribute, value: String)] = []

    init(_ operands: [[UInt8]]) throws(Stop) {
      for operand in operands {
        let text = String(decoding: operand, as: UTF8.self)
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, let attribute = Attribute(name: String(parts[0])) {
          conditions.append((attribute, String(parts[1])))
        } else if let itemClass = ItemClass(rawValue: text), itemClass != .identity {
          classes.append(itemClass)
        } else if parts.count == 2 {
          throw .usage(message: "\(text): \(AttributeWord.advice(String(parts[0])))")
        } else {
          throw .usage(message: "\(text) is neither genp, inet, cert, keys nor attribute=value")
        }
      }
      if classes.isEmpty { classes = ItemClass.stored }
    }

    /// Those that meet all conditions, in their order.
    func chosen(from items: [ItemSummary]) -> [ItemSummary] {
      items.filter { item in
        classes.contains(item.itemClass) && conditions.allSatisfy { meets(item, $0) }
      }
    }

    private func meets(
      _ item: ItemSummary, _ condition: (attribute: Attribute, value: String)
    ) -> Bool {
      switch condition.attribute {
      case .synchronizable: return condition.value == (item.isSynchronizable ? "1" : "0")
      case .protection: return condition.value == item.protection.name
      default:
        guard let row = Schema.of(item.itemClass)[condition.attribute] else { return false }
        guard let stored = item.attributes[condition.attribute] else {
          return condition.value.isEmpty
        }
        guard let wanted = try? row.kind.coerce(.text(condition.value)) else { return false }
        return Canonical.equal(stored, wanted, kind: row.kind)
      }
    }
  }
}
