// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The part of JSON Schema (draft 2020-12) that our own schemas use.
struct JSONSchema {
  private let root: [String: Any]

  /// Reads the schema from a file of `Documentation/Formats`.
  init(named name: String) throws {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/")
    let path = folder + "/Documentation/Formats/\(name).schema.json"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// Returns the parts of a JSON text that do not fit, each with its place.
  ///
  /// Empty if all of it fits.
  func flaws(of text: String) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return Self.flaws(of: value, root, at: "$")
  }

  private static func flaws(of value: Any, _ schema: [String: Any], at place: String) -> [String] {
    var flaws: [String] = []
    if let choices = schema["oneOf"] as? [[String: Any]] {
      let each = choices.map { Self.flaws(of: value, $0, at: place) }
      guard each.count(where: \.isEmpty) == 1 else {
        let nearest = each.min { $0.count < $1.count } ?? []
        return nearest.isEmpty ? ["\(place): not one of \(choices.count) fits"] : nearest
      }
    }
    if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }),
      !types.contains(where: { matches(value, $0) })
    {
      return ["\(place): \(value) is no \(types)"]
    }
    if let constant = schema["const"], !equal(value, constant) {
      flaws.append("\(place): \(value) is not \(constant)")
    }
    if let words = schema["enum"] as? [Any], !words.contains(where: { equal($0, value) }) {
      flaws.append("\(place): \(value) is none of \(words)")
    }
    if let pattern = schema["pattern"] as? String, let text = value as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      flaws.append("\(place): \(text) does not match \(pattern)")
    }
    if let items = schema["items"] as? [String: Any], let list = value as? [Any] {
      for (number, item) in list.enumerated() {
        flaws += Self.flaws(of: item, items, at: "\(place)[\(number)]")
      }
    }
    guard let object = value as? [String: Any], let known = schema["properties"] as? [String: Any]
    else { return flaws }
    for name in schema["required"] as? [String] ?? [] where object[name] == nil {
      flaws.append("\(place): \(name) is missing")
    }
    for (name, member) in object {
      guard let rule = known[name] as? [String: Any] else {
        flaws.append("\(place): \(name) is not known")
        continue
      }
      flaws += Self.flaws(of: member, rule, at: place + "." + name)
    }
    return flaws
  }

  private static func matches(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool
    case "integer": (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
    case "number": value is NSNumber
    default: false
    }
  }

  private static func equal(_ left: Any, _ right: Any) -> Bool {
    (left as? NSObject).map { $0.isEqual(right) } ?? false
  }
}
