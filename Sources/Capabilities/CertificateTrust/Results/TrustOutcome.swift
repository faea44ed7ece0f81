// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects

/// The answer to a question about trust, for programs and for people
/// (spec/certificates.md 6.2, 6.5).
package struct TrustOutcome: Sendable {
  package let result: TrustResult
  /// The path.
  package let certificates: [Certificate]
  /// What is wrong with each.
  package let failures: [[TrustCheck]]

  /// The failure that counts: of the most important group, of the certificate nearest to the leaf.
  package var worst: (place: Int, check: TrustCheck)? {
    for group in TrustCheck.Group.allCases {
      for place in failures.indices {
        guard let check = failures[place].first(where: { $0.group == group }) else { continue }
        return (place, check)
      }
    }
    return nil
  }

  /// One sentence about the failure that counts; nil where nothing is wrong.
  package var summary: String? {
    guard let (place, check) = worst else { return nil }
    let name = "\u{201c}\(title(at: place))\u{201d}"
    return switch check.group {
    case .revoked: "\(name) certificate is revoked"
    case .keySize: "\(name) certificate is using a broken key size"
    case .weakHash: "\(name) certificate is using a broken signature algorithm"
    case .compliance: "\(name) certificate is not standards compliant"
    case .policy: "\(policyTitles) certificates do not meet pinning requirements"
    case .trust: "\(name) certificate is not trusted"
    case .usage: "\(name) certificate is not permitted for this usage"
    case .name: "\(name) certificate name does not match input"
    case .expired: "\(name) certificate is expired"
    }
  }

  /// Everything that is wrong, certificate by certificate.
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
