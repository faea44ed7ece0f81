// SPDX-License-Identifier: Apache-2.0

/// Exceptions as a program saved them (spec/certificates.md 6.8): a binary property list of the one
/// shape that they have, an array of dictionaries of flat values.
///
/// Read here and not by Foundation, where containers that share their parts become as large as the
/// writer likes. An object is looked at where the shape wants it and nowhere else.
package struct SavedExceptions {
  /// Bytes of a list; one of the longest path has a tenth of that.
  private static let mostBytes = 64 << 10
  /// Certificates of the longest path, with room.
  private static let mostEntries = 64
  /// Failures of one certificate, with room.
  private static let mostChecks = 128
  /// Letters of the name of a check.
  private static let longestName = 64

  /// The key of a certificate's SHA-1.
  package static let digest = "SHA1Digest"
  private static let digestSize = 20

  private static let magic = Array("bplist00".utf8)
  private static let trailer = 32

  /// The high half of an object's first byte.
  private enum Kind: UInt8 {
    case data = 4
    case text = 5
    case array = 10
    case dictionary = 13
  }

  private let bytes: [UInt8]
  /// Bytes of an offset, and of the number of an object.
  private let offsetSize: Int
  private let numberSize: Int
  private let count: Int
  /// Where the offsets of all objects begin.
  private let table: Int

  /// What a list says; nil for what is none, or has another shape.
  package static func entries(in bytes: [UInt8]) -> [TrustExceptions.Entry]? {
    guard bytes.count <= mostBytes, bytes.starts(with: magic),
      bytes.count > magic.count + trailer
    else { return nil }
    let end = bytes.count - trailer
    let sizes = (Int(bytes[end + 6]), Int(bytes[end + 7]))
    guard (1...8).contains(sizes.0), (1...8).contains(sizes.1),
      let count = number(bytes, end + 8, 8), let top = number(bytes, end + 16, 8),
      let table = number(bytes, end + 24, 8), (magic.count...end).contains(table),
      count <= (end - table) / sizes.0
    else { return nil }
    let list = SavedExceptions(
      bytes: bytes, offsetSize: sizes.0, numberSize: sizes.1, count: count, table: table)
    return list.entries(top)
  }

  private func entries(_ top: Int) -> [TrustExceptions.Entry]? {
    guard let array = members(of: top, .array, 1, atMost: Self.mostEntries) else { return nil }
    var found: [TrustExceptions.Entry] = []
    for number in array {
      guard let pairs = members(of: number, .dictionary, 2, atMost: Self.mostChecks) else {
        return nil
      }
      let (keys, values) = (pairs.prefix(pairs.count / 2), pairs.suffix(pairs.count / 2))
      var checks: Set<String> = []
      var digest: [UInt8]?
      for (key, value) in zip(keys, values) {
        // What is no name of ours accepts nothing.
        guard let name = text(key) else { continue }
        if name == Self.digest { digest = data(value) } else { checks.insert(name) }
      }
      found.append(TrustExceptions.Entry(checks: checks, digest: digest))
    }
    return found
  }

  /// The numbers of a container's objects.
  ///
  /// - Parameter each: how many a member has: a pair has two.
  private func members(of number: Int, _ kind: Kind, _ each: Int, atMost limit: Int) -> [Int]? {
    guard let (size, start) = object(number, kind), size <= limit,
      size * each * numberSize <= table - start
    else { return nil }
    let numbers = (0..<size * each).compactMap { place in
      Self.number(bytes, start + place * numberSize, numberSize)
    }
    return numbers.count == size * each ? numbers : nil
  }

  private func text(_ number: Int) -> String? {
    guard let (size, start) = object(number, .text), size <= Self.longestName,
      size <= table - start
    else { return nil }
    return String(decoding: bytes[start..<start + size], as: UTF8.self)
  }

  private func data(_ number: Int) -> [UInt8]? {
    guard let (size, start) = object(number, .data), size == Self.digestSize,
      size <= table - start
    else { return nil }
    return Array(bytes[start..<start + size])
  }

  /// How much an object has, and where that begins, which is before the table; nil for one of
  /// another kind.
  private func object(_ number: Int, _ kind: Kind) -> (size: Int, start: Int)? {
    guard number < count,
      let place = Self.number(bytes, table + number * offsetSize, offsetSize),
      (Self.magic.count..<table).contains(place), bytes[place] >> 4 == kind.rawValue
    else { return nil }
    let size = Int(bytes[place] & 15)
    guard size == 15 else { return (size, place + 1) }
    // The size is a number behind, of 1, 2, 4 or 8 bytes.
    guard place + 1 < table, bytes[place + 1] >> 4 == 1, bytes[place + 1] & 15 <= 3 else {
      return nil
    }
    let width = 1 << Int(bytes[place + 1] & 15)
    guard width <= table - place - 2, let size = Self.number(bytes, place + 2, width) else {
      return nil
    }
    return (size, place + 2 + width)
  }

  /// A number, the highest byte first; nil for one that no file reaches.
  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
    var number: UInt64 = 0
    for place in start..<start + size { number = number << 8 | UInt64(bytes[place]) }
    return number <= UInt64(UInt32.max) ? Int(number) : nil
  }
}
