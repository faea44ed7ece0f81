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
    let words: FindingText
    switch (given?.kind, given?.value) {
    case (nil, _): words = .classMissingOrUnknown.absent
    case (.constant, let value?) where ItemClass(rawValue: value) == nil:
      words = .classMissingOrUnknown.unknown(name: Wording.visible(value))
    case (.constant, "idnt") where facts.verb == .add && !reference:
      return Finding(.classMissingOrUnknown.identity).fix(.classMissingOrUnknown.addIdentity)
    case (.constant, let value?) where reference:
      return Finding(.referenceMisused.otherClass(itemClass: value)).fix(.referenceMisused.alone)
    case (.constant, let value?): words = .classMissingOrUnknown.known(name: value)
    case (.text, _): words = .classMissingOrUnknown.noClass
    default: words = .classMissingOrUnknown.notText
    }
    return Finding(.classMissingOrUnknown.isValue(value: words)).fix(
      reference ? .classMissingOrUnknown.referenceAlone : .classMissingOrUnknown.constants)
  }

  private static func unknownKey(_ facts: CallFacts) -> Finding {
    let pair = (facts.pairs + facts.changedPairs).first { pair in
      pair.effect == .rejected
        || ["u_", "v_", "r_"].contains { pair.key.hasPrefix($0) }
          && KeyNames.constant(pair.key).hasPrefix("\"")
    }
    guard let key = facts.refusedPair?.key ?? pair?.key, !key.isEmpty else {
      return Finding(.unknownKey.notText).fix(.unknownKey.remove)
    }
    let constant = KeyNames.constant(key)
    guard constant.hasPrefix("\"") else {
      return Finding(.unknownKey.unusable(constant: constant, function: facts.function))
        .fix(.unknownKey.remove)
    }
    return Self.unknown(key, isRefused: true, as: .error)
  }

  /// Returns finding K704, about a key in the caller's dictionary that the keychain does not know.
  ///
  /// - Parameter isRefused: true if the call was refused, false if the key was ignored.
  static func unknown(_ key: String, isRefused: Bool, as severity: Severity) -> Finding {
    return Finding(
      .unknownKey.text(
        key: Wording.visible(TextBlock.cut(key, to: 40)), isRefused: isRefused,
        constant: KeyNames.nearest(key)), as: severity
    ).fix(.unknownKey.correct)
  }

  private static func change(_ facts: CallFacts) -> Finding {
    if let error = facts.error, error.code == .parameter {
      return Finding(
        .notAnAttributeInChanges.refused(
          reason: error.reason, key: facts.refusedPair.map { KeyNames.constant($0.key) })
      )
      .fix(.notAnAttributeInChanges.remove)
    }
    let refused = facts.changedPairs.first { $0.effect == .rejected }
    return Finding(.notAnAttributeInChanges.text(key: refused.map { KeyNames.constant($0.key) }))
      .fix(
        facts.pairs.contains { $0.key == refused?.key }
          ? .notAnAttributeInChanges.remove : .notAnAttributeInChanges.fix)
  }

  private static func contradiction(_ cause: KeychainError.Cause, _ facts: CallFacts) -> Finding {
    switch cause {
    case .synchronizableThisDeviceOnly:
      let given = facts.refusedPair.map { KeyNames.constant($0.key) }
      return Finding(.synchronizableThisDeviceOnly.text(key: given)).fix(
        .synchronizableThisDeviceOnly.fix)
    case .synchronizableAccessControl:
      return Finding(.synchronizableAccessControl.text).fix(.synchronizableAccessControl.fix)
    default:
      return Finding(.accessibleAndAccessControl.text).fix(.accessibleAndAccessControl.fix)
    }
  }

  /// Returns finding K721: the call asks only for a reference, but the data is no readable key or
  /// certificate.
  private static func noObject(_ facts: CallFacts) -> Finding {
    return Finding(.dataMakeNoObject.text(isAdd: facts.verb == .add)).about(facts.matches).fix(
      .dataMakeNoObject.fix)
  }

  private static func reference(_ facts: CallFacts) -> Finding {
    let given = facts.pairs.first { $0.key == "v_PersistentRef" }
    let others = facts.pairs.filter { pair in
      Attribute(name: pair.key).map { ConstantNames.isAttribute($0) } ?? false
    }
    // The two forms of a reference (Specification/secitem.md, "Persistent references").
    let isWhole = given?.kind == .data && [12, 20].contains(given?.length)
    let words: FindingText
    if !isWhole {
      words = .referenceMisused.malformed
    } else if facts.verb == .add {
      words = .referenceMisused.inAdd
    } else {
      words = others.isEmpty ? .referenceMisused.malformed : .referenceMisused.withAttributes
    }
    return Finding(.referenceMisused.persistent(how: words))
      .fix(.referenceMisused.asReturned)
  }

  /// Returns finding K701 for a key of the dictionary that is no attribute of any class.
  ///
  /// The key is probably a misspelled attribute.
  private static func strange(_ key: String, _ itemClass: ItemClass?) -> Finding {
    return Finding(
      .attributeNotOfClass.unknown(
        key: key.isEmpty ? nil : KeyNames.constant(key),
        itemClass: itemClass?.rawValue ?? "(unknown)", constant: KeyNames.nearest(key))
    ).fix(.attributeNotOfClass.correct)
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
      .attributeNotOfClass.ofOthers(
        constant: ConstantNames.constant(refused), name: refused.name,
        itemClass: itemClass.rawValue, owners: owners.joined(separator: ", "), n: owners.count)
    ).why(.attributeNotOfClass.fixedTable)
    return finding.fix(
      .attributeNotOfClass.use(
        advice: Counterparts.advice(refused, in: itemClass), itemClass: itemClass.rawValue,
        list: Counterparts.list(schema))
    ).note(.attributeNotOfClass.inKeychainFile(noun: Counterparts.noun(itemClass)))
  }
}
