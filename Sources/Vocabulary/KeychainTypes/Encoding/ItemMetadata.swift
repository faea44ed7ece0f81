// SPDX-License-Identifier: Apache-2.0

/// The encrypted content of a row except the item's secret: attributes, access control and creator
/// (Specification/sync.md, "Seams", S8).
///
/// The metadata also keep the tagged values that a newer version of Latchkey wrote and this version
/// does not know.
package struct ItemMetadata: Hashable, Sendable {
  /// The attributes whose schema row has the role `sealed` (encrypted).
  package var attributes: AttributeSet
  /// The access control of the item; nil if the item has only a protection.
  package var accessControl: AccessControl?
  /// The application identifier of the program that added the item.
  ///
  /// The creator is stored on this device only and is never synchronized.
  package var creator: String
  /// The reason why the row is a tombstone: the item was deleted, moved or made local; nil if the
  /// row is an item.
  package var tombstone: Tombstone?
  /// True if the row was written with a secret.
  ///
  /// This flag is stored on this device only. Without the flag, a row that lost its secret would
  /// look like a row that never had a secret.
  package var hasSecret: Bool
  /// The entries of the encoded metadata that a newer version of Latchkey wrote and this version
  /// does not know, kept unchanged.
  package var unknown: [TaggedList.Entry]

  /// The reason why a row is a tombstone: the item with this primary key was deleted, moved or made
  /// local (Specification/sync.md, "Seams", S7).
  ///
  /// A tombstone tells the devices that sync to delete their copy of the item. An item that was
  /// moved or made local still exists in another row of this store.
  package enum Tombstone: Hashable, Sendable {
    case deleted
    /// The item was moved: it still exists, under another primary key, which has this digest.
    case moved(to: Digest)
    /// The item was made local: it still exists on this device, but other devices must delete their
    /// copies.
    case withdrawn
  }

  static let creatorTag: UInt16 = TaggedList.localBit | 0x0001
  static let accessControlTag: UInt16 = 0x0003
  static let tombstoneTag: UInt16 = 0x0020
  static let movedTag: UInt16 = TaggedList.localBit | 0x0002
  static let secretTag: UInt16 = TaggedList.localBit | 0x0003

  package init(
    attributes: AttributeSet, accessControl: AccessControl? = nil, creator: String,
    tombstone: Tombstone? = nil, hasSecret: Bool = false, unknown: [TaggedList.Entry] = []
  ) {
    self.attributes = attributes
    self.accessControl = accessControl
    self.creator = creator
    self.tombstone = tombstone
    self.hasSecret = hasSecret
    self.unknown = unknown
  }

  /// Returns the encoded metadata, which the caller must still encrypt.
  package func encode(schema: Schema) -> [UInt8] {
    let parts = parts(schema)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(384)
    bytes += TaggedList.start
    for (place, part) in parts.enumerated() {
      // If two entries have one tag, the later entry stays.
      if place + 1 < parts.count, parts[place + 1].tag == part.tag { continue }
      let start = TaggedList.begin(part.tag, in: &bytes)
      append(part.source, to: &bytes)
      TaggedList.end(start, in: &bytes)
    }
    return bytes
  }

  /// The part of the metadata that one encoded entry contains.
  ///
  /// The number in `unknown` or `attribute` is the index of the part in the list `unknown` or
  /// `attributes` of the metadata.
  private enum Source {
    case unknown(Int)
    case attribute(Int)
    case accessControl
    case creator
    case secret
    case tombstone
    case moved
  }

  /// Returns the entries to encode, in ascending order of tags: each with its tag and with the part
  /// of the metadata that it contains.
  private func parts(_ schema: Schema) -> [(tag: UInt16, source: Source)] {
    var parts: [(tag: UInt16, source: Source)] = []
    parts.reserveCapacity(unknown.count + attributes.count + 5)
    func add(_ tag: UInt16, _ source: Source) {
      var place = parts.count
      while place > 0, parts[place - 1].tag > tag { place -= 1 }
      parts.insert((tag, source), at: place)
    }
    for place in unknown.indices { add(unknown[place].tag, .unknown(place)) }
    for place in attributes.entries.indices {
      guard let row = schema[attributes.entries[place].attribute], row.roles.contains(.sealed)
      else { continue }
      add(row.tag, .attribute(place))
    }
    if accessControl != nil { add(Self.accessControlTag, .accessControl) }
    add(Self.creatorTag, .creator)
    if hasSecret { add(Self.secretTag, .secret) }
    if tombstone != nil { add(Self.tombstoneTag, .tombstone) }
    if case .moved = tombstone { add(Self.movedTag, .moved) }
    return parts
  }

  private func append(_ source: Source, to bytes: inout [UInt8]) {
    switch source {
    case .unknown(let place): bytes += unknown[place].bytes
    case .attribute(let place): Self.append(attributes.entries[place].value, to: &bytes)
    case .accessControl: if let accessControl { bytes += accessControl.encode() }
    case .creator: bytes.append(creator.utf8Span.span)
    case .secret: break
    case .tombstone:
      switch tombstone {
      case .deleted: bytes.append(1)
      case .moved: bytes.append(2)
      case .withdrawn: bytes.append(3)
      case nil: break
      }
    case .moved: if case .moved(let slot) = tombstone { bytes.append(slot) }
    }
  }

  /// Reads metadata that `encode` wrote.
  ///
  /// - Throws: `TaggedList.Failure` for any other bytes.
  package init(decoding bytes: Span<UInt8>, schema: Schema) throws(TaggedList.Failure) {
    attributes = AttributeSet(capacity: 16)
    creator = ""
    hasSecret = false
    unknown = []
    var moved: [UInt8]?
    var reason: [UInt8]?
    var last = 0
    var walk = try TaggedList.Walk(bytes)
    while let place = try walk.next(bytes) {
      let content = bytes.extracting(place.range)
      switch place.tag {
      case Self.accessControlTag:
        guard let value = AccessControl(decoding: content) else { throw .malformedValue }
        accessControl = value
      case Self.creatorTag: creator = String(decoding: content.array, as: UTF8.self)
      case Self.tombstoneTag: reason = content.array
      case Self.movedTag: moved = content.array
      case Self.secretTag:
        guard content.isEmpty else { throw .malformedValue }
        hasSecret = true
      default: try take(place.tag, content, schema, after: &last)
      }
    }
    if let reason { tombstone = try Self.tombstone(reason, moved: moved) }
  }

  /// Stores a decoded entry: in `attributes` if the schema knows its tag, otherwise in `unknown`.
  ///
  /// Throws for an unknown tag that is critical (must not be ignored).
  ///
  /// - Parameter last: the index of the schema row at which the search for the tag begins. If a row
  ///   has the tag, `last` is set to the index of this row.
  private mutating func take(
    _ tag: UInt16, _ content: Span<UInt8>, _ schema: Schema, after last: inout Int
  ) throws(TaggedList.Failure) {
    let place = schema.place(ofTag: tag, from: last)
    if let place, schema.rows[place].roles.contains(.sealed) {
      last = place
      attributes[schema.rows[place].attribute] = try Self.decode(content)
    } else if tag & TaggedList.criticalBit != 0 {
      throw .unknownCriticalTag
    } else {
      unknown.append(TaggedList.Entry(tag: tag, bytes: content.array))
    }
  }

  /// Returns the encoding of an attribute's value: one byte for the type, then the bytes of the
  /// value.
  package static func encode(_ value: AttributeValue) -> [UInt8] {
    var result: [UInt8] = []
    append(value, to: &result)
    return result
  }

  /// Appends the encoding of an attribute's value to other bytes.
  package static func append(_ value: AttributeValue, to result: inout [UInt8]) {
    switch value {
    case .text(let text):
      result.append(1)
      result.append(text.utf8Span.span)
    case .bytes(let bytes):
      result.append(2)
      result += bytes
    case .number(let number):
      result.append(3)
      result.append(littleEndian: number)
    case .real(let real):
      result.append(4)
      result.append(littleEndian: real.bitPattern)
    case .date(let instant):
      result.append(5)
      result.append(littleEndian: instant.microseconds)
    }
  }

  static func decode(_ bytes: Span<UInt8>) throws(TaggedList.Failure) -> AttributeValue {
    guard bytes.count > 0 else { throw .malformedValue }
    let content = bytes.extracting(1...)
    switch bytes[0] {
    case 1:
      guard let text = try? UTF8Span(validating: content) else { throw .malformedValue }
      return .text(String(copying: text))
    case 2: return .bytes(content.array)
    case 3: return .number(Int64(bitPattern: try integer(content)))
    case 4: return .real(Double(bitPattern: try integer(content)))
    case 5: return .date(Instant(microseconds: Int64(bitPattern: try integer(content))))
    default: throw .malformedValue
    }
  }

  private static func tombstone(_ bytes: [UInt8], moved: [UInt8]?) throws(TaggedList.Failure)
    -> Tombstone
  {
    switch bytes {
    case [1]: return .deleted
    case [3]: return .withdrawn
    case [2]:
      guard let slot = moved.flatMap({ Digest($0) }) else { throw .malformedValue }
      return .moved(to: slot)
    default: throw .malformedValue
    }
  }

  private static func integer(_ bytes: Span<UInt8>) throws(TaggedList.Failure) -> UInt64 {
    guard let number: UInt64 = Canonical.number(bytes) else { throw .malformedValue }
    return number
  }
}
