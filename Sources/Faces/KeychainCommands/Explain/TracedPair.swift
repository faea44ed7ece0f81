// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining

/// A pair of a dictionary, as a record has it: what may be told of it is judged here once more, as
/// anybody may have written the record (spec/diagnostics.md 1.4, 8).
struct TracedPair {
  let key: String
  private let kind: CallFacts.Pair.Kind
  private let length: Int64?
  private let digest: String?
  private let effect: String?
  /// The value, in a form that can be told; nil where there is none, or it is never told.
  private let value: JSONText?
  /// Whether the value is one of an attribute, and not a word of the API.
  let isPersonal: Bool

  init?(_ pair: Any) {
    guard let pair = pair as? [String: Any], let key = pair["key"] as? String else { return nil }
    self.key = key
    let kind = (pair["kind"] as? String).flatMap(CallFacts.Pair.Kind.init) ?? .other
    self.kind = kind
    let isWithheld = CallFacts.Pair.isWithheld(key)
    length = key == "v_Data" ? nil : RecordNumber.whole(pair["length"])
    let digest = (pair["digest"] as? String).flatMap { Self.isDigest($0) ? $0 : nil }
    self.digest = key == "v_Data" ? nil : digest
    effect = pair["effect"] as? String
    value = isWithheld ? nil : Self.value(pair["value"], kind.rawValue)
    isPersonal = value != nil && !Self.isWord(key, kind.rawValue)
  }

  /// As `svce <text 12 #5a90c1f2>`, or `svce AYS`.
  func words(showsValues: Bool) -> String {
    if let value, showsValues || !isPersonal { return "\(key) \(Self.text(value))" }
    var words = [kind.rawValue]
    if let length { words.append("\(length)") }
    if let digest { words.append(digest) }
    return "\(key) <\(words.joined(separator: " "))>"
  }

  /// As an explanation has it.
  func json(showsValues: Bool) -> JSONText {
    var members: [String: JSONText] = [
      "key": .text(key), "kind": .text(kind.rawValue),
    ]
    if let effect, CallFacts.Pair.Effect(rawValue: effect) != nil {
      members["effect"] = .text(effect)
    }
    if let length { members["length"] = .number(length) }
    if let value, showsValues || !isPersonal {
      members["value"] = value
    } else if let digest {
      members["digest"] = .text(digest)
    }
    return .object(members)
  }

  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 9 && text.hasPrefix("#")
      && text.dropFirst().allSatisfy { "0123456789abcdef".contains($0) }
  }

  private static func text(_ value: JSONText) -> String {
    if case .text(let text) = value { return text }
    return value.line
  }

  private static func value(_ value: Any?, _ kind: String) -> JSONText? {
    if kind == "boolean" { return (value as? Bool).map { .flag($0) } }
    if let text = value as? String { return .text(text) }
    if let number = RecordNumber.whole(value) { return .number(number) }
    return (value as? NSNumber).map { .text("\($0)") }
  }

  /// Whether a trace without values has the value of such a pair.
  private static func isWord(_ key: String, _ kind: String) -> Bool {
    let isOption = ["m_", "r_", "u_"].contains { key.hasPrefix($0) }
    switch kind {
    case "boolean": return true
    case "constant": return isOption || ["class", "pdmn", "agrp", "sync"].contains(key)
    case "number": return isOption
    default: return false
    }
  }
}

/// Numbers of records, which need not fit what they stand for.
enum RecordNumber {
  /// A whole number; nil for every other value.
  static func whole(_ value: Any?) -> Int64? {
    guard let number = value as? NSNumber else { return nil }
    let double = number.doubleValue
    // Beyond that they are not whole as a double is.
    guard double.magnitude > 9e15 else { return Int64(exactly: double) }
    return double.magnitude < 9.2e18 ? number.int64Value : nil
  }
}
