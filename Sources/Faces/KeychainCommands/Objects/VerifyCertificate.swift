// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// The command `verify-cert`, which evaluates the trust in a certificate
/// (Specification/security-cli.md, "Trust, verification, CMS, misc").
///
/// The command uses files and keychains, and makes no network connection.
struct VerifyCertificate {
  /// The words for policies that the option `-p` accepts, such as `ssl`.
  static let policyWords = VerificationPolicies.words.keys.sorted()
  /// The words for ways to check revocation that the option `-R` accepts, such as `crl`.
  static let methodWords = VerificationPolicies.methods.keys.sorted()

  private let invocation: Invocation
  private let options: OptionReader
  private let policies: [TrustPolicy]
  private let moment: Instant
  private let keychains: [NamedKeychain]

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    try VerifyCertificate(invocation).run()
  }

  private init(_ invocation: Invocation) throws(Stop) {
    self.invocation = invocation
    options = try invocation.options()
    policies = try VerificationPolicies(options).policies(on: invocation.terminal)
    moment = try Self.moment(options) ?? invocation.store.trust.now
    let names = options.options.filter { $0.name == .letter("k") }.compactMap(\.value)
    keychains = try invocation.searched(names, of: "-k")
    guard options.operands.isEmpty else {
      invocation.terminal.complain(
        "verify-cert does not connect to servers; give their certificates with -c")
      throw .status(1)
    }
  }

  private func run() throws(Stop) -> Int32 {
    var certificates = try read("c")
    let roots = try read("r")
    if certificates.isEmpty, roots.count == 1 { certificates = roots }
    guard let leaf = certificates.first else {
      invocation.terminal.error("***No certs specified.\n")
      return 2
    }
    do throws(KeychainError) {
      let others = try certificates.dropFirst() + stored()
      let sources = try invocation.store.trust.sources(
        roots: roots.isEmpty ? nil : roots, Array(others))
      return tell(try TrustRequest(leaf, policies, sources, at: moment).outcome())
    } catch {
      _ = Refusal.report(error, of: "SecTrustEvaluate", in: invocation)
      return 1
    }
  }

  private func tell(_ outcome: TrustOutcome) -> Int32 {
    let terminal = invocation.terminal
    let isQuiet = options.contains(.letter("q"))
    if ["P", "t", "v"].contains(where: { options.contains(.letter($0)) }), !isQuiet {
      showChain(outcome.certificates)
    }
    guard let message = outcome.message(at: moment) ?? missingResponse else {
      if !isQuiet { terminal.output("...certificate verification successful.\n") }
      return 0
    }
    guard !isQuiet else { return 1 }
    terminal.error(
      outcome.result == .deny
        ? "SecTrustEvaluate result: kSecTrustResultDeny\n" : "Cert Verify Result: \(message)\n")
    if !outcome.details.isEmpty { terminal.complain(outcome.details) }
    return 1
  }

  /// The text of the failure that the option `-R require` causes for a certificate that is
  /// otherwise valid.
  ///
  /// The option demands that an OCSP responder confirms the certificate. The command makes no
  /// network connection, so it can ask no responder. Nil if the option is not given.
  private var missingResponse: String? {
    let isRequired = policies.contains { $0.revocation?.contains(.requiresResponse) == true }
    return isRequired ? StatusText.message(TrustCheck.revocationResponseRequired.status) : nil
  }

  private func showChain(_ chain: [Certificate]) {
    let terminal = invocation.terminal
    terminal.output("---\nCertificate chain\n")
    for (place, certificate) in chain.enumerated() {
      terminal.output(" \(place): \(VisibleText.of(certificate.fileKeychainLabel))\n")
      guard options.contains(.letter("P")) else { continue }
      let content = SecretBytes(copying: certificate.bytes)
      terminal.output(publicContent: PEMBlock.text("CERTIFICATE", content))
    }
  }

  /// Returns the certificates of keychains with which a chain may be built.
  ///
  /// Empty if the option `-N` or `-n` excludes these certificates. A store that does not exist is
  /// left out, and also a store without a place: the command needs no home.
  private func stored() throws(KeychainError) -> [Certificate] {
    let isLeftOut =
      options.contains(.letter("N"))
      || options.options.contains { $0.name == .letter("n") && $0.value == nil }
    guard !isLeftOut else { return [] }
    let hasStore = invocation.store.isMade
    let searched = keychains.filter { hasStore || !$0.isStore }
    do throws(KeychainError) {
      return try StoredCertificate.all(in: searched, ObjectSearch(options, invocation), invocation)
        .map(\.value)
    } catch {
      // The chain may be complete without the keychains of a list that cannot be read.
      guard keychains.contains(where: { $0.listFailure != nil }) else { throw error }
      Refusal.tell([error], in: invocation)
      return []
    }
  }

  /// Returns the certificates of all files that the user gave with an option letter, in order.
  private func read(_ letter: Character) throws(Stop) -> [Certificate] {
    let paths = options.options.filter { $0.name == .letter(letter) }.compactMap(\.value)
    return try CertificateFiles.read(paths, in: invocation)
  }

  private static func moment(_ options: OptionReader) throws(Stop) -> Instant? {
    guard let text = options.value(.letter("d")) else { return nil }
    guard let moment = Instant(commandForm: String(decoding: text, as: UTF8.self)) else {
      throw .usage(message: "-d takes YYYY-MM-DD or YYYY-MM-DD-hh:mm:ss")
    }
    return moment
  }
}

/// The policies from the options of `verify-cert`, each given by a word or an object identifier
/// (Specification/security-cli.md, "Trust, verification, CMS, misc").
private struct VerificationPolicies {
  static let words: [String: TrustPurpose] = [
    "basic": .basic, "ssl": .ssl, "smime": .mail, "codeSign": .codeSigning, "IPSec": .ipsec,
    "eap": .eap, "timestamping": .timeStamping,
  ]
  /// The words for policies that only certificates of Apple can satisfy.
  ///
  /// These policies are not available on Linux.
  private static let unknown: Set<String> = [
    "swUpdate", "pkgSign", "appleID", "macappstore",
  ]
  static let methods: [String: RevocationOptions] = [
    "ocsp": .responder, "crl": .list, "require": [.anyMethod, .requiresResponse],
    "online": .anyMethod, "offline": [.anyMethod, .networkAccessDisabled],
  ]

  private let options: OptionReader

  init(_ options: OptionReader) { self.options = options }

  /// Returns the policies that the certificate must satisfy, according to the options.
  ///
  /// - Throws: `Stop.usage` for an unknown word; status 1 for a policy that is not available.
  func policies(on terminal: Terminal) throws(Stop) -> [TrustPolicy] {
    var policies: [TrustPolicy] = []
    for word in texts("p") {
      guard let purpose = Self.words[word] ?? TrustPurpose(rawValue: word) else {
        guard Self.unknown.contains(word) || word.allSatisfy({ $0.isNumber || $0 == "." }) else {
          throw .usage(
            message: WordList.message("-p", Self.words.keys.sorted(), or: "an identifier"))
        }
        terminal.complain(
          "the policy \(word) is not available: it is for other kinds of certificate")
        throw .status(1)
      }
      policies.append(policy(purpose))
    }
    if policies.isEmpty { policies = [policy(texts("s").isEmpty ? .basic : .ssl)] }
    var revocation: RevocationOptions = []
    for word in texts("R") {
      guard let method = Self.methods[word] else {
        throw .usage(message: WordList.message("-R", Self.methods.keys.sorted()))
      }
      revocation.formUnion(method)
    }
    if !options.contains(.letter("q")) {
      tellWhatHasNoEffect(policies.map(\.purpose), revocation, on: terminal)
    }
    if !revocation.isEmpty { policies.append(TrustPolicy(.revocation, revocation: revocation)) }
    return policies
  }

  /// Prints a note about each given option that has no influence on the result.
  ///
  /// Without the note, a user could believe that the command has obeyed the option.
  private func tellWhatHasNoEffect(
    _ purposes: [TrustPurpose], _ revocation: RevocationOptions, on terminal: Terminal
  ) {
    func tell(_ text: String) { terminal.complain(text) }
    let looksAtHosts = purposes.contains { [.ssl, .eap, .ipsec].contains($0) }
    let looksAtAddresses = purposes.contains(.mail)
    let hasName = !texts("n").isEmpty
    if hasName, !looksAtHosts, !looksAtAddresses {
      tell("-n has no effect: the policies in use check no name")
    }
    let kinds: [(letter: Character, noun: String, isLookedAt: Bool)] = [
      ("s", "host", looksAtHosts), ("e", "e-mail address", looksAtAddresses),
    ]
    for kind in kinds where !texts(kind.letter).isEmpty {
      if !kind.isLookedAt {
        tell("-\(kind.letter) has no effect: the policies in use check no \(kind.noun)")
      } else if hasName {
        tell("-\(kind.letter) has no effect beside -n: the name of -n is checked")
      }
    }
    if options.contains(.letter("C")), !purposes.contains(where: { [.ssl, .eap].contains($0) }) {
      tell("-C has no effect: the policies in use do not distinguish clients and servers")
    }
    let asksNobody: RevocationOptions = [.requiresResponse, .networkAccessDisabled]
    if !revocation.isEmpty, revocation.isDisjoint(with: asksNobody) {
      tell(
        "-R has no effect: revocation is not looked up online; with -R require nothing is valid")
    }
  }

  private func policy(_ purpose: TrustPurpose) -> TrustPolicy {
    let name = texts("n").last ?? texts(purpose == .mail ? "e" : "s").last
    var policy = TrustPolicy(
      purpose, options.contains(.letter("C")) ? .client : .server, names: name.map { [$0] })
    policy.isOfAuthority = options.contains(.letter("l"))
    return policy
  }

  private func texts(_ letter: Character) -> [String] {
    options.options.filter { $0.name == .letter(letter) }
      .compactMap { $0.value.map { String(decoding: $0, as: UTF8.self) } }
  }
}
