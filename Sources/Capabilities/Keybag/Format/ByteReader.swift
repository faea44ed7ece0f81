// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Takes numbers and byte strings from the front of bytes from outside; nil when they end.
struct ByteReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - place }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    let count = Number.bitWidth / 8
    guard count <= remaining else { return nil }
    var number: Number = 0
    for step in 0..<count {
      number |= Number(truncatingIfNeeded: bytes[place + step]) << Number(step * 8)
    }
    place += count
    return number
  }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= remaining else { return nil }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }
}

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
