// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// The checks of a path that libcrypto does: path lengths, name constraints and policy constraints
/// (Specification/certificates.md, "The trust engine", steps 1 to 4).
struct LibraryChecks {
  private let path: CertificatePath

  /// The greatest size, in bytes, of all policy extensions of a path together.
  ///
  /// If the extensions are larger and the path has policy rules (`hasPolicyRules`), the path fails.
  /// The path is then not given to libcrypto, because libcrypto would build a tree of the policies.
  private static let mostPolicyBytes = 16 << 10

  init(_ path: CertificatePath) { self.path = path }

  /// Runs the checks and adds each failed check to `findings`.
  ///
  /// If a check would take too much work, that check counts as failed, and libcrypto runs no check
  /// of the path.
  ///
  /// - Throws: if libcrypto is not available.
  func run(
    _ findings: inout PathFindings, _ limit: inout WorkLimit
  ) throws(CryptoError) {
    guard limit.takeNames(nameCost) else {
      findings.add(.nameConstraints, at: 0)
      return
    }
    guard !hasPolicyRules || policyBytes <= Self.mostPolicyBytes else {
      findings.add(.policyConstraints, at: 0)
      return
    }
    let certificates = path.certificates.compactMap(\.inLibrary)
    guard certificates.count == path.certificates.count,
      let found = try PathVerification.findings(
        in: certificates, checksPolicies: hasPolicyRules)
    else {
      findings.add(.basicCertificateProcessing, at: 0, if: !hasBadExtension)
      return
    }
    for finding in found {
      guard let check = check(of: finding) else { continue }
      findings.add(check, at: finding.place)
    }
  }

  /// Translates a failure that libcrypto found into the failed check that Latchkey reports.
  ///
  /// Returns nil if Latchkey finds and reports this failure by itself.
  private func check(of finding: PathVerification.Finding) -> TrustCheck? {
    let certificate = path.certificates[finding.place].certificate
    switch finding.kind {
    case .noAuthority:
      guard let constraints = certificate.basicConstraints else { return .basicConstraints }
      return constraints.isAuthority ? .keyUsage : .basicConstraintsCA
    case .pathLength: return .basicConstraintsPathLength
    case .name: return .nameConstraints
    case .policy: return .policyConstraints
    // libcrypto knows fewer extensions than rule 9 of Specification/certificates.md, "Creating a
    // certificate".
    case .criticalExtension: return nil
    case .malformedExtension: return certificate.hasBadExtension ? nil : .unparseableExtension
    case .other: return hasBadExtension ? nil : .basicCertificateProcessing
    }
  }

  /// True if a certificate of the path has a malformed or duplicate extension.
  ///
  /// `PathChecks` reports these extensions. Therefore a failure that libcrypto finds because of
  /// them is not reported again.
  private var hasBadExtension: Bool {
    path.certificates.contains { $0.certificate.hasBadExtension }
  }

  /// True if a certificate of the path has policy constraints or policy mappings.
  ///
  /// Only these extensions can make a path fail because of its certificate policies.
  private var hasPolicyRules: Bool {
    path.certificates.contains { entry in
      entry.certificate.extensions.contains {
        $0.identifier == .policyConstraints || $0.identifier == .policyMappings
      }
    }
  }

  private var policyBytes: Int {
    path.certificates.reduce(0) { sum, entry in
      entry.certificate.extensions.reduce(sum) {
        let isPolicy = $1.identifier == .certificatePolicies || $1.identifier == .policyMappings
        return $0 + (isPolicy ? $1.value.count : 0)
      }
    }
  }

  private var nameCost: Int {
    let names = path.certificates.map(\.names)
    return names.indices.reduce(0) { sum, place in
      names[..<place].reduce(sum) { $0 + $1.cost(against: names[place]) }
    }
  }
}

extension Certificate {
  /// True if an extension of the certificate is malformed or duplicate.
  ///
  /// One check reports malformed extensions, and another check reports duplicate extensions.
  fileprivate var hasBadExtension: Bool { hasMalformedExtension || hasDuplicateExtension }
}
