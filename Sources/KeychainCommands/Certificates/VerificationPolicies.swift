// SPDX-License-Identifier: Apache-2.0
import CertificateTrust

/// The policies that verify-cert names, by words or identifiers (spec/security-cli.md 8).
struct VerificationPolicies {
  private static let words: [String: TrustPurpose] = [
    "basic": .basic, "ssl": .ssl, "smime": .mail, "codeSign": .codeSigning, "IPSec": .ipsec,
    "eap": .eap, "timestamping": .timeStamping,
  ]
  /// Words of Apple's for its own certificates.
  private static let unknown: Set<String> = [
    "swUpdate", "pkgSign", "appleID", "macappstore",
  ]
  private static let methods: [String: RevocationOptions] = [
    "ocsp": .responder, "crl": .list, "require": [.anyMethod, .requiresResponse],
    "online": .anyMethod, "offline": [.anyMethod, .networkAccessDisabled],
  ]

  private let options: OptionReader

  init(_ options: OptionReader) { self.options = options }

  /// What has to hold, all of it.
  ///
  /// - Throws: the usage for a word that is none, status 1 for a policy that is not there.
  func policies(on terminal: Terminal) throws(Stop) -> [TrustPolicy] {
    var policies: [TrustPolicy] = []
    for word in texts("p") {
      guard let purpose = Self.words[word] ?? TrustPurpose(rawValue: word) else {
        guard Self.unknown.contains(word) || word.allSatisfy({ $0.isNumber || $0 == "." }) else {
          throw .usage(
            message: WordList.message("-p", Self.words.keys.sorted(), or: "an identifier"))
        }
        terminal.complain("the policy \(word) is not available: it is for others' certificates")
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

  /// Says which options change no answer: whoever gave them might take the answer for more than it
  /// is.
  private func tellWhatHasNoEffect(
    _ purposes: [TrustPurpose], _ revocation: RevocationOptions, on terminal: Terminal
  ) {
    func tell(_ text: String) { terminal.complain(text) }
    let looksAtHosts = purposes.contains { [.ssl, .eap, .ipsec].contains($0) }
    let looksAtAddresses = purposes.contains(.mail)
    let hasName = !texts("n").isEmpty
    if hasName, !looksAtHosts, !looksAtAddresses {
      tell("-n has no effect: the policies in use look at no name")
    }
    let kinds: [(letter: Character, noun: String, isLookedAt: Bool)] = [
      ("s", "host", looksAtHosts), ("e", "e-mail address", looksAtAddresses),
    ]
    for kind in kinds where !texts(kind.letter).isEmpty {
      if !kind.isLookedAt {
        tell("-\(kind.letter) has no effect: the policies in use look at no \(kind.noun)")
      } else if hasName {
        tell("-\(kind.letter) has no effect beside -n, whose name is looked at")
      }
    }
    if options.contains(.letter("C")), !purposes.contains(where: { [.ssl, .eap].contains($0) }) {
      tell("-C has no effect: the policies in use do not tell clients from servers")
    }
    let asksNobody: RevocationOptions = [.requiresResponse, .networkAccessDisabled]
    if !revocation.isEmpty, revocation.isDisjoint(with: asksNobody) {
      tell(
        "-R has no effect: no network is asked about revocation; with -R require nothing is valid")
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
