// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Reads numbers and byte strings from the front of untrusted bytes.
///
/// A read returns nil if too few bytes remain.
struct ByteReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - place }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    let count = Number.bitWidth / 8
    guard count <= remaining else { return nil }
    defer { place += count }
    return Canonical.number(bytes.span.extracting(place..<place + count))
  }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= remaining else { return nil }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }
}

/// Appends little-endian numbers and byte strings to an array of bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func number<Number: FixedWidthInteger>(_ number: Number) {
    bytes += Canonical.littleEndian(number)
  }

  mutating func append(_ more: [UInt8]) { bytes += more }
}
