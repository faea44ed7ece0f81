// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes

/// The comparison of texts and of subjects of certificates, by the flags of a query for case,
/// diacritics and width (Specification/secitem.md, "Match keys").
struct TextComparison {
  private let options: NSString.CompareOptions
  private let hasFlags: Bool
  private var subjects: [(wanted: String, place: Place)] = []

  /// The place in a certificate's subject where a wanted text has to be.
  private enum Place: String, CaseIterable {
    case anywhere = "m_SubjectContains"
    case start = "m_SubjectStartsWith"
    case end = "m_SubjectEndsWith"
    case whole = "m_SubjectWholeString"
  }

  private static let flags: [(name: String, option: NSString.CompareOptions)] = [
    (MatchKey.caseInsensitive.rawValue, .caseInsensitive),
    ("m_DiacriticInsensitive", .diacriticInsensitive),
    ("m_WidthInsensitive", .widthInsensitive),
  ]

  init(_ dictionary: ForeignDictionary) {
    var options: NSString.CompareOptions = []
    for (name, option) in Self.flags {
      guard let value = dictionary[.match, name], RequestValue.boolean(value) == true else {
        continue
      }
      options.insert(option)
    }
    hasFlags = !options.isEmpty
    // Without flags, texts are equal if their characters are equal.
    self.options = hasFlags ? options : .literal
    for place in Place.allCases {
      guard let text = dictionary[.match, place.rawValue] as? NSString else { continue }
      subjects.append((String(text), place))
    }
  }

  /// This comparison as a value that a query of keychain files can contain.
  var rules: FileQuery.TextRules {
    var rules = FileQuery.TextRules()
    let raw = options.rawValue
    if hasFlags {
      rules.areEqual = { left, right in
        left.compare(right, options: NSString.CompareOptions(rawValue: raw)) == .orderedSame
      }
    }
    guard !subjects.isEmpty else { return rules }
    let conditions = subjects.map { ($0.wanted, $0.place.rawValue) }
    rules.acceptsSubject = { subject in
      conditions.allSatisfy { wanted, place in
        Self.holds(subject, wanted, Place(rawValue: place) ?? .anywhere, raw)
      }
    }
    return rules
  }

  private static func holds(
    _ subject: String, _ wanted: String, _ place: Place, _ options: UInt
  ) -> Bool {
    let options = NSString.CompareOptions(rawValue: options)
    guard !wanted.isEmpty else { return place != .whole || subject.isEmpty }
    return switch place {
    case .anywhere: subject.range(of: wanted, options: options) != nil
    case .start: subject.range(of: wanted, options: options.union(.anchored)) != nil
    case .end: subject.range(of: wanted, options: options.union([.anchored, .backwards])) != nil
    case .whole: subject.compare(wanted, options: options) == .orderedSame
    }
  }
}
