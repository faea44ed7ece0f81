// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The bytes of what happened to the keys of a store (Documentation/Formats/store.md, registry).
extension KeyEvent {
  private enum Tag {
    /// Says that the row is none of an application.
    static let isEvents: UInt16 = 3
    /// The first of the events: kind (1 byte), time (8), count (8).
    static let events: UInt16 = 0x0300
  }

  package static func encode(_ events: [KeyEvent]) -> [UInt8] {
    var entries = [TaggedList.Entry(tag: Tag.isEvents, bytes: [1])]
    for (place, event) in events.suffix(most).enumerated() {
      entries.append(
        TaggedList.Entry(
          tag: Tag.events + UInt16(truncatingIfNeeded: place),
          bytes: [event.kind.rawValue] + LittleEndian.bytes(event.time)
            + Canonical.littleEndian(UInt64(clamping: event.count))))
    }
    return TaggedList(entries).encode()
  }

  /// The oldest first; nil for bytes that are something else.
  package static func decode(_ bytes: [UInt8]) -> [KeyEvent]? {
    guard let list = try? TaggedList(decoding: bytes.span), list[Tag.isEvents] != nil else {
      return nil
    }
    return list.entries.filter { $0.tag >= Tag.events }.compactMap { entry in
      // A kind that a later program knows is left out.
      guard entry.bytes.count == 17, let kind = Kind(rawValue: entry.bytes[0]),
        let time = LittleEndian.instant(Array(entry.bytes[1..<9])),
        let count = LittleEndian.number64(Array(entry.bytes[9..<17]))
      else { return nil }
      return KeyEvent(kind, at: time, count: Int(clamping: count))
    }
  }
}
