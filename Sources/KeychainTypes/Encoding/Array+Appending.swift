// SPDX-License-Identifier: Apache-2.0
import Glibc

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
