// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Which value of a dictionary is of a kind, or a value, that its key does not take (K703).
enum RefusedValue {
  static func finding(_ facts: CallFacts) -> Finding {
    guard let (key, pair) = facts.refusedPair ?? first(facts) else {
      return Finding(
        .wrongValueKind, "A value of the dictionary is of a kind that its key does not take."
      ).fix("Convert it.")
    }
    let name = name(key)
    guard let expected = ExpectedValue(of: key, facts.itemClass.map { Schema.of($0) }) else {
      return Finding(.wrongValueKind, "\(name) is nothing that a dictionary can give.")
        .fix(key == "data" ? "The secret is kSecValueData." : "Remove it.")
    }
    let got = pair.map { ", got \(words(of: $0, expected.kinds.contains($0.kind)))" } ?? ""
    return Finding(.wrongValueKind, "\(name) must be \(expected.words)\(got).")
      .fix(expected.kinds.isSubset(of: [.reference]) ? "Give that, or remove it." : "Convert it.")
  }

  /// The first pair that cannot be meant, where nobody noted which one was refused.
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

  /// The kind; of a value of the right kind, that it is another one than those that there are.
  private static func words(of pair: CallFacts.Pair, _ isRightKind: Bool) -> String {
    switch pair.kind {
    case .text, .constant: isRightKind ? "other text" : "text"
    case .data:
      isRightKind ? pair.length.map { "data of \(Wording.bytes($0))" } ?? "other data" : "data"
    case .number: isRightKind ? "another number" : "a number"
    case .boolean: "a Boolean"
    case .date: isRightKind ? "another date" : "a date"
    case .reference, .other: isRightKind ? "another object" : "an object"
    }
  }
}

extension CallFacts {
  /// The pair that decided, by its key, where that was noted; it may stand for a reference and so
  /// not be among those that were given.
  var refusedPair: (key: String, pair: Pair?)? {
    var key = outcome.error?.pair?.key
    if case .attribute(let attribute)? = outcome.error?.context { key = key ?? attribute.name }
    guard let key else { return nil }
    let isChange = outcome.error?.pair?.isChange ?? (asked.newGroup == .unusable)
    return (key, (isChange ? shape.changedPairs : shape.pairs).first { $0.key == key })
  }
}
