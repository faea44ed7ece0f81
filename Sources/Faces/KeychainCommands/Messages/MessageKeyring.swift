// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory

/// The certificates and private keys of keychains, for messages.
///
/// A private key is read only when a message needs it, so that the user is not asked about other
/// keys. A certificate and its key can be in different keychains.
struct MessageKeyring {
  /// A private key that was found but not read yet, given by its item in the store or in a
  /// keychain file.
  private enum PrivateKey {
    case store(Match)
    case file(KeychainItem)
  }

  /// A certificate whose private key was found but not read yet.
  private struct Candidate {
    let certificate: Certificate
    let key: PrivateKey
  }

  private let invocation: Invocation
  private let search: ObjectSearch
  private let keychains: [NamedKeychain]

  init(_ options: OptionReader, _ keychains: [NamedKeychain], _ invocation: Invocation) {
    self.invocation = invocation
    self.keychains = keychains
    search = ObjectSearch(options, invocation)
  }

  /// Returns the identity with a name: the label, the common name or an e-mail address of its
  /// certificate.
  ///
  /// An identity whose certificate is valid now takes precedence. Nil if no keychain has the
  /// identity.
  ///
  /// - Parameter use: the use of the key, which the access list of its item must permit.
  func identity(
    named name: String, for use: Authorization
  ) throws(KeychainError) -> MessageIdentity? {
    try identity(for: use) { $0.isNamed(name) }
  }

  /// Returns the identity whose certificate has this subject key identifier, for signing.
  ///
  /// Nil if no keychain has the identity.
  func identity(withKeyIdentifier identifier: [UInt8]) throws(KeychainError) -> MessageIdentity? {
    try identity(for: .sign) { $0.value.subjectKeyIdentifier == identifier }
  }

  /// Returns the identity that can decrypt a message for one of its recipients.
  ///
  /// Nil if no keychain has the identity.
  ///
  /// - Parameter reference: The name of the recipient's certificate in the message: issuer and
  ///   serial number, or subject key identifier.
  func identity(named reference: CertificateReference) throws(KeychainError) -> MessageIdentity? {
    guard let attributes = reference.storedAttributes else { return nil }
    return try identity(for: .decrypt, attributes) { reference.names($0.value) }
  }

  /// Returns the certificate with a name: its label, its common name or an e-mail address in it.
  ///
  /// A certificate that is valid now takes precedence. Nil if no keychain has the certificate.
  func certificate(named name: String) throws(KeychainError) -> Certificate? {
    let found = try certificates().filter { $0.isNamed(name) }.map(\.value)
    return found.first { $0.isValid(at: invocation.store.trust.now) } ?? found.first
  }

  /// Returns the certificates that a reference in a message names, from all searched keychains.
  ///
  /// Empty if the keychains cannot be searched.
  func certificates(named reference: CertificateReference) -> [Certificate] {
    let found = (try? certificates()) ?? []
    return found.map(\.value).filter { reference.names($0) }
  }

  /// True if the store exists and is one of the searched keychains.
  private var hasStore: Bool {
    get throws(KeychainError) {
      guard keychains.contains(where: \.isStore) else { return false }
      return try invocation.store.place().isMade
    }
  }

  private func certificates() throws(KeychainError) -> [StoredCertificate] {
    let hasStore = try hasStore
    return try StoredCertificate.all(
      in: keychains.filter { hasStore || !$0.isStore }, search, invocation, isTelling: false)
  }

  /// Returns the first identity whose certificate fits and is valid now, or else the first identity
  /// whose certificate fits.
  ///
  /// Nil if no certificate fits.
  ///
  /// - Parameters:
  ///   - use: the use of the key, which the access list of its item must permit.
  ///   - attributes: attributes of the certificate, which make the search in the store faster.
  ///   - fits: returns true for a certificate that fits.
  private func identity(
    for use: Authorization, _ attributes: [(Attribute, AttributeValue)] = [],
    where fits: (StoredCertificate) -> Bool
  ) throws(KeychainError) -> MessageIdentity? {
    var best: Candidate?
    for candidate in try candidates(attributes.map { Predicate($0.0, $0.1) }, fits) {
      let isValid = candidate.certificate.isValid(at: invocation.store.trust.now)
      if best == nil || isValid { best = candidate }
      if isValid { break }
    }
    guard let best else { return nil }
    return MessageIdentity(best.certificate, try key(at: best.key, for: use))
  }

  /// Returns the fitting certificates whose private key is in a keychain.
  ///
  /// The identities of the store come first, in the order of their keys. If the store is not the
  /// only searched keychain, the fitting certificates of all keychains follow. A certificate of the
  /// store can therefore be in the result twice.
  private func candidates(
    _ predicates: [Predicate], _ fits: (StoredCertificate) -> Bool
  ) throws(KeychainError) -> [Candidate] {
    let hasStore = try hasStore
    var found: [Candidate] = []
    if hasStore {
      for match in try search.all(.identity, predicates) {
        let content = match.certificate?.content
        guard let certificate = StoredCertificate.certificate(in: content),
          fits(StoredCertificate(source: .store(match), value: certificate))
        else { continue }
        found.append(Candidate(certificate: certificate, key: .store(match)))
      }
    }
    guard keychains.contains(where: { !$0.isStore }) else { return found }
    for certificate in try certificates() where fits(certificate) {
      if let key = try key(of: certificate, hasStore: hasStore) {
        found.append(Candidate(certificate: certificate.value, key: key))
      }
    }
    return found
  }

  /// Returns the item with the private key of a certificate; nil if no keychain has the key.
  ///
  /// - Parameter hasStore: true if the store exists and is one of the searched keychains.
  private func key(
    of certificate: StoredCertificate, hasStore: Bool
  ) throws(KeychainError) -> PrivateKey? {
    let hash = try certificate.publicKeyHash()
    var keychains = keychains
    // The key is searched first in the keychain of the certificate.
    if case .file(let item) = certificate.source {
      let own = NamedKeychain(name: nil, member: .file(item.keychain))
      keychains.insert(own, at: 0)
    }
    return try EveryHit.of(keychains, telling: nil) {
      (member) throws(KeychainError) -> [PrivateKey] in
      switch member {
      case .authorities: return []
      case .store:
        guard hasStore else { return [] }
        let terms = [Predicate(.applicationLabel, .bytes(hash)), Predicate(.keyClass, .number(1))]
        return try search.all(.key, terms).map { .store($0) }
      case .file(let keychain):
        let term = RecordTerm(KeyAttribute.label, .bytes(hash))
        return try keychain.items(in: .privateKeys, where: [term]).map { .file($0) }
      }
    }
    .first
  }

  /// Reads a private key that was found in a keychain.
  ///
  /// - Parameter use: the use of the key, which the access list of its item must permit.
  private func key(
    at place: PrivateKey, for use: Authorization
  ) throws(KeychainError) -> any MessageKey {
    switch place {
    case .store(let match): return try key(of: match)
    case .file(let item):
      guard case .key(let key) = try item.softwareKey(for: use) else {
        throw KeychainError(.decode, "the private key of the identity cannot be read")
      }
      return key
    }
  }

  /// Returns the private key of an item of the store.
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

  /// A box that makes the search `Sendable`, for a closure that signs or decrypts with a key of the
  /// secure element.
  ///
  /// The closure must be `Sendable`, and `ObjectSearch` is not. The box may be `Sendable`, because
  /// a command runs on one thread only.
  private struct ElementUse: @unchecked Sendable {
    let search: ObjectSearch
  }

  /// Returns the certificate chain of a signer, from the signer's certificate up to the certificate
  /// below the root.
  func chain(of signer: Certificate) throws(KeychainError) -> [Certificate] {
    let trust = invocation.store.trust
    let sources = try trust.sources([signer] + (try certificates().map(\.value)))
    let found = try TrustRequest(signer, [.basic], sources, at: trust.now).outcome().certificates
    return found.withoutRoot
  }

  /// Returns true if a signer's certificate is trusted for a use.
  ///
  /// - Parameter others: The certificates in the message, which may be issuers. Certificates of the
  ///   keychains may be issuers too.
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

extension StoredCertificate {
  /// True if a name is the label of the certificate's item, its common name or one of its e-mail
  /// addresses.
  fileprivate func isNamed(_ name: String) -> Bool {
    label == Array(name.utf8) || value.commonName == name || value.holds(emailAddress: name)
  }

  /// The label of the certificate's item; nil if the item has no label.
  private var label: [UInt8]? {
    switch source {
    case .authorities: return nil
    case .store(let match):
      guard case .text(let label)? = match.attributes?[.label] else { return nil }
      return Array(label.utf8)
    case .file(let item): return (try? item.values())?[Relation.printName]?.content
    }
  }
}
