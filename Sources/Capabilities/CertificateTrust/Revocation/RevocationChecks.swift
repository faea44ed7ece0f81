// SPDX-License-Identifier: Apache-2.0

/// The checks of policies about revocation (spec/certificates.md 6.4, 6.6).
struct RevocationChecks {
  let path: CertificatePath
  let evidence: RevocationEvidence
  /// Whether somebody has to vouch for the certificate that is asked about.
  let requiresResponse: Bool

  /// Whether any policy is about revocation; nil where none is.
  init?(_ path: CertificatePath, _ policies: [TrustPolicy], _ evidence: RevocationEvidence) {
    let options = policies.compactMap(\.revocation)
    guard !options.isEmpty else { return nil }
    self.path = path
    self.evidence = evidence
    requiresResponse = options.contains { $0.contains(.requiresResponse) }
  }

  /// Adds what is wrong: every certificate that an issuer says is revoked, and the first one, if
  /// nobody says anything of it.
  func run(_ findings: inout PathFindings, _ limit: inout WorkLimit) {
    var ofLeaf = StatusEntry.Status.unknown
    for place in path.certificates.indices.dropLast() {
      let status = evidence.status(
        of: path.certificates[place], by: path.certificates[place + 1], &limit)
      findings.add(.revocation, at: place, if: status == .revoked)
      if place == 0 { ofLeaf = status }
    }
    findings.add(
      .revocationResponseRequired, at: 0, if: requiresResponse && ofLeaf == .unknown)
  }
}
