// SPDX-License-Identifier: Apache-2.0

/// The form of a value, as far as a decoder looks at it: tags, order, and what small types allow.
///
/// A shape is a tree that stands in the source, so that its depth bounds the work.
indirect enum DERShape: Sendable {
  /// Any one element.
  case any
  /// An element of a tag with any content.
  case element(DERTag)
  /// An INTEGER, perhaps under another tag, that is not negative and below 2^31.
  case count(DERTag = .integer)
  /// A BIT STRING, perhaps under another tag, with so many bytes at most.
  case bits(DERTag = .bitString, most: Int = .max)
  case boolean
  case null
  case objectIdentifier
  /// A GeneralizedTime under another tag.
  case time(DERTag)
  /// One of the alternatives of GeneralName.
  case generalName
  /// Elements in a fixed order.
  case sequence([Member], DERTag = .sequence)
  /// Any number of elements of one shape.
  case list(of: DERShape, DERTag = .sequence)
  /// One of several shapes, told apart by their tags.
  case choice([DERShape])

  /// One element of a sequence.
  struct Member: Sendable {
    let shape: DERShape
    let isOptional: Bool

    static func required(_ shape: DERShape) -> Member {
      Member(shape: shape, isOptional: false)
    }
    static func optional(_ shape: DERShape) -> Member { Member(shape: shape, isOptional: true) }
  }

  /// Whether the bytes are one element of the shape.
  func isWhole(_ bytes: Span<UInt8>) -> Bool {
    var walk = DERWalk(bytes)
    guard let element = try? walk.next(bytes), walk.isAtEnd else { return false }
    return begins(element.tag) && holds(element, bytes)
  }

  /// Whether an element of the shape may have a tag.
  private func begins(_ tag: DERTag) -> Bool {
    switch self {
    case .any: true
    case .element(let own), .count(let own), .bits(let own, _), .time(let own),
      .sequence(_, let own), .list(_, let own):
      tag == own
    case .boolean: tag == .boolean
    case .null: tag == .null
    case .objectIdentifier: tag == .objectIdentifier
    case .generalName: GeneralName.Kind(tag) != nil
    case .choice(let shapes): shapes.contains { $0.begins(tag) }
    }
  }

  /// Whether an element that begins like the shape is one.
  private func holds(_ element: DERElement, _ bytes: Span<UInt8>) -> Bool {
    switch self {
    case .any, .element: true
    case .count: (try? element.tagged(.integer).count(bytes)) != nil
    case .bits(_, let most):
      (try? element.tagged(.bitString).bits(bytes)).map { $0.count <= most } ?? false
    case .boolean: (try? element.boolean(bytes)) != nil
    case .null: element.content.isEmpty
    case .objectIdentifier: !element.content.isEmpty
    case .time: (try? element.tagged(.generalizedTime).time(bytes)) != nil
    case .generalName: (try? GeneralName(element, bytes)) != nil
    case .sequence(let members, _): Self.holds(members, DERWalk(element), bytes)
    case .list(let shape, _): shape.holdsAll(DERWalk(element), bytes)
    case .choice(let shapes):
      shapes.first { $0.begins(element.tag) }.map { $0.holds(element, bytes) } ?? false
    }
  }

  private static func holds(
    _ members: [Member], _ elements: DERWalk, _ bytes: Span<UInt8>
  ) -> Bool {
    var walk = elements
    for member in members {
      if let tag = walk.peek(bytes), member.shape.begins(tag) {
        guard let element = try? walk.next(bytes), member.shape.holds(element, bytes) else {
          return false
        }
      } else if !member.isOptional {
        return false
      }
    }
    return walk.isAtEnd
  }

  private func holdsAll(_ elements: DERWalk, _ bytes: Span<UInt8>) -> Bool {
    var walk = elements
    while let tag = walk.peek(bytes) {
      guard begins(tag), let element = try? walk.next(bytes), holds(element, bytes) else {
        return false
      }
    }
    return true
  }
}

extension DERElement {
  /// The same place under the tag that an implicit one replaces.
  func tagged(_ tag: DERTag) -> DERElement {
    DERElement(tag: tag, content: content, whole: whole)
  }
}
