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
