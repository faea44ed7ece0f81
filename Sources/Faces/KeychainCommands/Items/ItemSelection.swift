// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainTypes
import Security

/// The selection of the items that `dump-items` lists: item classes, and conditions on attributes.
///
/// Messages about a mistake never repeat an operand: it may be a password in the wrong place.
struct ItemSelection {
  /// A condition on an item: an attribute, and the value that the attribute must have.
  typealias Condition = (attribute: Attribute, value: RequestValue)

  private(set) var classes: [ItemClass] = []
  private(set) var conditions: [Condition] = []

  /// Reads the item classes and conditions from the operands and options of `dump-items`.
  ///
  /// - Parameter terminal: The terminal for the message about an option letter with a wrong value.
  /// - Throws: `Stop.usage` with a message about the first mistake.
  init(_ options: OptionReader, _ terminal: Terminal) throws(Stop) {
    let keychains = FileItemTables.names(in: options)
    let words = options.operands.filter { !keychains.contains($0) }
    do throws(QueryWords.Misuse) {
      let call = try WrittenCall(words.map { String(decoding: $0, as: UTF8.self) })
      for part in call.parts {
        switch part {
        case .word(let word): try take(word)
        case .pair(let pair): try take(pair, isProgram: call.isProgram)
        }
      }
    } catch {
      throw .usage(message: error.message)
    }
    let isInternet = AttributeLetters.nameInternetPassword(options)
    let itemClass =
      classes.count == 1 ? classes[0] : isInternet ? .internetPassword : .genericPassword
    for entry in try AttributeLetters.read(options, for: itemClass, on: terminal) {
      guard let value = CallValue(entry.value) else { continue }
      do throws(QueryWords.Misuse) { try add(entry.attribute, value.foreign) } catch {
        throw .usage(message: error.message)
      }
    }
    if classes.isEmpty { classes = ItemClass.stored }
  }

  private mutating func take(_ word: String) throws(QueryWords.Misuse) {
    guard let itemClass = CallKey.namedClass(word), itemClass != .identity else {
      throw QueryWords.Misuse(
        message: "an operand is neither genp, inet, cert, keys nor attribute=value")
    }
    if !classes.contains(itemClass) { classes.append(itemClass) }
  }

  private mutating func take(
    _ pair: WrittenPair, isProgram: Bool
  ) throws(QueryWords.Misuse) {
    switch CallKey(pair.name) {
    case .secret?: throw QueryWords.Misuse(message: "items cannot be listed by their secrets")
    case .itemClass?: try take(pair.value)
    case .option(let key)?:
      throw QueryWords.Misuse(
        message: "\(KeyNames.constant(key)) does not apply to a list of items: leave it out")
    case .attribute(let attribute)? where Self.isKnown(attribute):
      try add(attribute, CallValue(pair, of: attribute, isProgram: isProgram).foreign)
    case .attribute?, nil:
      throw QueryWords.Misuse(
        message: "the word before = is not an attribute: \(AttributeWord.advice(pair.name))")
    }
  }

  private mutating func add(
    _ attribute: Attribute, _ value: RequestValue
  ) throws(QueryWords.Misuse) {
    guard !conditions.contains(where: { $0.attribute == attribute }) else {
      throw QueryWords.Misuse(message: "\(attribute.name) is given twice")
    }
    // This value selects local and synchronizable items, which the list has without a condition.
    if attribute == .synchronizable, value.isAny { return }
    conditions.append((attribute, value))
  }

  /// True if at least one item class has the attribute.
  static func isKnown(_ attribute: Attribute) -> Bool {
    [.synchronizable, .protection].contains(attribute)
      || ItemClass.stored.contains { Schema.of($0)[attribute] != nil }
  }

  /// Returns the items that meet all conditions of the selection, in the given order.
  ///
  /// - Parameters:
  ///   - items: The items from which to select.
  ///   - closed: The identifiers of items that cannot be decrypted now, but whose stored digests
  ///     meet the conditions.
  func chosen(from items: [ItemSummary], closed: Set<Identifier16> = []) -> [ItemSummary] {
    items.compactMap { item in
      guard classes.contains(item.itemClass) else { return nil }
      if conditions.allSatisfy({ meets(item, $0) }) { return item }
      return closed.contains(item.identifier) ? item.showing(values(of: item.itemClass)) : nil
    }
  }

  /// Returns the conditions of the selection as predicates of a query for an item class.
  ///
  /// Nil if a condition is about an attribute that the item class does not have, or if its value
  /// does not fit the attribute.
  func predicates(of itemClass: ItemClass) -> [KeychainTypes.Predicate]? {
    var predicates: [KeychainTypes.Predicate] = []
    for condition in conditions {
      guard let row = Schema.of(itemClass)[condition.attribute],
        let value = try? row.kind.coerce(condition.value)
      else { return nil }
      predicates.append(KeychainTypes.Predicate(condition.attribute, value))
    }
    return predicates
  }

  private func values(of itemClass: ItemClass) -> [KeychainTypes.Predicate] {
    predicates(of: itemClass) ?? []
  }

  private func meets(_ item: ItemSummary, _ condition: Condition) -> Bool {
    switch condition.attribute {
    case .synchronizable: return condition.value.truth == item.isSynchronizable
    case .protection: return condition.value.word == item.protectionName
    default:
      guard let row = Schema.of(item.itemClass)[condition.attribute] else { return false }
      guard let stored = item.attributes[condition.attribute] else {
        return condition.value.word == ""
      }
      guard let wanted = try? row.kind.coerce(condition.value) else { return false }
      return Canonical.equal(stored, wanted, kind: row.kind)
    }
  }
}

extension RequestValue {
  /// The text of the value; nil if the value is not text.
  fileprivate var word: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The Boolean of a value that the user gave for the attribute `sync`.
  ///
  /// A Boolean, a number 0 or 1, and a text "0" or "1" are accepted. Nil for any other value.
  fileprivate var truth: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .number(let number): number == 0 ? false : number == 1 ? true : nil
    case .text(let text): ["1": true, "0": false][text]
    default: nil
    }
  }

  /// True if the value is `kSecAttrSynchronizableAny`, which selects local and synchronizable
  /// items.
  fileprivate var isAny: Bool { word == (kSecAttrSynchronizableAny as String) }
}

extension ItemSummary {
  /// Returns the item, completed by attributes whose values are known only from a comparison of
  /// digests.
  ///
  /// An item that cannot be decrypted now does not contain these values itself.
  ///
  /// - Parameter known: The predicates that the digests of the item meet.
  func showing(_ known: [KeychainTypes.Predicate]) -> ItemSummary {
    var shown = attributes
    for predicate in known where shown[predicate.attribute] == nil {
      shown[predicate.attribute] = predicate.value
    }
    return ItemSummary(
      itemClass: itemClass, identifier: identifier, protection: protection,
      isSynchronizable: isSynchronizable, isConstrained: isConstrained, state: state,
      attributes: shown)
  }
}
