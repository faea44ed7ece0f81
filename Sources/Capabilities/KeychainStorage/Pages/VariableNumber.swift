// SPDX-License-Identifier: Apache-2.0

/// Numbers in SQLite's encoding of variable length, one to nine bytes.
package enum VariableNumber {
  package struct Reader {
    private let bytes: ArraySlice<UInt8>
    private(set) var place: Int

    init(_ bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      place = bytes.startIndex
    }

    var isAtEnd: Bool { place >= bytes.endIndex }

    /// Returns the next number, or nil at the end of the bytes.
    mutating func next() -> UInt64? {
      var value: UInt64 = 0
      for index in 0..<9 {
        guard place < bytes.endIndex else { return nil }
        let byte = bytes[place]
        place += 1
        if index == 8 { return value << 8 | UInt64(byte) }
        value = value << 7 | UInt64(byte & 0x7F)
        if byte < 0x80 { return value }
      }
      return value
    }
  }
}
