// SPDX-License-Identifier: Apache-2.0

/// The running checksum of a write-ahead log, over its header and all frames up to a position.
///
/// The checksum is two sums, each a 32-bit number. Both sums are computed from the 32-bit numbers
/// of the log, which are read in pairs.
package struct LogSum {
  package private(set) var first: UInt32
  package private(set) var second: UInt32
  private let isBigEndian: Bool

  package init(_ first: UInt32, _ second: UInt32, isBigEndian: Bool) {
    self.first = first
    self.second = second
    self.isBigEndian = isBigEndian
  }

  /// Adds the next two 32-bit numbers of the log to the checksum.
  ///
  /// Each number is passed as the little-endian value of its four bytes in the file.
  @inline(__always)
  package mutating func add(_ left: UInt32, _ right: UInt32) {
    first = first &+ (isBigEndian ? left.byteSwapped : left) &+ second
    second = second &+ (isBigEndian ? right.byteSwapped : right) &+ first
  }

  /// Adds the next bytes of the log to the checksum.
  ///
  /// The number of bytes must be a multiple of eight.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for place in stride(from: 0, to: bytes.count, by: 8) {
      let pair = UInt64(
        littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      add(UInt32(truncatingIfNeeded: pair), UInt32(truncatingIfNeeded: pair &>> 32))
    }
  }

  /// The checksum as the file stores it: eight bytes, read as a little-endian number.
  package var stored: UInt64 { UInt64(first.byteSwapped) | UInt64(second.byteSwapped) << 32 }
}
