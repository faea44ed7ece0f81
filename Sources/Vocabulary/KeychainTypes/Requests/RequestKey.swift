// SPDX-License-Identifier: Apache-2.0

/// A key of a caller's dictionary, with the family (attribute, match key and so on) to which its
/// text belongs (Specification/secitem.md, "Key classification").
package struct RequestKey: Sendable {
  /// The families of dictionary keys, in the order in which the families are read.
  package enum Family: Sendable {
    case itemClass, attribute, match, returns, use, value, ignored, unknown

    /// The position of the family in the order in which families are read; the lowest is read
    /// first.
    ///
    /// This is not a raw value, because the run-time library takes ten times as long to compare
    /// enumerations with raw values.
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

  /// The maximum number of UTF-16 units of a key's text that are read; the remaining units are
  /// ignored.
  package static let mostUnits = 64

  package let family: Family
  /// The text of the key, cut after `mostUnits` UTF-16 units; empty if the key is not text.
  package let name: String
  package let isText: Bool
  /// The attribute that the key names; nil if the key's text does not have exactly four ASCII
  /// characters.
  package let attribute: Attribute?

  /// Makes a key from the text of a dictionary key.
  package init(_ name: String) {
    self.name = name
    isText = true
    let units = name.utf16.count
    attribute = units == 4 ? Attribute(name: name) : nil
    family = Self.family(of: name, units: units)
  }

  /// Makes a key from a dictionary key that is not text.
  ///
  /// - Parameter isNumber: true if the dictionary key is a number. The key then belongs to the
  ///   family of attributes, but names no attribute. False gives the family of unknown keys.
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

  /// True if the left key is read before the right key.
  ///
  /// Keys are read family by family; within a family, in byte order of the names
  /// (Documentation/Decisions/reading-dictionaries.md).
  package static func isEvaluatedEarlier(_ left: RequestKey, _ right: RequestKey) -> Bool {
    let (first, second) = (left.family.place, right.family.place)
    guard first == second else { return first < second }
    if let left = left.attribute, let right = right.attribute { return left < right }
    return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}
