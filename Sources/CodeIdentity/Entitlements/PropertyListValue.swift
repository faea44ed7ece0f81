// SPDX-License-Identifier: Apache-2.0

/// What an entitlements file holds, as far as anybody looks at it: two levels deep.
///
/// Decoded by `FoundationEssentials`: the whole of Foundation would bring its tables of languages
/// into every static program, two thirds of its size and two milliseconds of each start.
enum PropertyListValue: Decodable {
  case text(String)
  case flag(Bool)
  /// Elements that are no text are nil.
  case list([String?])
  /// Numbers, dates, data, dictionaries: no entitlement that we read has one of them.
  case other

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let text = try? single.decode(String.self) {
      self = .text(text)
    } else if let flag = try? single.decode(Bool.self) {
      self = .flag(flag)
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [String?] = []
      while !elements.isAtEnd {
        let text = try? elements.decode(String.self)
        if text == nil { _ = try elements.decode(Skipped.self) }
        list.append(text)
      }
      self = .list(list)
    } else {
      self = .other
    }
  }

  /// Anything, not looked into: deep nesting costs nothing.
  private struct Skipped: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

/// The outermost value of a property list.
struct PropertyListFile: Decodable {
  /// nil when it is no dictionary.
  let entries: [String: PropertyListValue]?

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: Key.self) else {
      entries = nil
      return
    }
    var found: [String: PropertyListValue] = [:]
    for key in container.allKeys {
      found[key.stringValue] = try container.decode(PropertyListValue.self, forKey: key)
    }
    entries = found
  }

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
