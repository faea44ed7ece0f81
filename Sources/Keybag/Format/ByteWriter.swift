// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Puts numbers and byte strings behind one another, little-endian.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func number<Number: FixedWidthInteger>(_ number: Number) {
    for place in 0..<Number.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(place * 8)))
    }
  }

  mutating func append(_ more: [UInt8]) { bytes += more }
}
