// SPDX-License-Identifier: Apache-2.0

/// Reads trust exceptions that a program saved earlier (Specification/certificates.md,
/// "Exceptions").
///
/// Trust exceptions are failures that the user has accepted. They are saved as a binary property
/// list: an array of dictionaries whose values are not containers. Foundation's parser is not used,
/// because a property list may have containers that share members. In the result of the parser,
/// these containers can grow as large as an attacker likes. Values outside the expected structure
/// are never read.
package struct SavedExceptions {
  /// The size of the largest property list that is read, in bytes.
  ///
  /// The property list for the longest path has a tenth of this size.
  private static let mostBytes = 64 << 10
  /// The greatest number of entries that are read.
  ///
  /// An entry has the accepted failures of one certificate. The longest path has fewer
  /// certificates than this number.
  private static let mostEntries = 64
  /// The greatest number of pairs that are read in the entry of one certificate.
  ///
  /// A pair is the name of a check and its value. Latchkey has fewer checks than this number.
  private static let mostChecks = 128
  /// The length of the longest name of a check that is read, in bytes.
  private static let longestName = 64

  /// The dictionary key of the SHA-1 digest of a certificate.
  package static let digest = "SHA1Digest"
  private static let digestSize = 20

  private static let magic = Array("bplist00".utf8)
  private static let trailer = 32

  /// The type of a property list value.
  ///
  /// The raw value is the high four bits of the first byte of the value.
  private enum Kind: UInt8 {
    case data = 4
    case text = 5
    case array = 10
    case dictionary = 13
  }

  private let bytes: [UInt8]
  /// The size of an entry in the offset table of the property list, in bytes.
  private let offsetSize: Int
  private let numberSize: Int
  private let count: Int
  /// The position of the offset table in the property list.
  private let table: Int

  /// Returns the saved trust exceptions in a property list.
  ///
  /// Returns nil if the bytes are not a property list of the expected structure.
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
        // Keys that are not text are skipped: they name no check.
        guard let name = text(key) else { continue }
        if name == Self.digest { digest = data(value) } else { checks.insert(name) }
      }
      found.append(TrustExceptions.Entry(checks: checks, digest: digest))
    }
    return found
  }

  /// Returns the object numbers of the members of an array or a dictionary.
  ///
  /// An object number is the index of a value in the offset table. Returns nil if the container is
  /// malformed or too large.
  ///
  /// - Parameters:
  ///   - number: the object number of the container.
  ///   - kind: the expected type of the container.
  ///   - each: the number of objects that form a member: 1 in an array, and 2 in a dictionary (a
  ///     key and its value).
  ///   - limit: the greatest number of members.
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

  /// Returns the size of a property list value and the position at which its content starts.
  ///
  /// The size is a number of bytes, or for an array or a dictionary its number of members. The
  /// position is at most the position of the offset table. Whether the content ends before that
  /// table is not checked, so the caller must check it.
  ///
  /// Returns nil if the value is malformed or has another type.
  ///
  /// - Parameters:
  ///   - number: the index of the value in the offset table.
  ///   - kind: the expected type of the value.
  private func object(_ number: Int, _ kind: Kind) -> (size: Int, start: Int)? {
    guard number < count,
      let place = Self.number(bytes, table + number * offsetSize, offsetSize),
      (Self.magic.count..<table).contains(place), bytes[place] >> 4 == kind.rawValue
    else { return nil }
    let size = Int(bytes[place] & 15)
    guard size == 15 else { return (size, place + 1) }
    // The size follows as an integer of 1, 2, 4 or 8 bytes.
    guard place + 1 < table, bytes[place + 1] >> 4 == 1, bytes[place + 1] & 15 <= 3 else {
      return nil
    }
    let width = 1 << Int(bytes[place + 1] & 15)
    guard width <= table - place - 2, let size = Self.number(bytes, place + 2, width) else {
      return nil
    }
    return (size, place + 2 + width)
  }

  /// Reads a big-endian number of `size` bytes.
  ///
  /// Returns nil if the number is 2³² or more, which no valid list needs.
  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
    var number: UInt64 = 0
    for place in start..<start + size { number = number << 8 | UInt64(bytes[place]) }
    return number <= UInt64(UInt32.max) ? Int(number) : nil
  }
}
