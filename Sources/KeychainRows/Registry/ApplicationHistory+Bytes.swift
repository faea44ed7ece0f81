// SPDX-License-Identifier: Apache-2.0
package import KeychainExplanations
import KeychainTypes

/// The bytes of an application's history: tagged lists within a tagged list
/// (Documentation/Formats/store.md, registry).
extension ApplicationHistory {
  private enum Tag {
    static let identifier: UInt16 = 1
    /// The first of the generations, which follow one another.
    static let generations: UInt16 = 0x0100
    static let number: UInt16 = 1
    static let since: UInt16 = 2
    static let version: UInt16 = 3
    static let executable: UInt16 = 4
    static let hasEntitlements: UInt16 = 5
    static let groups: UInt16 = 0x0100
  }

  /// How many groups of a generation are kept.
  private static let mostGroups = 1_024

  package var bytes: [UInt8] {
    var entries = [TaggedList.Entry(tag: Tag.identifier, bytes: Array(identifier.utf8))]
    for (place, generation) in generations.enumerated() {
      entries.append(
        TaggedList.Entry(
          tag: Tag.generations + UInt16(truncatingIfNeeded: place),
          bytes: Self.encode(generation)))
    }
    return TaggedList(entries).encode()
  }

  /// Nil for bytes that are none; what a later program added is left out.
  package init?(bytes: [UInt8]) {
    guard let list = try? TaggedList(decoding: bytes.span), let identifier = list[Tag.identifier]
    else { return nil }
    let generations = list.entries.filter { $0.tag >= Tag.generations }
      .compactMap { Self.decode($0.bytes) }
    guard !generations.isEmpty else { return nil }
    self.init(
      identifier: String(decoding: identifier, as: UTF8.self),
      generations: Array(generations.suffix(Self.most)))
  }

  private static func encode(_ generation: Generation) -> [UInt8] {
    var entries = [
      TaggedList.Entry(tag: Tag.number, bytes: Canonical.littleEndian(generation.number)),
      TaggedList.Entry(
        tag: Tag.since,
        bytes: Canonical.littleEndian(UInt64(bitPattern: generation.since.microseconds))),
    ]
    let texts = [(Tag.version, generation.version), (Tag.executable, generation.executable)]
    for (tag, text) in texts {
      if let text { entries.append(TaggedList.Entry(tag: tag, bytes: Array(text.utf8))) }
    }
    if generation.hasEntitlements {
      entries.append(TaggedList.Entry(tag: Tag.hasEntitlements, bytes: [1]))
    }
    for (place, group) in generation.groups.prefix(mostGroups).enumerated() {
      entries.append(
        TaggedList.Entry(
          tag: Tag.groups + UInt16(truncatingIfNeeded: place), bytes: Array(group.utf8)))
    }
    return TaggedList(entries).encode()
  }

  private static func decode(_ bytes: [UInt8]) -> Generation? {
    guard let list = try? TaggedList(decoding: bytes.span), let number = list[Tag.number],
      number.count == 4, let since = list[Tag.since], since.count == 8
    else { return nil }
    let text: (UInt16) -> String? = { tag in
      list[tag].map { String(decoding: $0, as: UTF8.self) }
    }
    return Generation(
      number: number.reversed().reduce(0) { $0 << 8 | UInt32($1) },
      since: Instant(
        microseconds: Int64(bitPattern: since.reversed().reduce(0) { $0 << 8 | UInt64($1) })),
      groups: list.entries.filter { $0.tag >= Tag.groups }
        .map { String(decoding: $0.bytes, as: UTF8.self) },
      version: text(Tag.version), executable: text(Tag.executable),
      hasEntitlements: list[Tag.hasEntitlements] != nil)
  }
}
