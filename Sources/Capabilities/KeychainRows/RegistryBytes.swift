// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The encoding of an application's history in the application's row of the table `registry`
/// (Documentation/Formats/store.md, registry).
///
/// The history says which access groups, version, file and entitlements the application had, and
/// when they changed. Each period without a change is a generation. The history also contains
/// searches that found items.
///
/// A history is encoded as a `TaggedList`, which contains a tagged list for each generation and for
/// each search.
extension ApplicationHistory {
  private enum Tag {
    static let identifier: UInt16 = 1
    static let habits: UInt16 = 2
    /// The tag of the first generation in a history.
    ///
    /// A generation is a period in which an application's access groups, version, file and
    /// entitlements did not change. Later generations have the tags that follow, in sequence.
    static let generations: UInt16 = 0x0100
    /// The tag of the first recorded search in the history of an application.
    ///
    /// Only searches that found an item are recorded. Later searches have the tags that follow, in
    /// sequence.
    static let searches: UInt16 = 0x0200
    static let number: UInt16 = 1
    static let since: UInt16 = 2
    static let version: UInt16 = 3
    static let executable: UInt16 = 4
    static let hasEntitlements: UInt16 = 5
    static let isInstallation: UInt16 = 6
    static let groups: UInt16 = 0x0100
  }

  /// The maximum number of access groups that are recorded for each generation of an application.
  ///
  /// A generation is a period in which the application's access groups, version, file and
  /// entitlements did not change.
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

  /// Decodes the history of an application: its access groups, versions, files and entitlements
  /// over time, and its recorded searches.
  ///
  /// Nil if the bytes are invalid. Entries that a later version of Latchkey added are ignored.
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
        bytes: generation.since.registryBytes),
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
      let number = list[Tag.number].flatMap({ Canonical.number($0, as: UInt32.self) }),
      let since = list[Tag.since].flatMap({ Instant(registryBytes: $0) })
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

/// The encoding of a recorded search that found an item (Documentation/Formats/store.md, registry).
extension GoodSearch {
  private enum Tag {
    /// The tag of the item class in an encoded search.
    ///
    /// The tag must not be 1. Versions of Latchkey that do not know searches read an encoded search
    /// as a generation (a period without a change of the application). These versions ignore a
    /// generation without an entry of tag 1, and so ignore the search.
    static let itemClass: UInt16 = 2
    static let time: UInt16 = 3
    static let generation: UInt16 = 4
    /// The tag of the first condition in an encoded search.
    ///
    /// A condition is encoded as the number of the attribute (4 bytes), then the digest of the
    /// value (16 bytes).
    static let conditions: UInt16 = 0x0100
  }

  /// The maximum number of conditions that a recorded search may have.
  ///
  /// A search with more conditions is not recorded.
  package static let mostConditions = 32

  var bytes: [UInt8] {
    var entries = [
      TaggedList.Entry(tag: Tag.itemClass, bytes: [itemClass.number]),
      TaggedList.Entry(tag: Tag.time, bytes: time.registryBytes),
      TaggedList.Entry(tag: Tag.generation, bytes: Canonical.littleEndian(generation)),
    ]
    for (place, condition) in conditions.sorted(by: { $0.key < $1.key }).enumerated() {
      entries.append(
        TaggedList.Entry(
          tag: Tag.conditions + UInt16(truncatingIfNeeded: place),
          bytes: Canonical.littleEndian(condition.key.rawValue) + condition.value.bytes))
    }
    return TaggedList(entries).encode()
  }

  init?(bytes: [UInt8]) {
    guard let list = try? TaggedList(decoding: bytes.span),
      let itemClass = list[Tag.itemClass]?.first.flatMap({ ItemClass(number: $0) }),
      let time = list[Tag.time].flatMap({ Instant(registryBytes: $0) }),
      let generation = list[Tag.generation].flatMap({ Canonical.number($0, as: UInt32.self) })
    else { return nil }
    var conditions: [Attribute: Identifier16] = [:]
    for entry in list.entries where entry.tag >= Tag.conditions {
      guard let name = Canonical.number(entry.bytes.prefix(4), as: UInt32.self),
        let digest = Identifier16(Array(entry.bytes.dropFirst(4)))
      else { return nil }
      conditions[Attribute(rawValue: name)] = digest
    }
    self.init(itemClass: itemClass, conditions: conditions, time: time, generation: generation)
  }
}

/// The encoding of key events in their row of the registry (Documentation/Formats/store.md,
/// registry).
///
/// In a key event, items were lost because their keys are missing, for example when the passcode
/// was removed.
extension KeyEvent {
  private enum Tag {
    /// The tag that marks the row of the registry with the key events: losses of items whose keys
    /// are missing.
    ///
    /// All other rows of the registry contain the history of an application.
    static let isEvents: UInt16 = 3
    /// The tag of the first key event in the row.
    ///
    /// An event is encoded as kind (1 byte), time (8 bytes), and the number of lost items (8
    /// bytes).
    static let events: UInt16 = 0x0300
  }

  package static func encode(_ events: [KeyEvent]) -> [UInt8] {
    var entries = [TaggedList.Entry(tag: Tag.isEvents, bytes: [1])]
    for (place, event) in events.suffix(most).enumerated() {
      entries.append(
        TaggedList.Entry(
          tag: Tag.events + UInt16(truncatingIfNeeded: place),
          bytes: [event.kind.rawValue] + event.time.registryBytes
            + Canonical.littleEndian(UInt64(clamping: event.count))))
    }
    return TaggedList(entries).encode()
  }

  /// Decodes the key events (losses of items whose keys are missing) in a row of the registry,
  /// oldest first.
  ///
  /// Nil if the bytes do not contain key events.
  package static func decode(_ bytes: [UInt8]) -> [KeyEvent]? {
    guard let list = try? TaggedList(decoding: bytes.span), list[Tag.isEvents] != nil else {
      return nil
    }
    return list.entries.filter { $0.tag >= Tag.events }.compactMap { entry in
      // An event whose kind only a later program knows is left out.
      guard entry.bytes.count == 17, let kind = Kind(rawValue: entry.bytes[0]),
        let time = Instant(registryBytes: entry.bytes[1..<9]),
        let count = Canonical.number(entry.bytes[9..<17], as: UInt64.self)
      else { return nil }
      return KeyEvent(kind, at: time, count: Int(clamping: count))
    }
  }
}

/// The encoding of times in the rows of the registry.
extension Instant {
  fileprivate var registryBytes: [UInt8] { Canonical.littleEndian(microseconds) }

  /// Decodes a time from bytes of the registry.
  ///
  /// Nil if the number of bytes is wrong.
  fileprivate init?(registryBytes bytes: some Collection<UInt8>) {
    guard let microseconds: Int64 = Canonical.number(bytes) else { return nil }
    self.init(microseconds: microseconds)
  }
}
