// SPDX-License-Identifier: Apache-2.0

/// A GeneralName of a certificate, for example a host name or an e-mail address (RFC 5280 4.2.1.6).
package struct GeneralName: Hashable, Sendable {
  /// The kinds of names, with the numbers of their tags as raw values.
  package enum Kind: UInt8, Sendable {
    case other, email, host, x400, directory, ediParty, location, address, registered

    /// Creates the kind of name that has the given tag, or returns nil for an unknown tag.
    ///
    /// Names of some kinds are constructed (consist of elements), and names of the other kinds are
    /// primitive. Also returns nil if the tag is primitive for a constructed kind, or constructed
    /// for a primitive kind.
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

  /// Reads one name, without checking its text.
  ///
  /// - Throws: an error for an `otherName` that is not { identifier, [0] value }, and for a
  ///   directory name that is not a SEQUENCE.
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

  /// Reads all names in a SEQUENCE.
  ///
  /// The bytes must be exactly this SEQUENCE, with nothing after it.
  package static func all(_ bytes: [UInt8]) throws(DERFailure) -> [GeneralName] {
    try DERList.elements(bytes) { (element, bytes) throws(DERFailure) in
      try GeneralName(element, bytes)
    }
  }

  /// The text of the name, if it is an e-mail address, a host name or a URI.
  ///
  /// The text is nil for other kinds of names, and for bytes that are not ASCII.
  package var text: String? {
    switch kind {
    case .email, .host, .location: DirectoryText.ascii(content)
    case .other, .x400, .directory, .ediParty, .address, .registered: nil
    }
  }
}

extension Certificate {
  /// The alternative names of the certificate's subject.
  ///
  /// The array is empty if the extension is missing or malformed.
  package var subjectAlternativeNames: [GeneralName] {
    value(of: .subjectAlternativeName).flatMap { try? GeneralName.all($0) } ?? []
  }

  /// Returns the texts of the subject's alternative names of one kind.
  ///
  /// Returns nil if one of these names is not ASCII.
  func alternativeTexts(_ kind: GeneralName.Kind) -> [String]? {
    var result: [String] = []
    for name in subjectAlternativeNames where name.kind == kind {
      guard let text = name.text else { return nil }
      result.append(text)
    }
    return result
  }
}
