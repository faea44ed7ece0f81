// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Why a dictionary is refused: -50, -25303, -25306, -4 (spec/diagnostics.md 3.8, 5.7).
enum DictionaryFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let error = facts.error, let cause = error.cause else { return [] }
    guard let code = FindingCode(cause) else { return [] }
    switch cause {
    case .attributeNotOfClass: return [attribute(facts)]
    case .restrictedAttribute, .invalidIdentity: return []
    default: return [Finding(code, sentence(error), as: .error).fix(code.article.fix)]
    }
  }

  private static func sentence(_ error: KeychainError) -> String {
    var sentence = "\(error.reason)"
    if case .attribute(let attribute)? = error.context { sentence += " (\(attribute.name))" }
    return sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
  }

  /// The counterpart in the class, and the classes that have the attribute.
  private static func attribute(_ facts: CallFacts) -> Finding {
    let itemClass: ItemClass? =
      if case .itemClass(let itemClass)? = facts.error?.context { itemClass } else {
        facts.itemClass
      }
    let schema = itemClass.map { Schema.of($0) }
    let refused = (facts.pairs + facts.changedPairs).compactMap { Attribute(name: $0.key) }
      .first { attribute in
        schema?[attribute] == nil && ConstantNames.isAttribute(attribute)
      }
    guard let itemClass, let schema, let refused else {
      return Finding(
        .attributeNotOfClass,
        "A key of the dictionary is no attribute of class "
          + "\(itemClass?.rawValue ?? "that is meant")."
      )
    }
    let owners = ItemClass.stored.filter { Schema.of($0)[refused] != nil }.map(\.rawValue)
    let finding = Finding(
      .attributeNotOfClass,
      "\(ConstantNames.constant(refused)) (\(refused.name)) does not exist in class "
        + "\(itemClass.rawValue)."
        + (owners.isEmpty ? "" : " It belongs to \(owners.joined(separator: ", ")).")
    ).why(
      "Each class has a fixed table of attributes; a foreign one is refused before anything is "
        + "searched.")
    let shown = schema.rows.filter { $0.roles.contains(.returned) }.map(\.attribute.name)
    return finding.fix(
      Counterparts.advice(refused, in: itemClass)
        + " \(itemClass.rawValue) has: \(shown.joined(separator: " ")).")
  }
}

/// What to use in a class in place of an attribute that it does not have (spec/diagnostics.md 5.7).
enum Counterparts {
  static func advice(_ attribute: Attribute, in itemClass: ItemClass) -> String {
    let isPassword = itemClass == .genericPassword || itemClass == .internetPassword
    switch (attribute, itemClass) {
    case (.applicationTag, _) where isPassword: return "Use acct or svce, or gena for bytes."
    case (.applicationTag, .certificate):
      return "Use kSecAttrLabel, or keep its persistent reference."
    case (.service, .internetPassword): return "Use kSecAttrServer (srvr)."
    case (.server, .genericPassword), (.port, .genericPassword), (.protocolCode, .genericPassword),
      (.path, .genericPassword):
      return "Use class inet, or kSecAttrService."
    case (.generic, .key): return "Use kSecAttrApplicationTag (atag)."
    case (.generic, _): return "Only class genp has it."
    case (.itemDescription, _), (.comment, _): return "Use kSecAttrLabel."
    case (.applicationLabel, .certificate): return "Use kSecAttrPublicKeyHash (pkhh)."
    case (.publicKeyHash, .key): return "Use kSecAttrApplicationLabel (klbl)."
    case (.subject, .key), (.issuer, .key), (.serialNumber, .key), (.subjectKeyIdentifier, .key):
      return "Use class cert or idnt."
    default: return "Remove it."
    }
  }
}
