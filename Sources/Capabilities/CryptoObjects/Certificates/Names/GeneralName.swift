// SPDX-License-Identifier: Apache-2.0

/// One of the names in an alternative name (RFC 5280 4.2.1.6).
package struct GeneralName: Hashable, Sendable {
  /// The alternatives, by the numbers of their tags.
  package enum Kind: UInt8, Sendable {
    case other, email, host, x400, directory, ediParty, location, address, registered

    /// The alternative of a tag: some are constructed, and none is both.
    init?(_ tag: DERTag) {
      guard tag.rawValue & 0xc0 == 0x80, let kind = Kind(rawValue: tag.rawValue & 0x1f) else {
        return nil
      }
      switch kind {
      case .other, .x400, .directory, .ediParty: guard tag.isConstructed else { return nil }
      case .email, .host, .location, .address, .registered:
        guard !tag.isConstructed else { return nil }
      }
      self = kind
    }
  }

  package let kind: Kind
  package let content: [UInt8]

  /// Reads one name; the text of a name is not looked at.
  ///
  /// - Throws: for a name of another kind that is not { identifier, [0] value }, and a directory
  ///   name that is no SEQUENCE.
  package init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    guard let kind = Kind(element.tag) else { throw .tag }
    var walk = DERWalk(element)
    switch kind {
    case .other:
      _ = try walk.next(.objectIdentifier, bytes).objectIdentifier(bytes)
      _ = try walk.next(.context(0, isConstructed: true), bytes)
      try walk.finish()
    case .directory:
      _ = try walk.next(.sequence, bytes)
      try walk.finish()
    case .registered: guard !element.content.isEmpty else { throw .content }
    case .email, .host, .x400, .ediParty, .location, .address: break
    }
    self.kind = kind
    content = bytes.array(element.content)
  }

  /// The names in a SEQUENCE that fills the bytes.
  package static func all(_ bytes: [UInt8]) throws(DERFailure) -> [GeneralName] {
    try DERList.elements(bytes) { (element, bytes) throws(DERFailure) in
      try GeneralName(element, bytes)
    }
  }

  /// The text of an e-mail address, host or location; nil for other kinds, and for bytes that are
  /// not ASCII.
  package var text: String? {
    switch kind {
    case .email, .host, .location: DirectoryText.ascii(content)
    case .other, .x400, .directory, .ediParty, .address, .registered: nil
    }
  }
}

extension Certificate {
  /// The subject's alternative names; none where the extension is missing or malformed.
  package var subjectAlternativeNames: [GeneralName] {
    value(of: .subjectAlternativeName).flatMap { try? GeneralName.all($0) } ?? []
  }

  /// The texts of the alternative names of a kind; nil if one is not ASCII.
  func alternativeTexts(_ kind: GeneralName.Kind) -> [String]? {
    var result: [String] = []
    for name in subjectAlternativeNames where name.kind == kind {
      guard let text = name.text else { return nil }
      result.append(text)
    }
    return result
  }
}
