// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A value of a property list, the format of Apple's trust settings
/// (Specification/certificates.md, "Trust settings").
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
  /// A property list with settings for all certificates of a distribution has a quarter of this
  /// size.
  package static let mostBytes = 4 << 20
  /// The greatest depth of containers that are read.
  ///
  /// Trust settings have four containers inside of each other.
  static let deepest = 32
  /// The greatest number of values that are read.
  static let mostValues = 200_000

  /// Reads a property list in Apple's XML form or in Apple's binary form.
  ///
  /// Returns nil if the bytes are not a property list, or if they exceed a limit. Foundation's
  /// parsers are not used, because they do not limit the depth of containers. A hostile file could
  /// exhaust the stack.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes else { return nil }
    let isBinary = bytes.starts(with: BinaryPropertyList.magic)
    guard
      let value = isBinary ? BinaryPropertyList.value(in: bytes) : XMLPropertyList.value(in: bytes)
    else { return nil }
    self = value
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var data: [UInt8]? {
    if case .data(let data) = self { data } else { nil }
  }

  var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  var moment: Instant? {
    if case .moment(let moment) = self { moment } else { nil }
  }

  var array: [PropertyListValue]? {
    if case .array(let array) = self { array } else { nil }
  }

  var dictionary: [String: PropertyListValue]? {
    if case .dictionary(let dictionary) = self { dictionary } else { nil }
  }
}
