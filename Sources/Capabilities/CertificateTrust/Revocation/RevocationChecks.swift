// SPDX-License-Identifier: Apache-2.0

/// The checks of a path that policies about revocation demand (Specification/certificates.md,
/// "Policies of SecTrust", "Checks, their status, and OpenSSL").
struct RevocationChecks {
  let path: CertificatePath
  let evidence: RevocationEvidence
  /// True if a valid OCSP response must say that the evaluated certificate is good.
  let requiresResponse: Bool

  /// Creates the checks, or returns nil if no policy is about revocation.
  init?(_ path: CertificatePath, _ policies: [TrustPolicy], _ evidence: RevocationEvidence) {
    let options = policies.compactMap(\.revocation)
    guard !options.isEmpty else { return nil }
    self.path = path
    self.evidence = evidence
    requiresResponse = options.contains { $0.contains(.requiresResponse) }
  }

  /// Adds a failed check to `findings` for each certificate that its issuer revoked.
  ///
  /// A policy may require an OCSP response for the leaf certificate. If no valid response is about
  /// the leaf, the function adds a failed check for the leaf too.
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
