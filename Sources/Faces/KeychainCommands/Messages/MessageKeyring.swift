// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// The certificates and private keys of the store, for messages.
///
/// A private key is read only when a message needs it, so that the user is asked about no other.
struct MessageKeyring {
  private let invocation: Invocation
  private let search: ObjectSearch

  init(_ options: OptionReader, _ invocation: Invocation) {
    self.invocation = invocation
    search = ObjectSearch(options, invocation)
  }

  /// Returns the identity with a name, which is the label of its certificate, its common name or an
  /// e-mail address in it.
  ///
  /// Nil if the store has no such identity. A valid certificate comes before one that has expired.
  func identity(named name: String) throws(KeychainError) -> MessageIdentity? {
    try identity { match, certificate in certificate.isNamed(name, in: match) }
  }

  /// Returns the identity whose certificate has a subject key identifier.
  func identity(withKeyIdentifier identifier: [UInt8]) throws(KeychainError) -> MessageIdentity? {
    try identity { _, certificate in certificate.subjectKeyIdentifier == identifier }
  }

  /// Returns the identity of a recipient of a message; nil if the store does not have it.
  func identity(named reference: CertificateReference) throws(KeychainError) -> MessageIdentity? {
    guard let attributes = reference.storedAttributes else { return nil }
    return try identity(attributes.map { Predicate($0.0, $0.1) }) { _, certificate in
      reference.names(certificate)
    }
  }

  /// Returns the certificate with a name, as `identity(named:)` finds it; nil if it is not there.
  func certificate(named name: String) throws(KeychainError) -> Certificate? {
    let found = try certificates().filter { stored in
      guard case .store(let match) = stored.source else { return false }
      return stored.value.isNamed(name, in: match)
    }
    .map(\.value)
    return found.first { $0.isValid(at: invocation.store.trust.now) } ?? found.first
  }

  /// Returns the certificates of the store that a message names.
  func certificates(named reference: CertificateReference) -> [Certificate] {
    let found = (try? certificates()) ?? []
    return found.map(\.value).filter { reference.names($0) }
  }

  private func certificates() throws(KeychainError) -> [StoredCertificate] {
    guard try invocation.store.place().isMade else { return [] }
    return try StoredCertificate.ofStore(search, on: invocation.terminal)
  }

  private func identity(
    _ predicates: [Predicate] = [], where fits: (Match, Certificate) -> Bool
  ) throws(KeychainError) -> MessageIdentity? {
    guard try invocation.store.place().isMade else { return nil }
    var best: (match: Match, certificate: Certificate)?
    for match in try search.all(.identity, predicates) {
      let content = match.certificate?.content
      guard let certificate = StoredCertificate.certificate(in: content), fits(match, certificate)
      else { continue }
      let isValid = certificate.isValid(at: invocation.store.trust.now)
      if best == nil || isValid { best = (match, certificate) }
      if isValid { break }
    }
    guard let best else { return nil }
    return MessageIdentity(best.certificate, try key(of: best.match))
  }

  /// Returns the private key of an identity.
  private func key(of match: Match) throws(KeychainError) -> any MessageKey {
    if let element = match.element { return elementKey(element) }
    let content = try search.content(of: match)
    guard let form = content.secret, case .number(let type)? = content.attributes?[.type],
      let family = KeyType.family(importing: type, .privateHalf),
      let key = try? SoftwareKey(externalForm: form, family, .privateHalf)
    else { throw KeychainError(.decode, "the private key of the identity cannot be read") }
    return key
  }

  private func elementKey(_ key: ElementKey) -> ElementPrivateKey {
    let use = ElementUse(search: search)
    return ElementPrivateKey(bits: key.bits) { (operation) throws(KeychainError) in
      try use.search.use(key, for: operation)
    }
  }

  /// The search by which a key of the secure element is used.
  ///
  /// A command runs on one thread only.
  private struct ElementUse: @unchecked Sendable {
    let search: ObjectSearch
  }

  /// Returns the certificate of a signer with those that lead from it to its root, without the
  /// root.
  func chain(of signer: Certificate) throws(KeychainError) -> [Certificate] {
    let trust = invocation.store.trust
    let sources = try trust.sources([signer] + (try certificates().map(\.value)))
    let found = try TrustRequest(signer, [.basic], sources, at: trust.now).outcome().certificates
    return found.withoutRoot
  }

  /// Returns true if a signer's certificate is trusted for a use.
  func trusts(
    _ certificate: Certificate, among others: [Certificate], for usage: MessageUsage
  ) throws(KeychainError) -> Bool {
    let trust = invocation.store.trust
    let stored = (try? certificates().map(\.value)) ?? []
    let sources = try trust.sources(others + stored)
    let request = TrustRequest(certificate, [usage.policy], sources, at: trust.now)
    return try request.outcome().result.isSuccess
  }
}

extension Certificate {
  /// True if a name is the label of the certificate's item, its common name or one of its e-mail
  /// addresses.
  fileprivate func isNamed(_ name: String, in match: Match) -> Bool {
    if case .text(let label)? = match.attributes?[.label], label == name { return true }
    return commonName == name || holds(emailAddress: name)
  }
}
