// SPDX-License-Identifier: Apache-2.0

/// Who a certificate is about, as text.
extension Certificate {
  /// The texts of the subject's values of a type, without empty ones.
  func subjectTexts(_ type: OID) -> [String] {
    (subject?.pairs ?? []).filter { $0.type == type }.map(\.text).filter { !$0.isEmpty }
  }

  /// The last common name (spec/certificates.md 2.4).
  package var commonName: String? { subjectTexts(.commonName).last }

  /// All common names, in the order in which they stand.
  package var commonNames: [String] { subjectTexts(.commonName) }

  /// The addresses among the alternative names, then those in the subject; none at all where one of
  /// the former is not ASCII (spec/certificates.md 2.5).
  package var emailAddresses: [String] {
    guard let alternatives = alternativeTexts(.email) else { return [] }
    return alternatives + subjectTexts(.emailAddress)
  }

  /// The hosts among the alternative names; where there are none, the common names that look like
  /// hosts.
  package var hostNames: [String] {
    let alternatives = alternativeTexts(.host) ?? []
    return alternatives.isEmpty ? commonNames.filter { HostText.isOne($0) } : alternatives
  }

  /// The addresses among the alternative names; those of another length than one has are left out.
  package var addresses: [String] {
    subjectAlternativeNames.filter { $0.kind == .address }
      .compactMap { AddressText.text($0.content) }
  }

  /// What lists show (spec/certificates.md 2.3); nil where the subject says nothing, or is no name.
  package var subjectSummary: String? {
    guard let subject else { return nil }
    let summary = SubjectSummary(subject)
    guard !summary.isCommonName else { return summary.text }
    return emailAddresses.first ?? hostNames.first ?? summary.text
  }

  /// The label in file-based keychains (spec/certificates.md 2.3.1).
  package var fileKeychainLabel: String {
    FileKeychainLabel.name(in: subject?.pairs ?? []) ?? emailAddresses.first
      ?? "X509 Certificate"
  }
}

/// Sums a name up: the values of the best type, the last one first (spec/certificates.md 2.3).
struct SubjectSummary {
  /// nil where no value has a text.
  let text: String?
  /// Whether the best type is the common name, which nothing outside the subject replaces.
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
  /// The name in short; nil where nothing in it has a text.
  package var summary: String? { SubjectSummary(self).text }
}

/// The older rule of file-based keychains (spec/certificates.md 2.3.1).
enum FileKeychainLabel {
  /// A name that a service once gave to everybody, and that says nothing.
  private static let namesNobody = "Thawte Freemail Member"

  /// The last common name, else the first value of a unit, an organisation, an address, or of
  /// anything; nil where nothing is printable.
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
