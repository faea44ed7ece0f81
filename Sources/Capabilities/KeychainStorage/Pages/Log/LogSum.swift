// SPDX-License-Identifier: Apache-2.0

/// The running checksum of a write-ahead log: two 32-bit sums over pairs of words, through all
/// frames since the log's header.
package struct LogSum {
  package private(set) var first: UInt32
  package private(set) var second: UInt32
  private let isBigEndian: Bool

  package init(_ first: UInt32, _ second: UInt32, isBigEndian: Bool) {
    self.first = first
    self.second = second
    self.isBigEndian = isBigEndian
  }

  /// Adds two words, given as they lie in the file read with the lowest byte first.
  @inline(__always)
  package mutating func add(_ left: UInt32, _ right: UInt32) {
    first = first &+ (isBigEndian ? left.byteSwapped : left) &+ second
    second = second &+ (isBigEndian ? right.byteSwapped : right) &+ first
  }

  /// Adds bytes, a multiple of eight.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for place in stride(from: 0, to: bytes.count, by: 8) {
      let pair = UInt64(
        littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      add(UInt32(truncatingIfNeeded: pair), UInt32(truncatingIfNeeded: pair &>> 32))
    }
  }

  /// The sums as eight bytes of the file, read with the lowest byte first.
  package var stored: UInt64 { UInt64(first.byteSwapped) | UInt64(second.byteSwapped) << 32 }
}
