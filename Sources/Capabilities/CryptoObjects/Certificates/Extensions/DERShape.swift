// SPDX-License-Identifier: Apache-2.0

/// The expected structure of a DER value: its tags, their order, and limits of numbers and bits.
///
/// Each structure is written in the source code as a tree of finite depth. Checking a value
/// therefore goes no deeper than this tree.
indirect enum DERShape: Sendable {
  /// One element with any tag and any content.
  case any
  /// One element with this tag and any content.
  case element(DERTag)
  /// An INTEGER from 0 to 2^31 - 1.
  ///
  /// The given tag is the tag of INTEGER, or an implicit tag that replaces it.
  case count(DERTag = .integer)
  /// A BIT STRING with at most `most` bytes.
  ///
  /// The given tag is the tag of BIT STRING, or an implicit tag that replaces it.
  case bits(DERTag = .bitString, most: Int = .max)
  case boolean
  case null
  case objectIdentifier
  /// A GeneralizedTime with an implicit tag.
  case time(DERTag)
  /// A GeneralName, of any alternative.
  case generalName
  /// A SEQUENCE of elements in a fixed order.
  case sequence([Member], DERTag = .sequence)
  /// A SEQUENCE or SET of any number of elements of the same structure.
  case list(of: DERShape, DERTag = .sequence)
  /// An element of one of several structures, which differ in their tags.
  case choice([DERShape])

  /// One element of a SEQUENCE, which may be optional.
  struct Member: Sendable {
    let shape: DERShape
    let isOptional: Bool

    static func required(_ shape: DERShape) -> Member {
      Member(shape: shape, isOptional: false)
    }
    static func optional(_ shape: DERShape) -> Member { Member(shape: shape, isOptional: true) }
  }

  /// True if the bytes are exactly one element of this structure, without further bytes.
  func isWhole(_ bytes: Span<UInt8>) -> Bool {
    var walk = DERWalk(bytes)
    guard let element = try? walk.next(bytes), walk.isAtEnd else { return false }
    return begins(element.tag) && holds(element, bytes)
  }

  /// True if an element of this structure may have the given tag.
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

  /// True if an element has this structure.
  ///
  /// The caller has checked the tag of the element.
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
  /// Returns this element with the given tag in place of its own tag.
  ///
  /// An element with an implicit tag can be read after its tag is replaced by the usual tag of its
  /// type.
  func tagged(_ tag: DERTag) -> DERElement {
    DERElement(tag: tag, content: content, whole: whole)
  }
}
