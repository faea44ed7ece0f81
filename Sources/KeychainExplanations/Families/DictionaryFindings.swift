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
        + (owners.isEmpty
          ? ""
          : " It belongs to \(owners.joined(separator: ", "))\(owners.count == 1 ? " only" : "").")
    ).why(
      "Each class has a fixed table of attributes; a foreign one is refused before anything is "
        + "searched.")
    return finding.fix(
      Counterparts.advice(refused, in: itemClass)
        + " \(itemClass.rawValue) has: \(Counterparts.list(schema))"
    ).note(
      "A file keychain ignores the attribute and returns the first "
        + "\(Counterparts.noun(itemClass)): code that worked there was wrong (K605).")
  }
}

/// What to use in a class in place of an attribute that it does not have (spec/diagnostics.md 5.7).
enum Counterparts {
  /// The attributes of a class that a program may give: its own first, then those of all classes.
  static func list(_ schema: Schema) -> String {
    let first: [Attribute] = [.certificateType, .certificateEncoding, .subject]
    let common: [Attribute] = [
      .label, .alias, .accessGroup, .synchronizable, .protection, .accessControl, .creationDate,
      .modificationDate,
    ]
    let own = schema.rows.filter { row in
      row.roles.contains(.returned) && row.tag >= 0x100 && !common.contains(row.attribute)
    }
    let names = own.map(\.attribute)
    let ordered = first.filter(names.contains) + names.filter { !first.contains($0) }
    return (ordered + common).filter { schema[$0] != nil }.map(\.name)
      .joined(separator: " ")
  }

  /// An item of a class in one word.
  static func noun(_ itemClass: ItemClass) -> String {
    switch itemClass {
    case .genericPassword, .internetPassword: "password"
    case .certificate: "certificate"
    case .key: "key"
    case .identity: "identity"
    }
  }

  static func advice(_ attribute: Attribute, in itemClass: ItemClass) -> String {
    let isPassword = itemClass == .genericPassword || itemClass == .internetPassword
    switch (attribute, itemClass) {
    case (.applicationTag, _) where isPassword: return "Use acct or svce, or gena for bytes."
    case (.applicationTag, .certificate):
      return
        "To mark a certificate for a person use kSecAttrLabel, or keep its persistent reference."
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
