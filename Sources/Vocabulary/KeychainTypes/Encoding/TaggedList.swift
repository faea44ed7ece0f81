// SPDX-License-Identifier: Apache-2.0

/// A list of byte strings with tags, in ascending order of tags: the encoding of all sealed content
/// (Specification/sync.md, "Seams", S8; bytes in Documentation/Formats/canonical.md).
///
/// A reader keeps entries that it does not know and writes them again. The reader refuses an
/// unknown tag only if the tag is marked as critical.
package struct TaggedList: Hashable, Sendable {
  /// An entry of a tagged list: a tag (number), and the bytes of its content.
  package struct Entry: Hashable, Sendable {
    package let tag: UInt16
    package let bytes: [UInt8]

    package init(tag: UInt16, bytes: [UInt8]) {
      self.tag = tag
      self.bytes = bytes
    }
  }

  /// The reason why bytes cannot be read as a tagged list.
  package enum Failure: Error {
    case truncated
    case notAscending
    case unknownVersion
    case unknownCriticalTag
    case malformedValue
  }

  /// The bit that marks a tag as critical: a reader that does not know the tag must refuse the
  /// list.
  package static let criticalBit: UInt16 = 0x8000
  /// The bit that marks a tag as local: the entry is never sent to another device.
  package static let localBit: UInt16 = 0x4000
  private static let version: UInt8 = 1

  package private(set) var entries: [Entry]

  /// Makes a list in ascending order of tags; if two entries have the same tag, the list keeps the
  /// later entry.
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

  /// Returns the encoded list: the version byte, then the tag (2 bytes), length (4 bytes) and bytes
  /// of each entry.
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

  /// The encoding of an empty list, to which `begin` and `end` add entries.
  package static let start = [version]

  /// Begins an entry at the end of an encoded list; append the content next, and then call `end`.
  ///
  /// The content is appended to the encoding itself, without an array for the content. The tag must
  /// be higher than all tags before it.
  ///
  /// - Returns: the index to pass to `end`.
  package static func begin(_ tag: UInt16, in encoding: inout [UInt8]) -> Int {
    encoding.append(littleEndian: tag)
    encoding.append(littleEndian: UInt32(0))
    return encoding.count
  }

  /// Ends the entry that `begin` began, and writes the length of its content.
  ///
  /// All bytes from the index `start` to the end of the encoding are the content.
  package static func end(_ start: Int, in encoding: inout [UInt8]) {
    let count = UInt32(truncatingIfNeeded: encoding.count - start).littleEndian
    unsafe encoding.withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: count, toByteOffset: start - 4, as: UInt32.self)
    }
  }

  /// Reads a list that `encode` wrote; throws for all other bytes.
  package init(decoding bytes: Span<UInt8>) throws(Failure) {
    entries = []
    var walk = try Walk(bytes)
    while let place = try walk.next(bytes) {
      entries.append(Entry(tag: place.tag, bytes: bytes.extracting(place.range).array))
    }
  }

  /// Reads the entries of an encoded list one after the other, without copying their content.
  struct Walk {
    /// The tag of an encoded entry, and the range of its content in the bytes of the list.
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

    /// Returns the tag and the range of the next entry; nil if there is no further entry.
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
