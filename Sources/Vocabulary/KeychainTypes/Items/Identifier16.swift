// SPDX-License-Identifier: Apache-2.0

/// An identifier of sixteen bytes, for example of a row, of a store, or of the incarnation of a
/// store (Specification/sync.md, "Seams", S1, S5).
///
/// A store gets a new incarnation at each restore, copy and repair.
package struct Identifier16: Hashable, Comparable, Sendable {
  /// The first eight bytes, as a big-endian number.
  ///
  /// The sixteen bytes are kept as two numbers, so that a comparison costs two comparisons of
  /// integers.
  package let high: UInt64
  package let low: UInt64

  /// Makes an identifier of bytes; nil if the number of bytes is not sixteen.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    for place in 0..<8 {
      halves.0 = halves.0 << 8 | UInt64(bytes[place])
      halves.1 = halves.1 << 8 | UInt64(bytes[8 + place])
    }
    (high, low) = halves
  }

  /// Makes an identifier of a collection of bytes; nil if the number of bytes is not sixteen.
  package init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    self.init(bytes.span)
  }

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the usual text of a UUID, in upper or lower case; nil for any other text.
  package init?(uuidText text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
    guard let bytes = HexText.wholeBytes(parts.joined()) else { return nil }
    self.init(bytes)
  }

  /// Compares the bytes of two identifiers, from the first byte to the last.
  package static func < (left: Identifier16, right: Identifier16) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  package static let zero = Identifier16(high: 0, low: 0)

  package var bytes: [UInt8] {
    unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { unsafe Array($0) }
  }

  /// The usual text of a UUID: upper case, with four hyphens.
  package var uuidText: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { text.append(UInt8(ascii: "-")) }
      HexText.emit(byte, upperCase: true) { text.append($0) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Identifier16: CustomStringConvertible {
  package var description: String { uuidText }
}
