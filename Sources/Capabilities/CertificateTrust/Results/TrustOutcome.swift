// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// The result of an evaluation, without the failures that trust exceptions overrule
/// (Specification/certificates.md, "Result type", "Evaluate results and error object").
///
/// Trust exceptions are failures that the user has accepted. This type has the result for programs
/// and texts for the user.
package struct TrustOutcome: Sendable {
  package let result: TrustResult
  /// The certificates of the path, from the leaf on.
  package let certificates: [Certificate]
  /// The failed checks of each certificate, without failures that trust exceptions overrule.
  package let failures: [[TrustCheck]]

  /// The most important failure, with the index of its certificate in the path.
  ///
  /// Checks are in groups by importance (`TrustCheck.Group`). The failure is from the most
  /// important group with a failure, and in this group from the certificate nearest to the leaf.
  /// Nil if every check passed.
  package var worst: (place: Int, check: TrustCheck)? {
    for group in TrustCheck.Group.allCases {
      for place in failures.indices {
        guard let check = failures[place].first(where: { $0.group == group }) else { continue }
        return (place, check)
      }
    }
    return nil
  }

  /// One sentence about the most important failure, or nil if every check passed.
  package var summary: String? {
    guard let (place, check) = worst else { return nil }
    let name = "\u{201c}\(title(at: place))\u{201d}"
    return switch check.group {
    case .revoked: "\(name) certificate is revoked"
    case .keySize: "\(name) certificate is using a broken key size"
    case .weakHash: "\(name) certificate is using a broken signature algorithm"
    case .denied: "User or administrator set \(name) certificate as distrusted"
    case .compliance: "\(name) certificate is not standards compliant"
    case .policy: "\(policyTitles) certificates do not meet pinning requirements"
    case .trust: "\(name) certificate is not trusted"
    case .usage: "\(name) certificate is not permitted for this usage"
    case .name: "\(name) certificate name does not match input"
    case .expired: "\(name) certificate is expired"
    }
  }

  /// The text that lists all failures, certificate by certificate.
  package var details: String {
    failures.indices.filter { !failures[$0].isEmpty }.map { place in
      let texts = failures[place].map(\.text).joined(separator: ", ")
      return "Certificate \(place) \u{201c}\(title(at: place))\u{201d} has errors: \(texts);"
    }.joined()
  }

  private var policyTitles: String {
    failures.indices.filter { place in failures[place].contains { $0.group == .policy } }
      .map { "\"\(title(at: $0))\"" }.joined(separator: ",")
  }

  private func title(at place: Int) -> String { certificates[place].subjectSummary ?? "" }
}
