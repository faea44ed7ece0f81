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
    var byTag: [UInt16: Entry] = [:]
    for entry in entries { byTag[entry.tag] = entry }
    self.entries = byTag.values.sorted { $0.tag < $1.tag }
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
      result += Canonical.littleEndian(entry.tag)
      result += Canonical.littleEndian(UInt32(entry.bytes.count))
      result += entry.bytes
    }
    return result
  }

  /// Reads what `encode` wrote; every other byte string is refused.
  package init(decoding bytes: Span<UInt8>) throws(Failure) {
    guard bytes.count >= 1 else { throw .truncated }
    guard bytes[0] == Self.version else { throw .unknownVersion }
    entries = []
    var place = 1
    while place < bytes.count {
      guard bytes.count - place >= 6 else { throw .truncated }
      let tag = UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
      var length = 0
      for step in 0..<4 { length |= Int(bytes[place + 2 + step]) << (8 * step) }
      place += 6
      guard length <= bytes.count - place else { throw .truncated }
      if let last = entries.last, last.tag >= tag { throw .notAscending }
      var content: [UInt8] = []
      content.reserveCapacity(length)
      for index in place..<place + length { content.append(bytes[index]) }
      entries.append(Entry(tag: tag, bytes: content))
      place += length
    }
  }
}
