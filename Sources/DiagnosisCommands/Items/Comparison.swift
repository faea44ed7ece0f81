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
      throw QueryWords.Misuse(message: "a word is no attribute=value")
    }
    guard case .attribute(let attribute)? = CallKey(pair.name) else {
      throw QueryWords.Misuse(
        message: "what stands before = is no attribute: " + AttributeWord.advice(pair.name))
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
      throw QueryWords.Misuse(message: "\(attribute.name) has no such value")
    }
    return Aim(attribute: attribute, word: pair.value, value: value)
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
