// SPDX-License-Identifier: Apache-2.0

/// Takes keychain files apart and joins the parts, without our reader and writer.
enum FileSurgery {
  static func atom(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  static func set(_ bytes: inout [UInt8], _ place: Int, to number: Int) {
    for step in 0..<4 { bytes[place + step] = UInt8(truncatingIfNeeded: number >> (24 - 8 * step)) }
  }

  static func tableStarts(_ bytes: [UInt8]) -> [Int] {
    (0..<atom(bytes, 24)).map { 20 + atom(bytes, 28 + 4 * $0) }
  }

  /// Returns the start of each table, and the end of the last one.
  static func boundaries(_ bytes: [UInt8]) -> [Int] { tableStarts(bytes) + [bytes.count - 4] }

  static func tables(_ bytes: [UInt8]) -> [[UInt8]] {
    let places = boundaries(bytes)
    return zip(places, places.dropFirst()).map { Array(bytes[$0..<$1]) }
  }

  /// Returns a file of tables, whose head has the right sizes and offsets.
  static func file(_ tables: [[UInt8]], commit: Int = 9) -> [UInt8] {
    var bytes = Array("kych".utf8) + [UInt8](repeating: 0, count: 24 + 4 * tables.count)
    let size = 8 + 4 * tables.count + tables.reduce(0) { $0 + $1.count }
    for (place, number) in [0x1_0000, 16, 20, 0, size, tables.count].enumerated() {
      set(&bytes, 4 + 4 * place, to: number)
    }
    for (place, table) in tables.enumerated() {
      set(&bytes, 28 + 4 * place, to: bytes.count - 20)
      bytes += table
    }
    bytes += [0, 0, 0, 0]
    set(&bytes, bytes.count - 4, to: commit)
    return bytes
  }

  /// Returns a table without records.
  static func emptyTable(_ id: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 40)
    for (place, number) in [40, id, 0, 32, 32, 29, 1, 0, 8, 0].enumerated() {
      set(&bytes, 4 * place, to: number)
    }
    return bytes
  }

  /// Makes the size in the head of a file right again.
  static func resized(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 28 else { return bytes }
    var bytes = bytes
    set(&bytes, 20, to: bytes.count - 24)
    return bytes
  }
}
