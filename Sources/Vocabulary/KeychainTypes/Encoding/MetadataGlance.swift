// SPDX-License-Identifier: Apache-2.0

/// Compares attributes in decrypted metadata with expected values, without copying an attribute.
///
/// The comparison gives a result only if the metadata certainly belong to a matching item. Metadata
/// of a tombstone, or with an entry that must not be ignored, give no result. In every case without
/// a result, decode the metadata with `ItemMetadata`.
package struct MetadataGlance: Sendable {
  private static let groupTag: UInt16 = 0x0001

  private var tags = InlineArray<8, UInt16>(repeating: 0)
  private var count = 0

  /// The result of `look` for a matching item: whether the item has a secret, and its access
  /// control.
  package struct Sight: Hashable, Sendable {
    package var hasSecret = false
    package var accessControl: AccessControl?
  }

  package init() {}

  /// Adds an attribute that `look` compares; returns false if eight attributes have been added
  /// already.
  package mutating func expect(_ row: AttributeRow) -> Bool {
    guard count < tags.count else { return false }
    tags[count] = row.tag
    count += 1
    return true
  }

  /// Returns the facts about the item if it certainly matches; nil if it does not match or if this
  /// is uncertain.
  ///
  /// A matching item is in the access group, has the expected values and is not a tombstone. If the
  /// result is nil, decode the metadata with `ItemMetadata` and compare the values there.
  ///
  /// - Parameter predicates: the expected values, in the order in which `expect` added the
  ///   attributes.
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

  /// True if the bytes are exactly the encoding that `ItemMetadata` writes for a value.
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
