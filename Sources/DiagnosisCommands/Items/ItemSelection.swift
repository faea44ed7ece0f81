// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainTypes

/// Which items are wanted.
///
/// What is said of a mistake repeats no operand: it may be a password in the wrong place.
struct ItemSelection {
  private(set) var classes: [ItemClass] = []
  private(set) var conditions: [(attribute: Attribute, value: String)] = []

  init(_ operands: [[UInt8]]) throws(Stop) {
    for operand in operands {
      let text = String(decoding: operand, as: UTF8.self)
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let attribute = Attribute(name: String(parts[0])),
        Self.isKnown(attribute)
      {
        guard !conditions.contains(where: { $0.attribute == attribute }) else {
          throw .usage(message: "\(attribute.name) is given twice")
        }
        conditions.append((attribute, String(parts[1])))
      } else if let itemClass = ItemClass(rawValue: text), itemClass != .identity {
        if !classes.contains(itemClass) { classes.append(itemClass) }
      } else if parts.count == 2 {
        throw .usage(
          message: "what stands before = is no attribute: "
            + AttributeWord.advice(String(parts[0])))
      } else {
        throw .usage(message: "an operand is neither genp, inet, cert, keys nor attribute=value")
      }
    }
    if classes.isEmpty { classes = ItemClass.stored }
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
  func predicates(of itemClass: ItemClass) -> [Predicate]? {
    var predicates: [Predicate] = []
    for condition in conditions {
      guard let row = Schema.of(itemClass)[condition.attribute],
        let value = try? row.kind.coerce(.text(condition.value))
      else { return nil }
      predicates.append(Predicate(condition.attribute, value))
    }
    return predicates
  }

  private func values(of itemClass: ItemClass) -> [Predicate] { predicates(of: itemClass) ?? [] }

  private func meets(
    _ item: ItemSummary, _ condition: (attribute: Attribute, value: String)
  ) -> Bool {
    switch condition.attribute {
    case .synchronizable: return condition.value == (item.isSynchronizable ? "1" : "0")
    case .protection: return condition.value == item.protectionName
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

extension ItemSummary {
  /// The same with values that are known to be its own.
  func showing(_ known: [Predicate]) -> ItemSummary {
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
