// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// The checks of one policy (spec/certificates.md 6.4).
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

  /// Adds what is wrong.
  func run(_ findings: inout PathFindings) {
    checkStrength(&findings)
    checkName(&findings)
    checkPurpose(&findings)
    checkUsage(&findings)
    guard rules.hasServerRules, let source = path.source else { return }
    let server = ServerRules(path, source)
    if server.areStrict { server.checkPurposes(&findings) }
    server.checkPeriod(&findings)
  }

  private func checkStrength(_ findings: inout PathFindings) {
    for (place, entry) in path.certificates.enumerated() {
      let key = KeyStrength(entry.certificate.subjectPublicKey)
      findings.add(.keySize, at: place, if: rules.demandsStrongKeys && !key.isStrong)
      guard rules.demandsStrongHashes, !path.selfSigned[place] else { continue }
      let hash = SignatureHash(entry.certificate.signatureAlgorithm)
      findings.add(.signatureHashAlgorithms, at: place, if: hash != .strong)
    }
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
