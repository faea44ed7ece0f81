// SPDX-License-Identifier: Apache-2.0

/// Values that sealed attributes must have, compared where the attributes lie opened: nothing is
/// taken out of them.
///
/// It only ever says what is certain of an ordinary item. Whatever else lies there is for
/// `ItemMetadata` to read.
package struct MetadataGlance: Sendable {
  private static let groupTag: UInt16 = 0x0001

  private var tags = InlineArray<8, UInt16>(repeating: 0)
  private var count = 0

  /// What is certain of an item.
  package struct Sight: Hashable, Sendable {
    package var hasSecret = false
    package var accessControl: AccessControl?
  }

  package init() {}

  /// Compares one more; false where there is no room.
  package mutating func expect(_ row: AttributeRow) -> Bool {
    guard count < tags.count else { return false }
    tags[count] = row.tag
    count += 1
    return true
  }

  /// Whether the item has a secret and what rules it, where it certainly is in the group, has the
  /// values and has no marks of a tombstone; nil otherwise.
  ///
  /// - Parameter predicates: the values, in the order of `expect`.
  package func look(
    at bytes: Span<UInt8>, of group: String, with predicates: [Predicate]
  ) -> Sight? {
    guard predicates.count == count, var walk = try? TaggedList.Walk(bytes) else { return nil }
    var met = 0
    var isInGroup = false
    var sight = Sight()
    do throws(TaggedList.Failure) {
      while let place = try walk.next(bytes) {
        switch place.tag {
        case Self.groupTag:
          guard Self.isEncoding(bytes.extracting(place.range), of: group) else { return nil }
          isInGroup = true
        case ItemMetadata.secretTag:
          guard place.range.isEmpty else { return nil }
          sight.hasSecret = true
        case ItemMetadata.accessControlTag:
          guard let value = AccessControl(decoding: bytes.extracting(place.range)) else {
            return nil
          }
          sight.accessControl = value
        case ItemMetadata.tombstoneTag, ItemMetadata.movedTag, TaggedList.criticalBit...:
          return nil
        case let tag:
          for number in 0..<count where tags[number] == tag {
            let content = bytes.extracting(place.range)
            guard Self.isEncoding(content, of: predicates[number].value) else { return nil }
            met += 1
          }
        }
      }
    } catch {
      return nil
    }
    return met == count && isInGroup ? sight : nil
  }

  /// Whether encoded bytes are a value, byte by byte.
  private static func isEncoding(_ content: Span<UInt8>, of value: AttributeValue) -> Bool {
    switch value {
    case .text(let text): isEncoding(content, of: text)
    case .bytes(let bytes):
      content.count > 0 && content[0] == 2
        && content.extracting(1...).hasSameBytes(as: bytes.span)
    case .number(let number): (try? ItemMetadata.decode(content)) == .number(number)
    case .real, .date: false
    }
  }

  private static func isEncoding(_ content: Span<UInt8>, of text: String) -> Bool {
    content.count > 0 && content[0] == 1
      && content.extracting(1...).hasSameBytes(as: text.utf8Span.span)
  }
}
