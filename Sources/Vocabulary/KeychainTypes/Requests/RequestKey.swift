// SPDX-License-Identifier: Apache-2.0

/// A key of a request, sorted into its family by its form (spec/secitem.md 3.2).
package struct RequestKey: Sendable {
  /// The families in the order in which they are read.
  package enum Family: Sendable {
    case itemClass, attribute, match, returns, use, value, ignored, unknown

    /// The place in the order.
    ///
    /// No raw value: two of an enumeration that has one are compared by the run-time library, ten
    /// times as slowly.
    package var place: UInt16 {
      switch self {
      case .itemClass: 0
      case .attribute: 1
      case .match: 2
      case .returns: 3
      case .use: 4
      case .value: 5
      case .ignored: 6
      case .unknown: 7
      }
    }
  }

  /// UTF-16 units of a key that is looked at; of a longer text the rest is no matter.
  package static let mostUnits = 64

  package let family: Family
  /// The key's text, cut where it is too long to be a name; empty for keys that are no text.
  package let name: String
  package let isText: Bool
  /// The name as the number that it is as an attribute's; nil for all but four ASCII characters.
  package let attribute: Attribute?

  /// A key that is text.
  package init(_ name: String) {
    self.name = name
    isText = true
    let units = name.utf16.count
    attribute = units == 4 ? Attribute(name: name) : nil
    family = Self.family(of: name, units: units)
  }

  /// A key that is no text: a number is looked for among the attributes, and found nowhere.
  package init(isNumber: Bool) {
    name = ""
    isText = false
    attribute = nil
    family = isNumber ? .attribute : .unknown
  }

  private static func family(of name: String, units: Int) -> Family {
    if units == 4 { return .attribute }
    guard units > 1 else { return .unknown }
    switch name.utf8.first {
    case UInt8(ascii: "c"): return name == "class" ? .itemClass : .unknown
    case UInt8(ascii: "m"): return .match
    case UInt8(ascii: "r"): return .returns
    case UInt8(ascii: "u"): return .use
    case UInt8(ascii: "v"): return .value
    case UInt8(ascii: "f"): return .ignored
    default: return .unknown
    }
  }

  /// Family by family, each in byte order of the names (Documentation/Decisions).
  package static func isEvaluatedEarlier(_ left: RequestKey, _ right: RequestKey) -> Bool {
    let (first, second) = (left.family.place, right.family.place)
    guard first == second else { return first < second }
    if let left = left.attribute, let right = right.attribute { return left < right }
    return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}
