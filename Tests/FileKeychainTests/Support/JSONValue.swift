// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A value of a JSON document, which can be compared.
enum JSONValue: Hashable, Sendable {
  case null
  /// A number, or 1 and 0 for true and false.
  case number(Int)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  static func boolean(_ boolean: Bool) -> JSONValue { .number(boolean ? 1 : 0) }

  /// Reads a document.
  init(reading data: Data) throws { self.init(try JSONSerialization.jsonObject(with: data)) }

  private init(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let number as NSNumber: self = .number(number.intValue)
    case let list as [Any]: self = .list(list.map(JSONValue.init))
    case let object as [String: Any]: self = .object(object.mapValues(JSONValue.init))
    default: self = .null
    }
  }

  func written() throws -> Data {
    try JSONSerialization.data(withJSONObject: plain, options: .fragmentsAllowed)
  }

  private var plain: Any {
    switch self {
    case .null: NSNull()
    case .number(let number): number
    case .text(let text): text
    case .list(let list): list.map(\.plain)
    case .object(let object): object.mapValues(\.plain)
    }
  }

  subscript(_ key: String) -> JSONValue {
    guard case .object(let object) = self else { return .null }
    return object[key] ?? .null
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var list: [JSONValue] { if case .list(let list) = self { list } else { [] } }

  /// Returns the places where two values differ, at most `most` of them.
  func differences(from other: JSONValue, _ path: String = "", most: Int = 8) -> [String] {
    guard self != other else { return [] }
    var found: [String] = []
    switch (self, other) {
    case (.object(let left), .object(let right)):
      for key in Set(left.keys).union(right.keys).sorted() where found.count < most {
        found += (left[key] ?? .text("(absent)"))
          .differences(from: right[key] ?? .text("(absent)"), "\(path).\(key)", most: most)
      }
    case (.list(let left), .list(let right)) where left.count == right.count:
      for (place, (one, another)) in zip(left, right).enumerated() where found.count < most {
        found += one.differences(from: another, "\(path)[\(place)]", most: most)
      }
    default: found.append("\(path): \(self) is not \(other)")
    }
    return Array(found.prefix(most))
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(booleanLiteral boolean: Bool) { self = .number(boolean ? 1 : 0) }
  init(nilLiteral: ()) { self = .null }
  init(arrayLiteral values: JSONValue...) { self = .list(values) }
  init(dictionaryLiteral pairs: (String, JSONValue)...) {
    self = .object(Dictionary(pairs) { _, last in last })
  }
}
