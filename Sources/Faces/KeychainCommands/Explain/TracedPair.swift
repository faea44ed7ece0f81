// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining

/// A pair of key and value from the dictionary of a recorded call (Specification/diagnostics.md,
/// "Tracing a running program", "Security rules and non-goals").
///
/// Any program may have written the record. This type therefore decides which values may be shown,
/// whatever the record says.
struct TracedPair {
  let key: String
  private let kind: CallFacts.Pair.Kind
  private let length: Int64?
  private let digest: String?
  private let effect: String?
  /// The value; nil if the record contains no value, or if the value of this key must never be
  /// shown.
  private let value: JSONText?
  /// True if the value is data of the user, such as an account; false for a constant of the API.
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

  /// Returns the pair as text, such as `svce AYS`, or `svce <text 12 #5a90c1f2>` if the value is
  /// hidden.
  ///
  /// - Parameter showsValues: True if values of attributes may be shown.
  func words(showsValues: Bool) -> String {
    if let value, showsValues || !isPersonal { return "\(key) \(Self.text(value))" }
    var words = [kind.rawValue]
    if let length { words.append("\(length)") }
    if let digest { words.append(digest) }
    return "\(key) <\(words.joined(separator: " "))>"
  }

  /// Returns the pair in the form that the JSON of an explanation uses.
  ///
  /// - Parameter showsValues: True if values of attributes may be shown.
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

  /// True if the value of a key comes from the API and not from the user, such as a Boolean or a
  /// limit.
  ///
  /// Every trace file contains these values, even if programs do not record values of attributes.
  ///
  /// - Parameter kind: The type of the value, as the record states it.
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

/// Reads whole numbers from records, whose numbers may be too large for an integer type.
enum RecordNumber {
  /// Returns the value as a whole number; nil if it is no number, or does not fit into 64 bits.
  static func whole(_ value: Any?) -> Int64? {
    guard let number = value as? NSNumber else { return nil }
    let double = number.doubleValue
    // A double above this limit is not an exact whole number, so the integer is read instead.
    guard double.magnitude > 9e15 else { return Int64(exactly: double) }
    return double.magnitude < 9.2e18 ? number.int64Value : nil
  }
}
