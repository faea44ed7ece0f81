// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes

/// The checks that every policy needs and that libcrypto does differently or not at all
/// (Specification/certificates.md, "Policies of SecTrust", "Checks, their status, and OpenSSL").
struct PathChecks {
  let path: CertificatePath
  let moment: Instant

  /// Runs the checks on the whole path and adds each failed check to `findings`.
  func run(_ findings: inout PathFindings) {
    runOnCertificates(&findings)
    switch path.end {
    case .anchor: break
    case .selfSigned: findings.add(.anchorTrusted, at: path.certificates.count - 1)
    case .missingIssuer: findings.add(.missingIntermediate, at: path.certificates.count - 1)
    }
  }

  /// Adds the failed checks of the single certificates of the path to `findings`.
  ///
  /// Whether the path ends in a trusted anchor is not checked.
  func runOnCertificates(_ findings: inout PathFindings) {
    for place in path.certificates.indices {
      check(at: place, &findings)
      checkLinkage(at: place, &findings)
    }
  }

  /// Adds the failed checks of the certificate at one index of the path to `findings`.
  func check(at place: Int, _ findings: inout PathFindings) {
    let certificate = path.certificates[place].certificate
    checkForm(certificate, at: place, &findings)
    checkStrength(certificate, at: place, &findings)
    if place > 0 { checkAuthority(certificate, at: place, &findings) }
    let isValid = certificate.notBefore <= moment && moment <= certificate.notAfter
    let isRoot = place > 0 && place == path.certificates.count - 1 && path.end != .missingIssuer
    findings.add(isRoot ? .validRoot : .temporalValidity, at: place, if: !isValid)
  }

  private func checkForm(
    _ certificate: Certificate, at place: Int, _ findings: inout PathFindings
  ) {
    findings.add(.unparseableExtension, at: place, if: certificate.hasMalformedExtension)
    findings.add(.duplicateExtension, at: place, if: certificate.hasDuplicateExtension)
    findings.add(.criticalExtensions, at: place, if: certificate.hasUnknownCriticalExtension)
    let isNamed = certificate.subject.map { !$0.sets.isEmpty } ?? false
    let hasOtherName = certificate.extensions.contains {
      $0.identifier == .subjectAlternativeName && $0.isCritical
    }
    findings.add(.nonEmptySubject, at: place, if: !isNamed && (place > 0 || !hasOtherName))
  }

  private func checkStrength(
    _ certificate: Certificate, at place: Int, _ findings: inout PathFindings
  ) {
    let isBroken = KeyStrength(certificate.subjectPublicKey).isBroken
    findings.add(.weakKeySize, at: place, if: isBroken)
    guard !path.selfSigned[place] else { return }
    let hash = SignatureHash(certificate.signatureAlgorithm)
    findings.add(.weakSignature, at: place, if: hash == .broken)
  }

  /// Checks that an issuer in the path, which is every certificate but the leaf, may sign
  /// certificates.
  private func checkAuthority(
    _ certificate: Certificate, at place: Int, _ findings: inout PathFindings
  ) {
    if let usage = certificate.keyUsage {
      findings.add(.keyUsage, at: place, if: !usage.contains(.certificateSigning))
    }
    if let constraints = certificate.basicConstraints {
      findings.add(.basicConstraintsCA, at: place, if: !constraints.isAuthority)
    } else {
      // Version 1 has no extensions, so an old root cannot say that it is an authority.
      let isOldRoot = certificate.version < 3 && path.selfSigned[place]
      findings.add(.basicConstraints, at: place, if: !isOldRoot)
    }
  }

  private func checkLinkage(at place: Int, _ findings: inout PathFindings) {
    guard place + 1 < path.certificates.count else { return }
    let fit = path.certificates[place].fit(of: path.certificates[place + 1])
    findings.add(.idLinkage, at: place, if: fit == .mismatch)
  }
}
