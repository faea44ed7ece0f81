// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainTypes
import Security

/// Which items are wanted.
///
/// What is said of a mistake repeats no operand: it may be a password in the wrong place.
struct ItemSelection {
  /// An attribute and the value that it must have.
  typealias Condition = (attribute: Attribute, value: RequestValue)

  private(set) var classes: [ItemClass] = []
  private(set) var conditions: [Condition] = []

  /// - Parameter terminal: where a letter's wrong value is told.
  init(_ options: OptionReader, _ terminal: Terminal) throws(Stop) {
    do throws(QueryWords.Misuse) {
      let call = try WrittenCall(options.operands.map { String(decoding: $0, as: UTF8.self) })
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
    case .secret?: throw QueryWords.Misuse(message: "items are not listed by their secrets")
    case .itemClass?: try take(pair.value)
    case .option(let key)?:
      throw QueryWords.Misuse(
        message: "\(KeyNames.constant(key)) has no part in a list of items: leave it out")
    case .attribute(let attribute)? where Self.isKnown(attribute):
      try add(attribute, CallValue(pair, of: attribute, isProgram: isProgram).foreign)
    case .attribute?, nil:
      throw QueryWords.Misuse(
        message: "what stands before = is no attribute: \(AttributeWord.advice(pair.name))")
    }
  }

  private mutating func add(
    _ attribute: Attribute, _ value: RequestValue
  ) throws(QueryWords.Misuse) {
    guard !conditions.contains(where: { $0.attribute == attribute }) else {
      throw QueryWords.Misuse(message: "\(attribute.name) is given twice")
    }
    // Local and synchronizable items are listed anyway.
    if attribute == .synchronizable, value.isAny { return }
    conditions.append((attribute, value))
  }

  /// Whether a class has an attribute.
  static func isKnown(_ attribute: Attribute) -> Bool {
    [.synchronizable, .protection].contains(attribute)
      || ItemClass.stored.contains { Schema.of($0)[attribute] != nil }
  }

  /// Those that meet all conditions, in their order.
  ///
  /// - Parameter closed: items that do not open, and meet the conditions by their digests.
  func chosen(from items: [ItemSummary], closed: Set<Identifier16> = []) -> [ItemSummary] {
    items.compactMap { item in
      guard classes.contains(item.itemClass) else { return nil }
      if conditions.allSatisfy({ meets(item, $0) }) { return item }
      return closed.contains(item.identifier) ? item.showing(values(of: item.itemClass)) : nil
    }
  }

  /// The conditions on attributes of a class, where all of them are such, else nil.
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
  /// The value as text; nil if it is no text.
  fileprivate var word: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The value as a Boolean, by the rules of `sync`; nil for other values.
  fileprivate var truth: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .number(let number): number == 0 ? false : number == 1 ? true : nil
    case .text(let text): ["1": true, "0": false][text]
    default: nil
    }
  }

  /// Whether the value stands for local and synchronizable items alike.
  fileprivate var isAny: Bool { word == (kSecAttrSynchronizableAny as String) }
}

extension ItemSummary {
  /// The same with values that are known to be its own.
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
