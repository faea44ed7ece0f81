// SPDX-License-Identifier: Apache-2.0

/// Texts about the subject of a certificate: names, addresses and labels.
extension Certificate {
  /// Returns the texts of the subject's values of one attribute type, without empty texts.
  func subjectTexts(_ type: OID) -> [String] {
    (subject?.pairs ?? []).filter { $0.type == type }.map(\.text).filter { !$0.isEmpty }
  }

  /// The last common name of the subject (Specification/certificates.md, "CopyCommonName").
  ///
  /// Nil if the subject has no common name.
  package var commonName: String? { subjectTexts(.commonName).last }

  /// All common names of the subject, in the order of the certificate.
  package var commonNames: [String] { subjectTexts(.commonName) }

  /// The e-mail addresses of the subject (Specification/certificates.md, "CopyEmailAddresses").
  ///
  /// The addresses among the alternative names come before the addresses in the subject's name. The
  /// array is empty if an address among the alternative names is not ASCII.
  package var emailAddresses: [String] {
    guard let alternatives = alternativeTexts(.email) else { return [] }
    return alternatives + subjectTexts(.emailAddress)
  }

  /// The host names among the alternative names of the subject.
  ///
  /// If the alternative names have no host name, the array has the common names that look like host
  /// names.
  package var hostNames: [String] {
    let alternatives = alternativeTexts(.host) ?? []
    return alternatives.isEmpty ? commonNames.filter { HostText.isOne($0) } : alternatives
  }

  /// The IP addresses among the alternative names of the subject.
  ///
  /// Addresses with an invalid length are left out.
  package var addresses: [String] {
    subjectAlternativeNames.filter { $0.kind == .address }
      .compactMap { AddressText.text($0.content) }
  }

  /// A short text for the subject, which programs show for the certificate in a list
  /// (Specification/certificates.md, "SubjectSummary").
  ///
  /// Nil if the subject has no text or is not a valid name.
  package var subjectSummary: String? {
    guard let subject else { return nil }
    let summary = SubjectSummary(subject)
    guard !summary.isCommonName else { return summary.text }
    return emailAddresses.first ?? hostNames.first ?? summary.text
  }

  /// The label of the certificate in file-based keychains (Specification/certificates.md, "Label in
  /// the file keychain and Short/LongDescription").
  package var fileKeychainLabel: String {
    FileKeychainLabel.name(in: subject?.pairs ?? []) ?? emailAddresses.first
      ?? "X509 Certificate"
  }
}

/// Builds the summary of a name: the texts of its most important attribute type
/// (Specification/certificates.md, "SubjectSummary").
///
/// The types by importance are common name, organizational unit, organization, and then all others
/// together. The most important type that has a text is used. If this type has several values, the
/// last value comes first in the summary. If this type is the common name, the values of the
/// attribute `description` follow in parentheses.
struct SubjectSummary {
  /// The text of the summary, or nil if no value of the name has a text.
  let text: String?
  /// True if the summary consists of common names.
  ///
  /// If false, an e-mail address or a host name of the certificate replaces the summary, if there
  /// is one.
  let isCommonName: Bool

  private static let commonNameRank = 4

  init(_ name: DistinguishedName) {
    var best = 0
    var texts: [String] = []
    var descriptions: [String] = []
    for pair in name.pairs {
      let text = pair.text
      guard !text.isEmpty else { continue }
      if pair.type == .nameDescription { descriptions.append(text) }
      let rank = Self.rank(pair.type)
      guard rank >= best else { continue }
      if rank > best { texts = [] }
      best = rank
      texts.append(text)
    }
    isCommonName = best == Self.commonNameRank
    let joined = Self.joined(texts)
    let description = isCommonName ? Self.joined(descriptions) : nil
    text = description.map { "\(joined ?? "") (\($0))" } ?? joined
  }

  private static func joined(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.reversed().joined(separator: ", ")
  }

  private static func rank(_ type: OID) -> Int {
    switch type {
    case .commonName: commonNameRank
    case .organizationalUnit: 3
    case .organization: 2
    default: 1
    }
  }
}

extension DistinguishedName {
  /// A short text for the name, or nil if no value of the name has a text.
  package var summary: String? { SubjectSummary(self).text }
}

/// Builds labels of certificates by the older rule of file-based keychains
/// (Specification/certificates.md, "Label in the file keychain and Short/LongDescription").
enum FileKeychainLabel {
  /// A common name that is ignored, because a service gave it to all its users.
  private static let namesNobody = "Thawte Freemail Member"

  /// Returns the best label for the pairs of a name, or nil if no value is printable.
  ///
  /// The label is the last common name. If there is no common name, the label is the first
  /// organizational unit, else the first organization, else the first e-mail address. The first
  /// value of the attribute `description` follows this label in parentheses. If the name has no
  /// value of these four types, the label is its first other value.
  static func name(in pairs: [DistinguishedName.Pair]) -> String? {
    let texts = pairs.compactMap { pair in
      DirectoryText.string(pair.tag, pair.value).map { (type: pair.type, text: $0) }
    }.filter { !$0.text.isEmpty && $0.text != namesNobody }
    func first(_ type: OID) -> String? { texts.first { $0.type == type }?.text }
    let named =
      texts.last { $0.type == .commonName }?.text ?? first(.organizationalUnit)
      ?? first(.organization) ?? first(.emailAddress)
    guard let named else { return texts.first?.text }
    return first(.nameDescription).map { "\(named) (\($0))" } ?? named
  }
}
