// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// The checks that one policy demands on a path (Specification/certificates.md, "Policies of
/// SecTrust").
struct PolicyChecks {
  let path: CertificatePath
  let policy: TrustPolicy
  private let rules: PolicyRules
  private let leaf: Certificate

  init(_ path: CertificatePath, _ policy: TrustPolicy) {
    self.path = path
    self.policy = policy
    rules = PolicyRules(policy)
    leaf = path.certificates[0].certificate
  }

  /// Runs the checks and adds each failed check to `findings`.
  func run(_ findings: inout PathFindings) {
    for place in path.certificates.indices { checkStrength(at: place, &findings) }
    checkName(&findings)
    guard !policy.isOfAuthority else { return checkAuthorities(&findings) }
    checkPurpose(&findings)
    checkUsage(&findings)
    guard rules.hasServerRules, let source = path.source else { return }
    let server = ServerRules(path, source)
    if server.areStrict { server.checkPurposes(&findings) }
    server.checkPeriod(&findings)
  }

  /// Checks a path whose evaluated certificate must itself be a certificate authority.
  private func checkAuthorities(_ findings: inout PathFindings) {
    if let usage = leaf.keyUsage {
      findings.add(.keyUsage, at: 0, if: !usage.contains(.certificateSigning))
    }
    let isOldRoot = leaf.version < 3 && path.selfSigned[0]
    let isAuthority = leaf.basicConstraints?.isAuthority ?? isOldRoot
    findings.add(.basicConstraintsCA, at: 0, if: !isAuthority)
    guard rules.hasServerRules, let source = path.source else { return }
    let server = ServerRules(path, source)
    guard server.areStrict else { return }
    for place in path.certificates.indices.dropLast() {
      server.checkPurposes(ofAuthorityAt: place, &findings)
    }
  }

  /// Adds the failed checks of one certificate authority to `findings`, regardless of the path
  /// below the authority.
  ///
  /// - Parameters:
  ///   - place: the index of the authority in the path.
  ///   - isAnchor: true if the authority is an anchor. The purposes that an anchor names are not
  ///     checked.
  func checkAuthority(at place: Int, isAnchor: Bool, _ findings: inout PathFindings) {
    checkStrength(at: place, &findings)
    guard rules.hasServerRules, !isAnchor, let source = path.source else { return }
    let server = ServerRules(path, source)
    if server.areStrict { server.checkPurposes(ofAuthorityAt: place, &findings) }
  }

  private func checkStrength(at place: Int, _ findings: inout PathFindings) {
    let certificate = path.certificates[place].certificate
    let key = KeyStrength(certificate.subjectPublicKey)
    findings.add(.keySize, at: place, if: rules.demandsStrongKeys && !key.isStrong)
    // The signature of an anchor that trust settings trust is not judged.
    let isTrusted = path.source == .settings && place == path.certificates.count - 1
    guard rules.demandsStrongHashes, !path.selfSigned[place], !isTrusted else { return }
    let hash = SignatureHash(certificate.signatureAlgorithm)
    findings.add(.signatureHashAlgorithms, at: place, if: hash != .strong)
  }

  private func checkName(_ findings: inout PathFindings) {
    guard let names = policy.names else { return }
    switch rules.name {
    case .nothing: break
    case .hosts:
      let isOne = names.contains { HostName($0).matches(leaf) }
      findings.add(.sslHostname, at: 0, if: !isOne)
    case .addresses:
      let isOne = names.contains { leaf.holds(emailAddress: $0) }
      findings.add(.email, at: 0, if: !isOne)
    }
  }

  private func checkPurpose(_ findings: inout PathFindings) {
    guard let wanted = rules.purposes else { return }
    guard let found = leaf.extendedKeyUsage else {
      findings.add(rules.purposeCheck, at: 0, if: !rules.acceptsNoPurposes)
      return
    }
    findings.add(rules.purposeCheck, at: 0, if: !found.contains { wanted.contains($0) })
  }

  private func checkUsage(_ findings: inout PathFindings) {
    if let wanted = rules.keyUsages {
      let fits = leaf.keyUsage.map { !$0.isDisjoint(with: wanted) } ?? rules.acceptsNoUsages
      findings.add(.keyUsage, at: 0, if: !fits)
    }
    guard !policy.keyUsage.isEmpty else { return }
    let fits = leaf.keyUsage.map { $0.isSuperset(of: policy.keyUsage) } ?? true
    findings.add(.keyUsage, at: 0, if: !fits)
  }
}
