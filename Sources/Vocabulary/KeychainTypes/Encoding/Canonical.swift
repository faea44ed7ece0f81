// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The canonical bytes of attribute values, by which all values are compared
/// (Specification/secitem.md, "Uniqueness tuples", Specification/sync.md, "Seams", S9).
///
/// The bytes depend on no local key, never change, and are equal on all devices. Keyed digests, the
/// primary key and the item digest (the attribute `sha1`) are computed from the bytes.
/// Documentation/Formats/canonical.md describes the bytes, with test vectors.
package enum Canonical {
  /// Returns the canonical bytes of an attribute's value, in the form that the attribute's value
  /// kind requires.
  ///
  /// Kinds for blobs and text: text is UTF-8, and data is unchanged. An integer is four bytes,
  /// lowest byte first, or eight bytes if four are too few. A text, a data value and an integer
  /// with equal bytes are therefore equal values.
  ///
  /// Kinds for numbers: a leading byte distinguishes integers (1), text (2) and reals (3). Text is
  /// allowed for these kinds and must not equal a number by accident.
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

  /// Calls `body` with the canonical bytes of a value, and returns the result of `body`; text and
  /// data are not copied.
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

  /// Returns the canonical bytes of an item's primary key, with the value that `valueOf` returns
  /// for each attribute.
  ///
  /// The bytes are the number of the class, then the length (four bytes) and the bytes of each
  /// attribute, in schema order. If `valueOf` returns nil for an attribute, its length is 0, as for
  /// an empty value.
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

  /// True if two values of an attribute have equal canonical bytes.
  ///
  /// Swift's own comparison of text is not used, because it treats two encodings of one character
  /// as equal.
  package static func equal(_ left: AttributeValue, _ right: AttributeValue, kind: ValueKind)
    -> Bool
  {
    if case (.text(let left), .text(let right)) = (left, right) {
      // Equal text has equal canonical bytes in every kind, so the UTF-8 is compared directly.
      return left.utf8Span.span.hasSameBytes(as: right.utf8Span.span)
    }
    return lend(left, kind: kind) { left in
      lend(right, kind: kind) { right in left.hasSameBytes(as: right) }
    }
  }

  /// Returns the bytes of an integer, lowest byte first.
  @inlinable
  package static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number)
    return bytes
  }

  /// Reads an integer from bytes, lowest byte first; nil if the number of bytes is not the size of
  /// the integer type.
  package static func number<Number: FixedWidthInteger>(
    _ bytes: Span<UInt8>, as _: Number.Type = Number.self
  ) -> Number? {
    guard bytes.count == Number.bitWidth / 8 else { return nil }
    // The number is computed as a `UInt64`, because other modules call this generic code, where
    // each operator of `Number` is a function call.
    var number: UInt64 = 0
    for place in bytes.indices.reversed() { number = number << 8 | UInt64(bytes[place]) }
    return Number(truncatingIfNeeded: number)
  }

  /// Reads an integer from a collection of bytes, lowest byte first.
  ///
  /// Nil if the number of bytes is not the size of the integer type.
  package static func number<Number: FixedWidthInteger>(
    _ bytes: some Collection<UInt8>, as _: Number.Type = Number.self
  ) -> Number? {
    number(Array(bytes).span)
  }
}

extension Array where Element == UInt8 {
  /// Appends the bytes of an integer, lowest byte first.
  @inlinable
  package mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
    // Rebound to `UInt8`, because raw bytes would be copied one by one.
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { bytes in
      unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe append(contentsOf: $0) }
    }
  }

  /// Appends the length of a DER element, in as few bytes as possible (X.690 10.1).
  package mutating func append(derLength count: Int) {
    guard count > 0x7F else {
      append(UInt8(count))
      return
    }
    let digits = Canonical.littleEndian(UInt64(count)).reversed().drop { $0 == 0 }
    append(0x80 | UInt8(digits.count))
    append(contentsOf: digits)
  }

  /// Appends the bytes of a span.
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
  /// A copy of the bytes as an array.
  package var array: [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }
  }

  /// True if two byte strings are equal.
  ///
  /// Do not use this function for secrets, because it stops at the first difference.
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
  /// True if two texts have exactly equal bytes.
  ///
  /// Swift's `==` treats canonically equivalent texts as equal, but access groups are compared by
  /// their bytes.
  package func hasSameBytes(as other: String) -> Bool {
    utf8Span.span.hasSameBytes(as: other.utf8Span.span)
  }
}
