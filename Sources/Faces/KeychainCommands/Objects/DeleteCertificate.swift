// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import FileKeychain
import KeychainTypes

/// The commands `delete-certificate` and `delete-identity` (Specification/security-cli.md,
/// "Certificates and identities").
///
/// `delete-identity` also deletes the private key, unless another certificate belongs to this key
/// (Specification/secitem.md, "Identities and refs").
struct DeleteCertificate {
  private let invocation: Invocation
  private let search: ObjectSearch
  /// The common name of the certificate to delete, from the option `-c`; nil if the option is not
  /// given.
  private let name: String?
  private let hash: String?
  /// True if the trust settings of the certificate are removed too.
  private let removesSettings: Bool
  private let keychains: [NamedKeychain]

  static func certificate(_ invocation: Invocation) throws(Stop) -> Int32 {
    try DeleteCertificate(invocation).run(withKey: false)
  }

  static func identity(_ invocation: Invocation) throws(Stop) -> Int32 {
    try DeleteCertificate(invocation).run(withKey: true)
  }

  private init(_ invocation: Invocation) throws(Stop) {
    let options = try invocation.options()
    func text(_ letter: Character) -> String? {
      options.value(.letter(letter)).map { String(decoding: $0, as: UTF8.self) }
    }
    (name, hash) = (text("c"), text("Z"))
    guard name != nil || hash != nil else {
      throw .usage(message: "-c name or -Z hash is missing")
    }
    keychains = try invocation.searched(options.operands)
    self.invocation = invocation
    search = ObjectSearch(options, invocation)
    removesSettings = options.contains(.letter("t"))
  }

  /// The hash or common name with which the user named the certificate, as messages show it.
  private var shownName: String { VisibleText.of(hash ?? name ?? "") }

  private func run(withKey: Bool) throws(Stop) -> Int32 {
    let stored: [StoredCertificate]
    do throws(KeychainError) {
      stored = try StoredCertificate.all(in: keychains, search, invocation)
    } catch {
      let status = Refusal.report(error, of: "SecKeychainSearchCopyNext", in: invocation)
      guard keychains.contains(where: { $0.member.file != nil || $0.listFailure != nil }) else {
        return status
      }
      return tellOfNothing()
    }
    let chosen: StoredCertificate?
    do {
      chosen = try StoredCertificate.chosen(from: stored, name: name, hash: hash)
    } catch {
      invocation.terminal.complain(
        "\"\(shownName)\" is ambiguous, matches more than one certificate")
      return 1
    }
    guard let chosen else { return tellOfNothing() }
    do throws(KeychainError) {
      let keys = withKey ? try privateKeys(of: chosen, among: stored) : []
      switch chosen.source {
      case .store(let match): try search.delete(match)
      case .file(let item): try item.remove()
      case .authorities(let path): throw KeychainError.authorities(path)
      }
      for key in keys {
        switch key {
        case .store(let match): try search.delete(match)
        case .file(let item): try item.remove()
        }
      }
    } catch {
      return Refusal.report(error, of: "SecKeychainItemDelete", in: invocation)
    }
    return removesSettings ? TrustSettingsCommands.removeAll(of: chosen.value, invocation) : 0
  }

  /// Prints Apple's message that no certificate was found, which has no line break, and returns the
  /// exit status 1.
  private func tellOfNothing() -> Int32 {
    invocation.terminal.error("Unable to delete certificate matching \"\(shownName)\"")
    return 1
  }

  /// A private key that a certificate belongs to.
  private enum PrivateKey {
    case store(Match)
    case file(KeychainItem)

    /// True if the key is in the keychain of a certificate.
    func isBeside(_ certificate: StoredCertificate) -> Bool {
      switch (self, certificate.source) {
      case (.store, .store): true
      case (.file(let key), .file(let other)): key.keychain.path == other.keychain.path
      default: false
      }
    }
  }

  /// Returns the private keys that `delete-identity` must delete together with a certificate.
  ///
  /// A key in another keychain is deleted only if the keychain of the certificate lacks the key.
  /// Empty if the key is in no keychain, or if another certificate belongs to the key.
  private func privateKeys(
    of chosen: StoredCertificate, among stored: [StoredCertificate]
  ) throws(KeychainError) -> [PrivateKey] {
    let hash = try chosen.publicKeyHash()
    let found = try EveryHit.of(keychains, telling: nil) {
      (member) throws(KeychainError) -> [PrivateKey] in
      switch member {
      case .store: try keysOfStore(hash, chosen).map { .store($0) }
      case .file(let keychain):
        try keychain.items(
          in: .privateKeys, where: [RecordTerm(KeyAttribute.label, .bytes(hash))]
        ).map { .file($0) }
      case .authorities: []
      }
    }
    let beside = found.filter { $0.isBeside(chosen) }
    let keys = beside.isEmpty ? found : beside
    guard !keys.isEmpty else {
      let code = KeychainError.Code.itemNotFound.rawValue
      invocation.terminal.error(
        "Unable to obtain private key reference for \"\(shownName)\" (error \(code))\n")
      return []
    }
    guard try isShared(hash, chosen, stored, withCopies: beside.isEmpty) else { return keys }
    var place = ""
    if case .store = chosen.source { place = " of the store" }
    invocation.terminal.complain(
      "the private key stays: another certificate\(place) belongs to it")
    return []
  }

  /// Returns the private keys of the store that belong to a certificate.
  ///
  /// Their application label equals `hash`, the hash of the certificate's public key.
  ///
  /// If the certificate is not in the store, all these keys are returned. If the certificate is in
  /// the store, only the keys in its group are returned, because copies in other groups belong to
  /// other programs. If its group has no key, the first key of another group is returned, because
  /// the certificate can form an identity with it.
  private func keysOfStore(
    _ hash: [UInt8], _ chosen: StoredCertificate
  ) throws(KeychainError) -> [Match] {
    let keys = try search.all(
      .key, [Predicate(.applicationLabel, .bytes(hash)), Predicate(.keyClass, .number(1))])
    guard case .store(let match) = chosen.source else { return keys }
    let group = match.attributes?[.accessGroup]
    let own = keys.filter { $0.attributes?[.accessGroup] == group }
    return own.isEmpty ? Array(keys.prefix(1)) : own
  }

  /// True if another certificate belongs to the key.
  ///
  /// - Parameter withCopies: true if a copy of the certificate in another keychain counts as
  ///   another certificate.
  private func isShared(
    _ hash: [UInt8], _ chosen: StoredCertificate, _ stored: [StoredCertificate], withCopies: Bool
  ) throws(KeychainError) -> Bool {
    if case .store(let match) = chosen.source {
      // A certificate and a key of different groups can form an identity. A certificate of another
      // group may therefore need the key.
      let belonging = try search.inAllGroups.all(
        .certificate, [Predicate(.publicKeyHash, .bytes(hash))])
      if belonging.contains(where: { $0.identifier != match.identifier }) { return true }
    }
    for other in stored
    where other.value != chosen.value || withCopies && !other.isInSameKeychain(as: chosen) {
      if try other.publicKeyHash() == hash { return true }
    }
    return false
  }
}
