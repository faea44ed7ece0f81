// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The bytes that stand for a value wherever values are compared (spec/secitem.md 2.4, sync.md S9).
///
/// Free of local keys and equal on all devices for ever: keyed digests, the primary key and the
/// item digest derive from them. Described with vectors in Documentation/Formats/canonical.md.
package enum Canonical {
  /// The canonical bytes of a value of an attribute of a kind.
  ///
  /// Blob and text kinds: text as UTF-8, data as it is, integers as four bytes little-endian
  /// (eight where four do not suffice), so that text, data and number of the same bytes are one
  /// key. Number kinds: a leading byte tells number (1), text (2) and real (3) apart, since text
  /// survives in them and must not meet a number by accident.
  package static func bytes(of value: AttributeValue, kind: ValueKind) -> [UInt8] {
    switch (kind, value) {
    case (.number, .number(let number)): [1] + littleEndian(number)
    case (.number, .text(let text)): [2] + Array(text.utf8)
    case (.number, .real(let real)): [3] + littleEndian(real.bitPattern)
    case (_, .text(let text)): Array(text.utf8)
    case (_, .bytes(let bytes)): bytes
    case (_, .number(let number)):
      Int32(exactly: number).map { littleEndian($0) } ?? littleEndian(number)
    case (_, .real(let real)): littleEndian(real.bitPattern)
    case (_, .date(let instant)): littleEndian(instant.microseconds)
    }
  }

  /// Lends the canonical bytes, which for text and data are not copied.
  package static func lend<R, E: Error>(
    _ value: AttributeValue, kind: ValueKind, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    switch (kind, value) {
    case (.number, _): break
    case (_, .text(let text)): return try body(text.utf8Span.span)
    case (_, .bytes(let bytes)): return try body(bytes.span)
    default: break
    }
    let bytes = bytes(of: value, kind: kind)
    return try body(bytes.span)
  }

  /// The canonical primary key: each member's length (four bytes) and bytes, in the schema's order.
  ///
  /// An absent member has length 0, like an empty one.
  package static func primaryKey(
    of schema: Schema, valueOf: (AttributeRow) -> AttributeValue?
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(128)
    result.append(schema.itemClass.number)
    for row in schema.primaryKey {
      guard let value = valueOf(row) else {
        result.append(littleEndian: UInt32(0))
        continue
      }
      lend(value, kind: row.kind) { bytes in
        result.append(littleEndian: UInt32(bytes.count))
        result.append(bytes)
      }
    }
    return result
  }

  /// Whether two values of a kind count as equal: by their bytes, since Swift's own comparison of
  /// text takes two spellings of one character for the same.
  package static func equal(_ left: AttributeValue, _ right: AttributeValue, kind: ValueKind)
    -> Bool
  {
    if case (.text(let left), .text(let right)) = (left, right) {
      // The same text is the same whatever stands for it.
      return left.utf8Span.span.hasSameBytes(as: right.utf8Span.span)
    }
    return lend(left, kind: kind) { left in
      lend(right, kind: kind) { right in left.hasSameBytes(as: right) }
    }
  }

  /// The bytes of an integer, lowest first.
  @inlinable
  package static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number)
    return bytes
  }

  /// The number that bytes hold, little-endian; nil where there are more or fewer than it has.
  package static func number<Number: FixedWidthInteger>(
    _ bytes: Span<UInt8>, as _: Number.Type = Number.self
  ) -> Number? {
    guard bytes.count == Number.bitWidth / 8 else { return nil }
    var number: Number = 0
    for place in bytes.indices.reversed() {
      number = number << 8 | Number(truncatingIfNeeded: bytes[place])
    }
    return number
  }

  /// The same of bytes that lie in an array.
  package static func number<Number: FixedWidthInteger>(
    _ bytes: some Collection<UInt8>, as _: Number.Type = Number.self
  ) -> Number? {
    number(Array(bytes).span)
  }
}

extension Array where Element == UInt8 {
  /// Appends the bytes of an integer, lowest first.
  @inlinable
  package mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    // Raw bytes would be copied one by one.
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { bytes in
      unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe append(contentsOf: $0) }
    }
  }

  /// Appends bytes.
  package mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends the sixteen bytes of an identifier.
  package mutating func append(_ identifier: Identifier16) {
    append(littleEndian: identifier.high.byteSwapped)
    append(littleEndian: identifier.low.byteSwapped)
  }
}

extension Span<UInt8> {
  /// A copy.
  package var array: [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }
  }

  /// Whether two byte strings are equal; not for secrets, as it stops at the first difference.
  package func hasSameBytes(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { left in
      unsafe other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return unsafe memcmp(left, right, count) == 0
      }
    }
  }
}

extension String {
  /// Exact comparison: Swift's `==` takes canonically equivalent text for equal, groups do not.
  package func hasSameBytes(as other: String) -> Bool {
    utf8Span.span.hasSameBytes(as: other.utf8Span.span)
  }
}
