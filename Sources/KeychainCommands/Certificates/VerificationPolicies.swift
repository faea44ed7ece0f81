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
          throw .usage()
        }
        terminal.complain("the policy \(word) is not available: it is for others' certificates")
        throw .status(1)
      }
      policies.append(policy(purpose))
    }
    if policies.isEmpty { policies = [policy(texts("s").isEmpty ? .basic : .ssl)] }
    var revocation: RevocationOptions = []
    for word in texts("R") {
      guard let method = Self.methods[word] else { throw .usage() }
      revocation.formUnion(method)
    }
    if !revocation.isEmpty { policies.append(TrustPolicy(.revocation, revocation: revocation)) }
    return policies
  }

  private func policy(_ purpose: TrustPurpose) -> TrustPolicy {
    let name = texts("n").last ?? texts(purpose == .mail ? "e" : "s").last
    return TrustPolicy(
      purpose, options.contains(.letter("C")) ? .client : .server, names: name.map { [$0] })
  }

  private func texts(_ letter: Character) -> [String] {
    options.options.filter { $0.name == .letter(letter) }
      .compactMap { $0.value.map { String(decoding: $0, as: UTF8.self) } }
  }
}
