// SPDX-License-Identifier: Apache-2.0

/// One value of an attribute in a keychain file.
package enum FileValue: Hashable, Sendable {
  case number(UInt32)
  case signed(Int32)
  /// The bytes of a string, of a number of any size, of a real number, of a date or of a blob.
  case bytes([UInt8])
  case numbers([UInt32])

  /// The value's bytes as a caller sees them; a number has its highest byte first.
  package var content: [UInt8] {
    switch self {
    case .bytes(let bytes): bytes
    case .number(let number): Self.atoms([number])
    case .signed(let number): Self.atoms([UInt32(bitPattern: number)])
    case .numbers(let numbers): Self.atoms(numbers)
    }
  }

  /// Returns true if an attribute with the given format can have the value.
  func fits(_ format: ValueFormat) -> Bool {
    switch (self, format) {
    case (.number, .number), (.signed, .signed), (.numbers, .numbers): true
    case (.bytes(let bytes), .real), (.bytes(let bytes), .date): bytes.count == format.fixedSize
    case (.bytes, .string), (.bytes, .bigNumber), (.bytes, .blob): true
    default: false
    }
  }

  /// The number of bytes that the value takes up in a record, with its length field and its
  /// padding.
  func encodedSize(as format: ValueFormat) -> Int {
    switch self {
    case .number, .signed: 4
    case .numbers(let numbers): 4 + 4 * numbers.count
    case .bytes(let bytes): (format.fixedSize == nil ? 4 : 0) + bytes.count.aligned
    }
  }

  private static func atoms(_ numbers: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in numbers { bytes.append(atom: number) }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a value as a record encodes it: with its length field and its padding, if any.
  mutating func append(_ value: FileValue, as format: ValueFormat) {
    switch value {
    case .number(let number): append(atom: number)
    case .signed(let number): append(atom: UInt32(bitPattern: number))
    case .numbers(let numbers):
      append(size: numbers.count)
      for number in numbers { append(atom: number) }
    case .bytes(let bytes):
      if format.fixedSize == nil { append(size: bytes.count) }
      append(contentsOf: bytes)
      for _ in bytes.count..<bytes.count.aligned { append(0) }
    }
  }

  /// Returns the size of the value at `offset`, with its length field and its padding.
  ///
  /// Nil if the value does not end before `end`.
  func valueSize(at offset: Int, as format: ValueFormat, before end: Int) -> Int? {
    let size: Int
    if let fixed = format.fixedSize {
      size = fixed
    } else {
      guard offset + 4 <= end, let count = self.size(at: offset) else { return nil }
      size = 4 + (format == .numbers ? count * 4 : count.aligned)
    }
    return offset <= end - size ? size : nil
  }

  /// Returns the value at `offset`, which `valueSize` has found to lie within the bytes.
  ///
  /// The caller must call `valueSize` first. The result is then never nil.
  func value(at offset: Int, as format: ValueFormat) -> FileValue? {
    switch format {
    case .number: return atom(at: offset).map { .number($0) }
    case .signed: return atom(at: offset).map { .signed(Int32(bitPattern: $0)) }
    case .real, .date:
      guard let size = format.fixedSize else { return nil }
      return .bytes(Array(self[offset..<offset + size]))
    case .string, .bigNumber, .blob:
      guard let count = size(at: offset) else { return nil }
      return .bytes(Array(self[offset + 4..<offset + 4 + count]))
    case .numbers:
      guard let count = size(at: offset) else { return nil }
      return .numbers((0..<count).compactMap { atom(at: offset + 4 + 4 * $0) })
    }
  }
}
