// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings that explain why a dictionary is refused: -50, -25303, -25306, -4.
///
/// Specification/diagnostics.md, "Dictionary findings", "Tree 7: errSecNoSuchAttr".
enum DictionaryFindings {
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let error = facts.error, let cause = error.cause else { return [] }
    switch cause {
    case .attributeNotOfClass: return [attribute(facts)]
    case .restrictedAttribute, .invalidIdentity: return []
    case .classMissingOrUnknown: return [itemClass(facts)]
    case .wrongValueKind: return [RefusedValue.finding(facts)]
    case .unknownKey: return [unknownKey(facts)]
    case .matchKeyInAdd, .matchKeyInChange, .returnKeyInUpdate, .limitOfWrongKind,
      .filterNotForClass, .skipOnlyForSearch:
      return [RefusedOption.finding(cause, facts)]
    case .notAnAttribute: return [change(facts)]
    case .accessibleAndAccessControl, .synchronizableThisDeviceOnly, .synchronizableAccessControl:
      return [contradiction(cause, facts)]
    case .referenceMisused: return [reference(facts)]
    case .dataMakesNoObject: return [noObject(facts)]
    }
  }

  private static func itemClass(_ facts: CallFacts) -> Finding {
    let given = facts.pairs.first { $0.key == "class" }
    let reference = facts.pairs.contains { $0.key == "v_PersistentRef" }
    let words: String
    switch (given?.kind, given?.value) {
    case (nil, _): words = "absent"
    case (.constant, let value?) where ItemClass(rawValue: value) == nil:
      words = "\"\(Wording.visible(value))\", which is not a class"
    case (.constant, "idnt") where facts.verb == .add && !reference:
      return Finding(
        .classMissingOrUnknown,
        "kSecClass is idnt: an identity is added by its certificate and its key, not by its class."
      ).fix("Add the SecIdentity by kSecValueRef, or its certificate and its key.")
    case (.constant, let value?) where reference:
      return Finding(
        .referenceMisused,
        "The persistent reference has another class than kSecClass, which is \(value)."
      ).fix("Give the persistent reference alone.")
    case (.constant, let value?): words = value
    case (.text, _): words = "not one of the five classes"
    default: words = "not text"
    }
    return Finding(.classMissingOrUnknown, "kSecClass is \(words).").fix(
      reference
        ? "Give the persistent reference alone."
        : "Give one of five constants: kSecClassGenericPassword, kSecClassInternetPassword, "
          + "kSecClassCertificate, kSecClassKey, kSecClassIdentity.")
  }

  private static func unknownKey(_ facts: CallFacts) -> Finding {
    let pair = (facts.pairs + facts.changedPairs).first { pair in
      pair.effect == .rejected
        || ["u_", "v_", "r_"].contains { pair.key.hasPrefix($0) }
          && KeyNames.constant(pair.key).hasPrefix("\"")
    }
    guard let key = facts.refusedPair?.key ?? pair?.key, !key.isEmpty else {
      return Finding(.unknownKey, "A key of the dictionary is not text; -50.").fix("Remove it.")
    }
    let constant = KeyNames.constant(key)
    guard constant.hasPrefix("\"") else {
      return Finding(.unknownKey, "\(constant) cannot be used in \(facts.function); -50.")
        .fix("Remove it.")
    }
    return Self.unknown(key, "-50", as: .error)
  }

  /// Returns finding K704, about a key in the caller's dictionary that the keychain does not know.
  ///
  /// - Parameter outcome: the effect of the unknown key on the call, in words.
  static func unknown(_ key: String, _ outcome: String, as severity: Severity) -> Finding {
    let nearest = KeyNames.nearest(key)
    return Finding(
      .unknownKey,
      "\"\(Wording.visible(TextBlock.cut(key, to: 40)))\" is not a key; \(outcome)."
        + (nearest.map { " Nearest: \($0)." } ?? ""), as: severity
    ).fix("Remove or correct it.")
  }

  private static func change(_ facts: CallFacts) -> Finding {
    if let error = facts.error, error.code == .parameter {
      let key = facts.refusedPair.map { " (\(KeyNames.constant($0.key)))" } ?? ""
      return Finding(.notAnAttributeInChanges, "The changes are refused: \(error.reason)\(key).")
        .fix("Remove it from the changes.")
    }
    let refused = facts.changedPairs.first { $0.effect == .rejected }
    let name = refused.map { KeyNames.constant($0.key) } ?? "one of their keys"
    return Finding(
      .notAnAttributeInChanges,
      "Changes may hold attributes and kSecValueData only; \(name) is neither."
    ).fix(
      facts.pairs.contains { $0.key == refused?.key }
        ? "Remove it from the changes." : "Move it to the query.")
  }

  private static func contradiction(_ cause: KeychainError.Cause, _ facts: CallFacts) -> Finding {
    switch cause {
    case .synchronizableThisDeviceOnly:
      let given = facts.refusedPair.map { KeyNames.constant($0.key) }
      return Finding(
        .synchronizableThisDeviceOnly,
        "sync=1 and \(given ?? "an attribute that binds the item to the device") contradict each "
          + "other."
      ).fix("Give only one of the two.")
    case .synchronizableAccessControl:
      return Finding(
        .synchronizableAccessControl, "A synchronizable item cannot ask for a person."
      ).fix("Give only one of the two.")
    default:
      return Finding(
        .accessibleAndAccessControl,
        "kSecAttrAccessible and kSecAttrAccessControl describe different protections; an access "
          + "control made with no flags counts as different."
      ).fix("Give only kSecAttrAccessControl.")
    }
  }

  /// Returns finding K721: the call asks only for a reference, but the data is no readable key or
  /// certificate.
  private static func noObject(_ facts: CallFacts) -> Finding {
    let whose = facts.verb == .add ? "given" : "of the found item"
    return Finding(
      .dataMakeNoObject,
      "kSecReturnRef alone asks for an object, and the data \(whose) make no key or certificate."
    ).about(facts.matches).fix("Ask for kSecReturnData or kSecReturnAttributes as well.")
  }

  private static func reference(_ facts: CallFacts) -> Finding {
    let given = facts.pairs.first { $0.key == "v_PersistentRef" }
    let others = facts.pairs.filter { pair in
      Attribute(name: pair.key).map { ConstantNames.isAttribute($0) } ?? false
    }
    // The two forms of a reference (Specification/secitem.md, "Persistent references").
    let isWhole = given?.kind == .data && [12, 20].contains(given?.length)
    let words: String
    if !isWhole {
      words = "malformed"
    } else if facts.verb == .add {
      words = "in an add"
    } else {
      words = others.isEmpty ? "malformed" : "with attributes"
    }
    return Finding(.referenceMisused, "Persistent reference \(words).")
      .fix("Give the reference alone, as kSecReturnPersistentRef returned it.")
  }

  /// Returns finding K701 for a key of the dictionary that is no attribute of any class.
  ///
  /// The key is probably a misspelled attribute.
  private static func strange(_ key: String, _ itemClass: ItemClass?) -> Finding {
    let name = key.isEmpty ? "A key of the dictionary that is not text" : KeyNames.constant(key)
    let nearest = KeyNames.nearest(key).map { " Nearest: \($0)." } ?? ""
    return Finding(
      .attributeNotOfClass,
      "\(name) is not an attribute of class \(itemClass?.rawValue ?? "(unknown)").\(nearest)"
    ).fix("Remove or correct it.")
  }

  /// Returns finding K701 for an attribute that exists, but not in the class of the call.
  ///
  /// The finding names the attribute to use instead, and the classes that have the refused
  /// attribute.
  private static func attribute(_ facts: CallFacts) -> Finding {
    let itemClass: ItemClass? =
      if case .itemClass(let itemClass)? = facts.error?.context { itemClass } else {
        facts.itemClass
      }
    let schema = itemClass.map { Schema.of($0) }
    let noted = facts.refusedPair?.key
    let known = (noted.map { [$0] } ?? (facts.pairs + facts.changedPairs).map(\.key))
      .compactMap { Attribute(name: $0) }
    let refused = known.first { attribute in
      schema?[attribute] == nil && AttributeNames.attribute(attribute.name) != nil
    }
    guard let itemClass, let schema, let refused else { return strange(noted ?? "", itemClass) }
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
