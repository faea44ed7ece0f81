// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Takes numbers and byte strings from the front of bytes from outside; nil when they end.
struct ByteReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - place }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    // Not `Canonical.number`, which another module cannot specialize: a keybag has 200 numbers, and
    // each start of a program reads one.
    let count = Number.bitWidth / 8
    guard count <= remaining else { return nil }
    var number: Number = 0
    for step in (0..<count).reversed() {
      number = number << 8 | Number(truncatingIfNeeded: bytes[place + step])
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
    bytes += Canonical.littleEndian(number)
  }

  mutating func append(_ more: [UInt8]) { bytes += more }
}
