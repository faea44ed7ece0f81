// SPDX-License-Identifier: Apache-2.0

/// A value of a property list, Apple's format of entitlements, of preferences, of partition lists
/// and of trust settings.
///
/// Foundation's parsers are not used, because they do not limit the depth of containers: a hostile
/// file could exhaust the stack. Programs that only read an item would also have to load
/// Foundation. Callers can have smaller limits of size.
package enum PropertyListValue: Hashable, Sendable {
  case text(String)
  case data([UInt8])
  case integer(Int64)
  case real(Double)
  case truth(Bool)
  case moment(Instant)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])

  /// The size of the largest property list that is read, in bytes.
  ///
  /// A property list with trust settings for all certificates of a distribution has a quarter of
  /// this size.
  package static let mostBytes = 4 << 20
  /// The greatest depth of containers that are read.
  ///
  /// Trust settings have four containers inside of each other, and other lists have fewer.
  package static let deepest = 32
  /// The greatest number of values that are read.
  package static let mostValues = 200_000

  /// Reads a property list in Apple's XML form or in Apple's binary form.
  ///
  /// Returns nil if the bytes are not a property list, or if they exceed a limit. Nil also for a
  /// dictionary that has a key twice, because no reader can know which value is meant.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes else { return nil }
    guard
      let value = Self.isBinary(bytes)
        ? BinaryPropertyList.value(in: bytes) : XMLPropertyList.value(in: bytes)
    else { return nil }
    self = value
  }

  /// True if the bytes begin as a property list in Apple's binary form begins.
  package static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: BinaryPropertyList.magic)
  }

  /// The property list in Apple's XML form, in UTF-8.
  ///
  /// The pairs of a dictionary are sorted by their keys, so equal lists have equal bytes.
  package var xml: [UInt8] { PropertyListText.bytes(self) }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var data: [UInt8]? {
    if case .data(let data) = self { data } else { nil }
  }

  package var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  package var moment: Instant? {
    if case .moment(let moment) = self { moment } else { nil }
  }

  package var array: [PropertyListValue]? {
    if case .array(let array) = self { array } else { nil }
  }

  package var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let dictionary) = self { dictionary } else { nil }
  }

  /// The value of a key; nil if this is not a dictionary, or if the dictionary lacks the key.
  package subscript(_ key: String) -> PropertyListValue? { dictionary?[key] }
}
