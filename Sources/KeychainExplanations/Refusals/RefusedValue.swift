// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Which value of a dictionary is of a kind that its key does not take (K703).
enum RefusedValue {
  static func finding(_ facts: CallFacts) -> Finding {
    guard let (pair, wanted) = first(facts) else {
      return Finding(
        .wrongValueKind, "A value of the dictionary is of a kind that its key does not take."
      ).fix("Convert it.")
    }
    return Finding(
      .wrongValueKind,
      "\(name(pair.key)) must be \(wanted), got \(words(of: pair.kind))."
    ).fix("Convert it.")
  }

  /// The first pair that cannot be meant, and what could.
  private static func first(_ facts: CallFacts) -> (CallFacts.Pair, String)? {
    let schema = facts.itemClass.map { Schema.of($0) }
    for pair in facts.pairs + facts.changedPairs {
      guard let (wanted, kinds) = expected(pair.key, schema) else {
        if pair.kind == .other { return (pair, "a value of a kind that a keychain understands") }
        continue
      }
      if !kinds.contains(pair.kind) { return (pair, wanted) }
    }
    return nil
  }

  private static func expected(
    _ key: String, _ schema: Schema?
  ) -> (String, Set<CallFacts.Pair.Kind>)? {
    if key == "v_Data" { return ("data", [.data]) }
    if key.hasPrefix("r_") || key == "u_NoAuthUI" { return ("a Boolean", [.boolean]) }
    guard let attribute = Attribute(name: key) else { return nil }
    let row =
      schema?[attribute] ?? ItemClass.stored.lazy.compactMap { Schema.of($0)[attribute] }.first
    switch row?.kind {
    case .string: return ("text or data", [.text, .data, .constant])
    case .access: return ("one of the constants kSecAttrAccessible…", [.constant])
    case .blob: return ("text or data", [.text, .data, .number, .constant])
    case .data: return ("data, text or a number", [.text, .data, .number, .constant])
    case .number, .sync, .tomb:
      return ("a number or a Boolean", [.number, .boolean, .text, .constant])
    case .date: return ("a date", [.date])
    case .uuid, .sha1: return ("data", [.data, .other, .reference])
    case .accessControl, .refused, nil: return nil
    }
  }

  private static func name(_ key: String) -> String {
    Attribute(name: key).map { ConstantNames.isAttribute($0) } == true
      ? key : KeyNames.constant(key)
  }

  private static func words(of kind: CallFacts.Pair.Kind) -> String {
    switch kind {
    case .text, .constant: "text"
    case .data: "data"
    case .number: "a number"
    case .boolean: "a Boolean"
    case .date: "a date"
    case .reference, .other: "an object"
    }
  }
}
