// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// The checks that libcrypto does: path lengths, constraints of names and of policies
/// (spec/certificates.md 6.10, steps 1 to 4).
struct LibraryChecks {
  private let path: CertificatePath

  /// Bytes of policies that are looked at; libcrypto makes a tree of them.
  private static let mostPolicyBytes = 16 << 10

  init(_ path: CertificatePath) { self.path = path }

  /// Adds what is wrong; where it would be too much work, what there is too much of is wrong.
  ///
  /// - Throws: where libcrypto is not there.
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

  /// What a finding means; nil for what our own checks look at.
  private func check(of finding: PathVerification.Finding) -> TrustCheck? {
    let certificate = path.certificates[finding.place].certificate
    switch finding.kind {
    case .noAuthority:
      guard let constraints = certificate.basicConstraints else { return .basicConstraints }
      return constraints.isAuthority ? .keyUsage : .basicConstraintsCA
    case .pathLength: return .basicConstraintsPathLength
    case .name: return .nameConstraints
    case .policy: return .policyConstraints
    // libcrypto knows fewer extensions than rule 9 of spec/certificates.md 2.1.
    case .criticalExtension: return nil
    case .malformedExtension: return certificate.hasBadExtension ? nil : .unparseableExtension
    case .other: return hasBadExtension ? nil : .basicCertificateProcessing
    }
  }

  /// Whether libcrypto cannot process the path because of something that has its own check.
  private var hasBadExtension: Bool {
    path.certificates.contains { $0.certificate.hasBadExtension }
  }

  /// Whether policies decide anything: without these extensions every set of policies will do.
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
  /// Whether an extension has its own check.
  fileprivate var hasBadExtension: Bool { hasMalformedExtension || hasDuplicateExtension }
}
