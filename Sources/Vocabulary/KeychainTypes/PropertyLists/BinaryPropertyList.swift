// SPDX-License-Identifier: Apache-2.0

/// Reads a property list in Apple's binary form.
///
/// In this form, containers may share members, so that a small file stands for a large value. The
/// number of values that are read is therefore limited, and shared members count each time.
struct BinaryPropertyList {
  static let magic = Array("bplist00".utf8)
  private static let trailer = 32

  /// The error for bytes that are not a property list.
  private struct Malformed: Error {}

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let numberSize: Int
  private let count: Int
  /// The position of the table of offsets, which follows all values.
  private let table: Int
  private var valuesLeft = PropertyListValue.mostValues
  /// The number of bytes of text and data that may still be read.
  private var bytesLeft = PropertyListValue.mostBytes

  /// Returns the value in a property list, or nil if the bytes are not a property list.
  static func value(in bytes: [UInt8]) -> PropertyListValue? {
    guard bytes.count > magic.count + trailer else { return nil }
    let end = bytes.count - trailer
    let sizes = (Int(bytes[end + 6]), Int(bytes[end + 7]))
    guard (1...8).contains(sizes.0), (1...8).contains(sizes.1),
      let count = number(bytes[(end + 8)..<(end + 16)]),
      let top = number(bytes[(end + 16)..<(end + 24)]),
      let table = number(bytes[(end + 24)...]), (magic.count...end).contains(table),
      count <= (end - table) / sizes.0
    else { return nil }
    var reader = BinaryPropertyList(
      bytes: bytes, offsetSize: sizes.0, numberSize: sizes.1, count: count, table: table)
    return try? reader.value(top, depth: 0)
  }

  private init(bytes: [UInt8], offsetSize: Int, numberSize: Int, count: Int, table: Int) {
    self.bytes = bytes
    self.offsetSize = offsetSize
    self.numberSize = numberSize
    self.count = count
    self.table = table
  }

  private mutating func value(
    _ number: Int, depth: Int
  ) throws(Malformed) -> PropertyListValue {
    valuesLeft -= 1
    guard valuesLeft > 0, depth < PropertyListValue.deepest, number < count,
      let place = Self.number(bytes[(table + number * offsetSize)...].prefix(offsetSize)),
      (Self.magic.count..<table).contains(place)
    else { throw Malformed() }
    let low = Int(bytes[place] & 15)
    switch bytes[place] >> 4 {
    case 0:
      guard low == 8 || low == 9 else { throw Malformed() }
      return .truth(low == 9)
    case 1: return .integer(try integer(after: place, low))
    case 2: return .real(try real(after: place, low))
    case 3:
      let seconds = try real(after: place, low)
      // The XML form, in which settings are kept, has years of four digits.
      guard low == 3, let moment = Instant(secondsSinceReference: seconds.rounded(.down)),
        (0...9_999).contains(CivilTime(moment).year)
      else { throw Malformed() }
      return .moment(moment)
    case 4: return .data(Array(try content(place, low, unit: 1)))
    case 5:
      let content = try content(place, low, unit: 1)
      guard content.allSatisfy({ $0 < 0x80 }) else { throw Malformed() }
      return .text(String(decoding: content, as: UTF8.self))
    case 6:
      let content = Array(try content(place, low, unit: 2))
      let units = stride(from: 0, to: content.count, by: 2).map {
        UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
      }
      guard let text = String(validating: units, as: UTF16.self) else { throw Malformed() }
      return .text(text)
    case 10:
      var values: [PropertyListValue] = []
      for member in try members(place, low, each: 1) {
        values.append(try value(member, depth: depth + 1))
      }
      return .array(values)
    case 13: return .dictionary(try dictionary(try members(place, low, each: 2), depth))
    default: throw Malformed()
    }
  }

  private mutating func dictionary(
    _ members: [Int], _ depth: Int
  ) throws(Malformed) -> [String: PropertyListValue] {
    var pairs: [String: PropertyListValue] = [:]
    let size = members.count / 2
    for place in 0..<size {
      guard let key = try value(members[place], depth: depth + 1).text else { throw Malformed() }
      let member = try value(members[size + place], depth: depth + 1)
      guard pairs.updateValue(member, forKey: key) == nil else { throw Malformed() }
    }
    return pairs
  }

  /// Returns the members of a container, as indices into the table of offsets.
  ///
  /// - Parameters:
  ///   - place: the position of the container in the file.
  ///   - low: the low four bits of the container's first byte.
  ///   - each: the number of indices that form a member: 1 in an array, and 2 in a dictionary (a
  ///     key and its value).
  private mutating func members(
    _ place: Int, _ low: Int, each: Int
  ) throws(Malformed) -> [Int] {
    let content = try content(place, low, unit: each * numberSize)
    return stride(from: content.startIndex, to: content.endIndex, by: numberSize).map {
      Self.number(content[$0...].prefix(numberSize)) ?? count
    }
  }

  /// Returns the bytes of a value that has a size: text, data or a container.
  ///
  /// - Parameters:
  ///   - place: the position of the value in the file.
  ///   - low: the low four bits of the value's first byte: its size, or 15 if the size follows.
  ///   - unit: the number of bytes of each element that the size counts, for example 2 in UTF-16
  ///     text.
  private mutating func content(
    _ place: Int, _ low: Int, unit: Int
  ) throws(Malformed) -> ArraySlice<UInt8> {
    var (size, start) = (low, place + 1)
    if low == 15 {
      guard start < table, bytes[start] >> 4 == 1, bytes[start] & 15 <= 3 else { throw Malformed() }
      let width = 1 << Int(bytes[start] & 15)
      guard width <= table - start - 1,
        let found = Self.number(bytes[(start + 1)...].prefix(width))
      else { throw Malformed() }
      (size, start) = (found, start + 1 + width)
    }
    guard size <= (table - start) / unit, size * unit <= bytesLeft else { throw Malformed() }
    bytesLeft -= size * unit
    return bytes[start..<start + size * unit]
  }

  private func integer(after place: Int, _ low: Int) throws(Malformed) -> Int64 {
    guard low <= 4, 1 << low < table - place else { throw Malformed() }
    let digits = bytes[(place + 1)...].prefix(1 << low)
    // A number of 16 bytes is one that needs 64 bits without a sign. No list of ours has it.
    guard low < 4 || digits.prefix(8).allSatisfy({ $0 == 0 }) else { throw Malformed() }
    let number = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard low == 3 || number <= UInt64(Int64.max) else { throw Malformed() }
    return Int64(bitPattern: number)
  }

  private func real(after place: Int, _ low: Int) throws(Malformed) -> Double {
    guard low == 2 || low == 3, 1 << low < table - place else { throw Malformed() }
    let bits = bytes[(place + 1)...].prefix(1 << low).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let real = low == 3 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(bits)))
    guard real.isFinite else { throw Malformed() }
    return real
  }

  /// Reads a big-endian number; nil if it is 2³² or more, which no valid list needs.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let number = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number <= UInt64(UInt32.max) ? Int(number) : nil
  }
}
