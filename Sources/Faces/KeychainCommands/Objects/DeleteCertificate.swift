// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// The commands `delete-certificate` and `delete-identity` (Specification/security-cli.md,
/// "Certificates and identities").
///
/// `delete-identity` also deletes the private key, unless another certificate of the store belongs
/// to this key (Specification/secitem.md, "Identities and refs").
struct DeleteCertificate {
  private let invocation: Invocation
  private let search: ObjectSearch
  /// The common name of the certificate to delete, from the option `-c`; nil if the option is not
  /// given.
  private let name: String?
  private let hash: String?

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
    try KeychainOperands.check(options.operands, invocation)
    self.invocation = invocation
    search = ObjectSearch(options, invocation)
    if options.contains(.letter("t")) {
      invocation.terminal.complain("-t has no effect yet: there are no trust settings")
    }
  }

  /// The hash or common name with which the user named the certificate, as messages show it.
  private var shownName: String { VisibleText.of(hash ?? name ?? "") }

  private func run(withKey: Bool) throws(Stop) -> Int32 {
    let stored: [StoredCertificate]
    do {
      stored = try StoredCertificate.all(search, on: invocation.terminal)
    } catch {
      return Refusal.report(error, of: "SecKeychainSearchCopyNext", in: invocation)
    }
    let chosen: StoredCertificate?
    do {
      chosen = try StoredCertificate.chosen(from: stored, name: name, hash: hash)
    } catch {
      invocation.terminal.complain(
        "\"\(shownName)\" is ambiguous, matches more than one certificate")
      return 1
    }
    guard let chosen else {
      invocation.terminal.error("Unable to delete certificate matching \"\(shownName)\"")
      return 1
    }
    do {
      let keys = withKey ? try privateKeys(of: chosen) : []
      try search.delete(chosen.match)
      for key in keys { try search.delete(key) }
      return 0
    } catch {
      return Refusal.report(error, of: "SecKeychainItemDelete", in: invocation)
    }
  }

  /// Returns the private keys that `delete-identity` must delete together with a certificate.
  ///
  /// Empty if the store has no private key for the certificate, or if another certificate belongs
  /// to the key.
  private func privateKeys(of chosen: StoredCertificate) throws(KeychainError) -> [Match] {
    guard let label = chosen.match.attributes?[.publicKeyHash] else { return [] }
    let keys = try search.all(
      .key, [Predicate(.applicationLabel, label), Predicate(.keyClass, .number(1))])
    guard !keys.isEmpty else {
      let code = KeychainError.Code.itemNotFound.rawValue
      invocation.terminal.error(
        "Unable to obtain private key reference for \"\(shownName)\" (error \(code))\n")
      return []
    }
    // Identities join across groups, so a certificate of another group may need the key.
    let belonging = try search.inAllGroups.all(
      .certificate, [Predicate(.publicKeyHash, label)])
    let isShared = belonging.contains { $0.identifier != chosen.match.identifier }
    guard isShared else {
      // Copies of the key in other groups belong to other programs.
      let group = chosen.match.attributes?[.accessGroup]
      let own = keys.filter { $0.attributes?[.accessGroup] == group }
      return own.isEmpty ? Array(keys.prefix(1)) : own
    }
    invocation.terminal.complain(
      "the private key stays: another certificate of the store belongs to it")
    return []
  }
}
