// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainTypes

/// A key of a caller's dictionary, sorted into its family by its form (spec/secitem.md 3.2).
struct ForeignKey {
  /// The families in the order in which they are read.
  enum Family: Int {
    case itemClass, attribute, match, returns, use, value, ignored, unknown
  }

  let family: Family
  /// The key's text, cut where it is too long to be a name; empty for keys that are no text.
  let name: String
  let isText: Bool
  /// The name as the number that it is as an attribute's; nil for all but four ASCII characters.
  let attribute: Attribute?

  /// Longer than any key that has a meaning.
  private static let longestName = 64

  init(_ key: AnyObject) {
    guard let text = key as? NSString else {
      name = ""
      isText = false
      attribute = nil
      family = key is NSNumber ? .attribute : .unknown
      return
    }
    name = text.text(ofAtMost: Self.longestName) ?? text.substring(to: Self.longestName)
    let units = name.utf16.count
    isText = true
    attribute = units == 4 ? Attribute(name: name) : nil
    family = Self.family(of: name, units: units)
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
  static func isEvaluatedEarlier(_ left: ForeignKey, _ right: ForeignKey) -> Bool {
    guard left.family == right.family else {
      return left.family.rawValue < right.family.rawValue
    }
    if let left = left.attribute, let right = right.attribute { return left < right }
    return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}
