// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Creates finding K703: a dictionary key has a value that the keychain does not accept for this
/// key.
enum RefusedValue {
  static func finding(_ facts: CallFacts) -> Finding {
    guard let (key, pair) = facts.refusedPair ?? first(facts) else {
      return Finding(.wrongValueKind.unnamed).fix(.wrongValueKind.fix)
    }
    let name = name(key)
    guard let expected = ExpectedValue(of: key, facts.itemClass.map { Schema.of($0) }) else {
      return Finding(.wrongValueKind.notGiven(key: name))
        .fix(key == "data" ? .wrongValueKind.asSecret : .wrongValueKind.remove)
    }
    let got = pair.map { words(of: $0, expected.kinds.contains($0.kind)).description }
    return Finding(.wrongValueKind.mustBe(key: name, expected: expected.words, got: got))
      .fix(
        expected.kinds.isSubset(of: [.reference]) ? .wrongValueKind.ofThatKind : .wrongValueKind.fix
      )
  }

  /// Returns the first pair of the call whose value has a kind that the pair's key does not accept.
  ///
  /// Used if the pair that caused the refusal was not recorded. Nil if the kinds of all values are
  /// accepted.
  private static func first(_ facts: CallFacts) -> (String, CallFacts.Pair?)? {
    let schema = facts.itemClass.map { Schema.of($0) }
    let pair = (facts.pairs + facts.changedPairs).first { pair in
      guard let expected = ExpectedValue(of: pair.key, schema) else { return true }
      return !expected.kinds.isEmpty && !expected.kinds.contains(pair.kind)
    }
    return pair.map { ($0.key, $0) }
  }

  private static func name(_ key: String) -> String {
    Attribute(name: key).map { ConstantNames.isAttribute($0) } == true
      ? key : KeyNames.constant(key)
  }

  /// Returns words for the value in a refused pair, which end a message such as "must be a number,
  /// got text".
  ///
  /// If the key accepts values of this kind, only the value is wrong. The words are then, for
  /// example, "another number".
  ///
  /// - Parameter isRightKind: true if the key accepts values of this kind.
  private static func words(of pair: CallFacts.Pair, _ isRightKind: Bool) -> FindingText {
    switch pair.kind {
    case .text, .constant: .wrongValueKind.textValue(isRightKind: isRightKind)
    case .data:
      .wrongValueKind.dataValue(
        isRightKind: isRightKind, bytes: pair.length.map { "\(Wording.bytes($0))" })
    case .number: .wrongValueKind.numberValue(isRightKind: isRightKind)
    case .boolean: .wrongValueKind.booleanValue
    case .date: .wrongValueKind.dateValue(isRightKind: isRightKind)
    case .reference, .other: .wrongValueKind.objectValue(isRightKind: isRightKind)
    }
  }
}

extension CallFacts {
  /// The dictionary key for which the call was refused, with the pair of this key.
  ///
  /// Nil if the key was not recorded. The pair alone is nil if the call did not pass the key
  /// itself, for example if it passed a reference.
  var refusedPair: (key: String, pair: Pair?)? {
    var key = outcome.error?.pair?.key
    if case .attribute(let attribute)? = outcome.error?.context { key = key ?? attribute.name }
    guard let key else { return nil }
    let isChange = outcome.error?.pair?.isChange ?? (asked.newGroup == .unusable)
    return (key, (isChange ? shape.changedPairs : shape.pairs).first { $0.key == key })
  }
}
