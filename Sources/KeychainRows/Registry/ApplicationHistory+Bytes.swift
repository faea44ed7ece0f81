// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The bytes of an application's history: tagged lists within a tagged list
/// (Documentation/Formats/store.md, registry).
extension ApplicationHistory {
  private enum Tag {
    static let identifier: UInt16 = 1
    static let habits: UInt16 = 2
    /// The first of the generations, which follow one another.
    static let generations: UInt16 = 0x0100
    /// The first of the searches.
    static let searches: UInt16 = 0x0200
    static let number: UInt16 = 1
    static let since: UInt16 = 2
    static let version: UInt16 = 3
    static let executable: UInt16 = 4
    static let hasEntitlements: UInt16 = 5
    static let isInstallation: UInt16 = 6
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
    if habits != [] { entries.append(TaggedList.Entry(tag: Tag.habits, bytes: [habits.rawValue])) }
    for (place, search) in searches.enumerated() {
      entries.append(
        TaggedList.Entry(
          tag: Tag.searches + UInt16(truncatingIfNeeded: place), bytes: search.bytes))
    }
    return TaggedList(entries).encode()
  }

  /// Nil for bytes that are none; what a later program added is left out.
  package init?(bytes: [UInt8]) {
    guard let list = try? TaggedList(decoding: bytes.span), let identifier = list[Tag.identifier]
    else { return nil }
    let generations = list.entries
      .filter { (Tag.generations..<Tag.searches).contains($0.tag) }
      .compactMap { Self.decode($0.bytes) }
    guard !generations.isEmpty else { return nil }
    let searches = list.entries.filter { $0.tag >= Tag.searches }
      .compactMap { GoodSearch(bytes: $0.bytes) }
    self.init(
      identifier: String(decoding: identifier, as: UTF8.self),
      generations: Array(generations.suffix(Self.most)),
      searches: Array(searches.suffix(Self.mostSearches)),
      habits: Habits(rawValue: list[Tag.habits]?.first ?? 0))
  }

  private static func encode(_ generation: Generation) -> [UInt8] {
    var entries = [
      TaggedList.Entry(tag: Tag.number, bytes: Canonical.littleEndian(generation.number)),
      TaggedList.Entry(
        tag: Tag.since,
        bytes: LittleEndian.bytes(generation.since)),
    ]
    let texts = [(Tag.version, generation.version), (Tag.executable, generation.executable)]
    for (tag, text) in texts {
      if let text { entries.append(TaggedList.Entry(tag: tag, bytes: Array(text.utf8))) }
    }
    if generation.hasEntitlements {
      entries.append(TaggedList.Entry(tag: Tag.hasEntitlements, bytes: [1]))
    }
    if generation.isInstallation {
      entries.append(TaggedList.Entry(tag: Tag.isInstallation, bytes: [1]))
    }
    for (place, group) in generation.groups.prefix(mostGroups).enumerated() {
      entries.append(
        TaggedList.Entry(
          tag: Tag.groups + UInt16(truncatingIfNeeded: place), bytes: Array(group.utf8)))
    }
    return TaggedList(entries).encode()
  }

  private static func decode(_ bytes: [UInt8]) -> Generation? {
    guard let list = try? TaggedList(decoding: bytes.span),
      let number = LittleEndian.number32(list[Tag.number]),
      let since = LittleEndian.instant(list[Tag.since])
    else { return nil }
    let text: (UInt16) -> String? = { tag in
      list[tag].map { String(decoding: $0, as: UTF8.self) }
    }
    return Generation(
      number: number, since: since,
      groups: list.entries.filter { $0.tag >= Tag.groups }
        .map { String(decoding: $0.bytes, as: UTF8.self) },
      version: text(Tag.version), executable: text(Tag.executable),
      hasEntitlements: list[Tag.hasEntitlements] != nil,
      isInstallation: list[Tag.isInstallation] != nil)
  }
}
