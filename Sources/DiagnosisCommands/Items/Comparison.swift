// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainExplanations
import KeychainTypes

/// What `dump-items --compare` looks for: the values of a query, each item beside them
/// (spec/diagnostics.md 1.6).
struct Comparison {
  /// One column: an attribute and what is looked for.
  struct Aim {
    let attribute: Attribute
    let word: String
    let value: AttributeValue
  }

  /// An item with what it has in each column.
  struct Row {
    let item: ItemSummary
    let cells: [ItemComparison]

    var differences: Int { cells.count { $0 != .same } }
  }

  let itemClass: ItemClass
  let aims: [Aim]
  /// Whether nothing was said of `sync`, so that local items are meant.
  let impliesLocal: Bool

  /// Nil where nothing is to be compared.
  init?(_ options: OptionReader, _ selection: ItemSelection) throws(Stop) {
    guard let words = options.value(.long("compare")) else { return nil }
    let named = selection.classes == ItemClass.stored ? [.genericPassword] : selection.classes
    guard named.count == 1, let itemClass = named.first else {
      throw .usage(message: "--compare: name one class")
    }
    self.itemClass = itemClass
    var aims: [Aim] = []
    for word in try Self.split(String(decoding: words, as: UTF8.self)) {
      aims.append(try Self.aim(word, itemClass))
    }
    impliesLocal = !aims.contains { $0.attribute == .synchronizable }
    if impliesLocal { aims.append(Aim(attribute: .synchronizable, word: "0", value: .number(0))) }
    self.aims = aims
  }

  private static func split(_ words: String) throws(Stop) -> [String] {
    do throws(QueryWords.Misuse) { return try QueryWords.split(words) } catch {
      throw .usage(message: error.message)
    }
  }

  private static func aim(_ word: String, _ itemClass: ItemClass) throws(Stop) -> Aim {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      let attribute = AttributeNames.attribute(String(parts[0]))
        ?? Attribute(name: String(parts[0]))
    else {
      throw .usage(
        message: parts.count == 2
          ? "--compare: what stands before = is no attribute: "
            + AttributeWord.advice(String(parts[0]))
          : "--compare is followed by attribute=value")
    }
    let text = String(parts[1])
    guard let row = Schema.of(itemClass)[attribute] else {
      throw .usage(message: "--compare: class \(itemClass.rawValue) has no \(attribute.name)")
    }
    if attribute == .synchronizable, text != "0", text != "1" {
      throw .usage(message: "--compare: sync is 0 or 1")
    }
    if attribute == .protection {
      return Aim(attribute: attribute, word: text, value: .text(text))
    }
    guard let value = try? row.kind.coerce(.text(text)) else {
      throw .usage(message: "--compare: \(attribute.name) has no such value")
    }
    return Aim(attribute: attribute, word: text, value: value)
  }

  /// The items of the class, each with what it has in each column.
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

  /// What a row tells without being opened.
  private static func isClear(_ attribute: Attribute) -> Bool {
    attribute == .synchronizable || attribute == .protection
  }
}
