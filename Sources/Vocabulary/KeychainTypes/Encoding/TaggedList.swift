// SPDX-License-Identifier: Apache-2.0

/// A list of tagged byte strings, ascending by tag: the encoding of all sealed content
/// (spec/sync.md S8; bytes in Documentation/Formats/canonical.md).
///
/// A reader keeps what it does not know and gives it back on writing; only a tag marked critical
/// that it does not know is refused.
package struct TaggedList: Hashable, Sendable {
  /// One tag with its bytes.
  package struct Entry: Hashable, Sendable {
    package let tag: UInt16
    package let bytes: [UInt8]

    package init(tag: UInt16, bytes: [UInt8]) {
      self.tag = tag
      self.bytes = bytes
    }
  }

  /// Why bytes are no tagged list.
  package enum Failure: Error {
    case truncated
    case notAscending
    case unknownVersion
    case unknownCriticalTag
    case malformedValue
  }

  /// Tags from here on must be understood by whoever reads the row.
  package static let criticalBit: UInt16 = 0x8000
  /// Tags with this bit never leave the device.
  package static let localBit: UInt16 = 0x4000
  private static let version: UInt8 = 1

  package private(set) var entries: [Entry]

  /// Puts the entries in order; of two with one tag the later stays.
  package init(_ entries: [Entry] = []) {
    self.entries = []
    self.entries.reserveCapacity(entries.count)
    for entry in entries {
      let place = self.entries.lastIndex { $0.tag <= entry.tag }
      if let place, self.entries[place].tag == entry.tag {
        self.entries[place] = entry
      } else {
        self.entries.insert(entry, at: place.map { $0 + 1 } ?? 0)
      }
    }
  }

  package subscript(tag: UInt16) -> [UInt8]? {
    entries.first { $0.tag == tag }?.bytes
  }

  /// The version byte, then tag (2 bytes), length (4 bytes) and bytes of each entry.
  package func encode() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(1 + entries.reduce(0) { $0 + 6 + $1.bytes.count })
    result.append(Self.version)
    for entry in entries {
      result.append(littleEndian: entry.tag)
      result.append(littleEndian: UInt32(entry.bytes.count))
      result += entry.bytes
    }
    return result
  }

  /// The encoding of a list without entries, to which `append` adds.
  package static let start = [version]

  /// Begins an entry of an encoding, behind those with lower tags and without an array of its own:
  /// its content is appended next.
  ///
  /// - Returns: what `end` has to be told.
  package static func begin(_ tag: UInt16, in encoding: inout [UInt8]) -> Int {
    encoding.append(littleEndian: tag)
    encoding.append(littleEndian: UInt32(0))
    return encoding.count
  }

  /// Ends the entry that began at `start`: all behind that is its content.
  package static func end(_ start: Int, in encoding: inout [UInt8]) {
    let count = UInt32(truncatingIfNeeded: encoding.count - start).littleEndian
    unsafe encoding.withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: count, toByteOffset: start - 4, as: UInt32.self)
    }
  }

  /// Reads what `encode` wrote; every other byte string is refused.
  package init(decoding bytes: Span<UInt8>) throws(Failure) {
    entries = []
    var walk = try Walk(bytes)
    while let place = try walk.next(bytes) {
      entries.append(Entry(tag: place.tag, bytes: bytes.extracting(place.range).array))
    }
  }

  /// Goes through encoded entries without copying them.
  struct Walk {
    /// Where an entry's bytes lie.
    struct Place {
      let tag: UInt16
      let range: Range<Int>
    }

    private var next = 1
    private var last: UInt16?

    init(_ bytes: Span<UInt8>) throws(Failure) {
      guard bytes.count >= 1 else { throw .truncated }
      guard bytes[0] == TaggedList.version else { throw .unknownVersion }
    }

    /// The next entry; nil at the end.
    @inline(__always)
    mutating func next(_ bytes: Span<UInt8>) throws(Failure) -> Place? {
      guard next < bytes.count else { return nil }
      guard bytes.count - next >= 6 else { throw .truncated }
      let raw = unsafe bytes.bytes
      let tag = unsafe UInt16(
        littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: next, as: UInt16.self))
      let length = unsafe Int(
        UInt32(
          littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: next + 2, as: UInt32.self)))
      let start = next + 6
      guard length <= bytes.count - start else { throw .truncated }
      if let last, last >= tag { throw .notAscending }
      last = tag
      next = start + length
      return Place(tag: tag, range: start..<next)
    }
  }
}
