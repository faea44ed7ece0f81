// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import FileKeychain
import KeychainTypes
import SecureMemory

/// The command `find-identity`, which lists identities for each policy
/// (Specification/security-cli.md, "Certificates and identities").
///
/// For each policy, the first list has the identities whose usage fits the policy. The second list
/// has the identities of the first list that are also valid. As with Apple's command, the status is
/// 0 even if no identity is found.
///
/// A keychain file that does not exist counts as empty. The status is not 0 if no keychain file is
/// searched and the search fails. Otherwise a script would believe that there is no identity.
struct FindIdentity {
  /// An identity: a certificate whose private key is in a keychain and can sign.
  private struct Identity {
    let certificate: Certificate
    let hash: String

    var line: String {
      "\(hash) \"\(VisibleText.of(certificate.fileKeychainLabel))\""
    }
  }

  private let terminal: Terminal
  private let names: [String]?
  private let isValidOnly: Bool
  private let identities: [Identity]
  private let sources: TrustSources
  private let moment: Instant

  /// The words for policies that the option `-p` accepts.
  static var policies: [String] { IdentityPolicy.allCases.map(\.rawValue) }

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    var wanted: Set<IdentityPolicy> = []
    for option in options.options where option.name == .letter("p") {
      let word = String(decoding: option.value ?? [], as: UTF8.self)
      guard let policy = IdentityPolicy(rawValue: word) else {
        throw .usage(message: WordList.message("-p", policies))
      }
      wanted.insert(policy)
    }
    if wanted.isEmpty { wanted = [.basic] }
    let keychains = try invocation.searched(options.operands)
    if options.contains(.letter("s")), !wanted.contains(where: \.looksAtName) {
      invocation.terminal.complain("-s has no effect: the policies in use check no name")
    }
    do throws(KeychainError) {
      let finder = try Self.finder(keychains, options, invocation)
      if let name = finder.names?.first {
        finder.terminal.output("Looking for identities matching \"\(VisibleText.of(name))\"\n")
      }
      for policy in IdentityPolicy.allCases where wanted.contains(policy) {
        try finder.show(policy)
      }
      return 0
    } catch {
      return Refusal.report(error, of: "SecIdentitySearchCopyNext", in: invocation)
    }
  }

  /// Returns the finder (a value of this type) with the identities of keychains.
  ///
  /// If no keychain can be searched and one of them is a keychain file, a message on standard error
  /// says why. The finder then has no identities, and the status of the command is still 0.
  ///
  /// - Throws: The error of the search, if no keychain file was to be searched.
  private static func finder(
    _ keychains: [NamedKeychain], _ options: OptionReader, _ invocation: Invocation
  ) throws(KeychainError) -> FindIdentity {
    do throws(KeychainError) { return try FindIdentity(keychains, options, invocation) } catch {
      guard keychains.contains(where: { $0.member.file != nil || $0.listFailure != nil }) else {
        throw error
      }
      _ = Refusal.report(error, of: "SecIdentitySearchCopyNext", in: invocation)
      return try FindIdentity([], options, invocation)
    }
  }

  private init(
    _ named: [NamedKeychain], _ options: OptionReader, _ invocation: Invocation
  ) throws(KeychainError) {
    terminal = invocation.terminal
    names = options.value(.letter("s")).map { [String(decoding: $0, as: UTF8.self)] }
    isValidOnly = options.contains(.letter("v"))
    let search = ObjectSearch(options, invocation)
    let keychains = Self.existing(named, invocation)
    let found = try StoredCertificate.all(in: keychains, search, invocation)
    identities = try Self.identities(keychains, search, found)
    let trust = invocation.store.trust
    let issuers = options.operands.isEmpty ? [] : Self.issuers(search, invocation)
    sources = try trust.sources(found.map(\.value) + issuers)
    moment = trust.now
  }

  /// Returns the certificates of the whole search list, which can link an identity to an anchor.
  ///
  /// The operands decide where identities are looked for. As on macOS, issuers may be in any
  /// keychain of the search list. A keychain that cannot be searched has no issuers.
  private static func issuers(_ search: ObjectSearch, _ invocation: Invocation) -> [Certificate] {
    guard let keychains = try? invocation.searched([]) else { return [] }
    Refusal.tell(keychains.compactMap(\.listFailure), in: invocation)
    let hasStore = invocation.store.isMade
    let searched = keychains.filter { hasStore || !$0.isStore }
    let found = try? StoredCertificate.all(in: searched, search, invocation, isTelling: false)
    return found.map { $0.map(\.value) } ?? []
  }

  /// Returns the keychains without those whose files do not exist.
  ///
  /// Standard error names a missing keychain that the user named.
  private static func existing(
    _ keychains: [NamedKeychain], _ invocation: Invocation
  ) -> [NamedKeychain] {
    keychains.filter { keychain in
      guard case .file(let file) = keychain.member, file.isMissing else { return true }
      guard let name = keychain.name else { return false }
      do throws(KeychainError) { _ = try file.image() } catch {
        _ = Refusal.report(error, of: "SecKeychainOpen \(name)", in: invocation)
      }
      return false
    }
  }

  /// Returns the identities of the keychains: for each private key that can sign, its certificates.
  ///
  /// - Parameter found: All certificates of the keychains. They are not used if only the store is
  ///   searched, because the store finds identities itself.
  private static func identities(
    _ keychains: [NamedKeychain], _ search: ObjectSearch, _ found: [StoredCertificate]
  ) throws(KeychainError) -> [Identity] {
    var certificates: [[UInt8]: [Certificate]] = [:]
    let isStoreAlone = keychains.count == 1 && keychains[0].isStore
    for stored in found where !isStoreAlone {
      certificates[try stored.publicKeyHash(), default: []].append(stored.value)
    }
    var identities: [Identity] = []
    func add(_ certificate: Certificate) throws(KeychainError) {
      identities.append(
        Identity(certificate: certificate, hash: HexText.upperCase(try certificate.sha1())))
    }
    guard !isStoreAlone else {
      for match in try search.all(.identity, [Predicate(.canSign, .number(1))]) {
        let content = match.certificate?.content
        guard let certificate = StoredCertificate.certificate(in: content) else { continue }
        try add(certificate)
      }
      return identities
    }
    var known: Set<[UInt8]> = []
    for label in try labels(keychains, search) where known.insert(label).inserted {
      for certificate in certificates[label] ?? [] { try add(certificate) }
    }
    return identities
  }

  /// Returns the hash of the public key for each private key that can sign.
  ///
  /// The store has this hash as the application label of the key, and keychain files have it as the
  /// label of the key.
  private static func labels(
    _ keychains: [NamedKeychain], _ search: ObjectSearch
  ) throws(KeychainError) -> [[UInt8]] {
    try EveryHit.of(keychains, telling: nil) { (member) throws(KeychainError) -> [[UInt8]] in
      switch member {
      case .authorities: return []
      case .store:
        let terms = [Predicate(.keyClass, .number(1)), Predicate(.canSign, .number(1))]
        return try search.all(.key, terms).compactMap { match in
          guard case .bytes(let label)? = match.attributes?[.applicationLabel] else { return nil }
          return label
        }
      case .file(let keychain):
        var labels: [[UInt8]] = []
        let term = RecordTerm(KeyAttribute.signs, .number(1))
        for item in try keychain.items(in: .privateKeys, where: [term]) {
          if let label = try item.values()[KeyAttribute.label] { labels.append(label.content) }
        }
        return labels
      }
    }
  }

  private func show(_ policy: IdentityPolicy) throws(KeychainError) {
    guard !policy.isOfSystem else {
      terminal.output("\n  \(policy.title)\n")
      let message = StatusText.message(KeychainError.Code.itemNotFound.rawValue)
      return terminal.error("SecIdentityCopySystemIdentity: \(message)\n")
    }
    if policy.policy(names: names) == nil {
      terminal.complain("\(policy.rawValue): no certificate satisfies this policy here")
    }
    var fitting: [(identity: Identity, message: String?)] = []
    var reasons: [(identity: String, message: String)] = []
    for identity in identities {
      guard let wanted = policy.policy(names: names) else { continue }
      let outcome = try TrustRequest(identity.certificate, [wanted], sources, at: moment).outcome()
      let message = outcome.message(at: moment)
      if let message {
        reasons.append(("\(identity.line) (\(message)) \(outcome.details)", message))
      }
      guard outcome.fitsPolicy else { continue }
      fitting.append((identity, message))
    }
    if !isValidOnly {
      terminal.output("\nPolicy: \(policy.title)\n  Matching identities\n")
      showLines(fitting.map { $0.identity.line + ($0.message.map { " (\($0))" } ?? "") })
      terminal.output("     \(fitting.count) identities found\n\n  Valid identities only\n")
    }
    let valid = fitting.filter { $0.message == nil }
    showLines(valid.map(\.identity.line))
    terminal.output("     \(valid.count) valid identities found\n")
    guard isValidOnly else { return }
    // Scripts parse standard output, so the reasons go to standard error. A script that reads both
    // as one text must not take an invalid identity for a valid one, so its name is left out there.
    for reason in reasons {
      terminal.complain(
        terminal.errorIsOutput
          ? "an identity is not valid for \(policy.title) (\(reason.message)): the list without -v "
            + "names it"
          : "not valid for \(policy.title): \(reason.identity)")
    }
  }

  /// Prints lines, each with its number in front; the numbers are padded to three columns.
  private func showLines(_ lines: [String]) {
    for (place, line) in lines.enumerated() {
      let number = String(place + 1)
      let blanks = String(repeating: " ", count: max(0, 3 - number.count))
      terminal.output("\(blanks)\(number)) \(line)\n")
    }
  }
}

extension TrustOutcome {
  /// True if the usage and the names in the evaluated certificate fit the policy of the evaluation.
  ///
  /// The issuer and the dates of the certificate have no influence.
  fileprivate var fitsPolicy: Bool {
    failures.first?.contains { $0.group == .usage || $0.group == .name } != true
  }
}

/// The policies of `find-identity`, in the order in which they are listed
/// (Specification/security-cli.md, "Certificates and identities").
private enum IdentityPolicy: String, CaseIterable {
  case smime
  case sslClient = "ssl-client"
  case sslServer = "ssl-server"
  case eap, ipsec, ichat, codesigning, basic, macappstore, appleID
  case systemDefault = "sys-default"
  case systemKerberos = "sys-kerberos-kdc"

  var title: String {
    switch self {
    case .smime: "S/MIME"
    case .sslClient: "SSL (client)"
    case .sslServer: "SSL (server)"
    case .eap: "EAP"
    case .ipsec: "IPsec"
    case .ichat: "iChat"
    case .codesigning: "Code Signing"
    case .basic: "X.509 Basic"
    case .macappstore: "Mac App Store Receipt"
    case .appleID: "AppleID Sharing"
    case .systemDefault: "System default identity"
    case .systemKerberos: "System Kerberos KDC identity"
    }
  }

  /// True for `sys-default` and `sys-kerberos-kdc`, which mean an identity of the system and not a
  /// policy.
  var isOfSystem: Bool { self == .systemDefault || self == .systemKerberos }

  /// True if the policy compares the certificate with the name of a host or with an e-mail address.
  var looksAtName: Bool {
    switch self {
    case .smime, .sslClient, .sslServer, .eap, .ipsec: true
    case .ichat, .codesigning, .basic, .macappstore, .appleID, .systemDefault, .systemKerberos:
      false
    }
  }

  /// Returns the trust policy that a certificate must satisfy for this policy of `find-identity`.
  ///
  /// Nil if no certificate on Linux can satisfy the policy: some policies accept only certificates
  /// that Apple issues for its services.
  ///
  /// - Parameter names: The host names or e-mail addresses that the certificate must have; nil for
  ///   any.
  func policy(names: [String]?) -> TrustPolicy? {
    switch self {
    case .smime: TrustPolicy(.mail, names: names)
    case .sslClient: TrustPolicy(.ssl, .client, names: names)
    case .sslServer: TrustPolicy(.ssl, .server, names: names)
    case .eap: TrustPolicy(.eap, .client, names: names)
    case .ipsec: TrustPolicy(.ipsec, names: names)
    case .codesigning: TrustPolicy(.codeSigning)
    case .basic: .basic
    case .ichat, .macappstore, .appleID, .systemDefault, .systemKerberos: nil
    }
  }
}
