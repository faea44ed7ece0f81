// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
package import KeychainTypes

/// What trust needs of the process: where the system's anchors are, and what time it is.
package struct TrustSurroundings {
  private let variable: (String) -> String?
  private let clock: () -> Instant

  /// - Parameters:
  ///   - variable: the value of a variable of the environment, where it may be believed.
  ///   - now: the civil time.
  package init(variable: @escaping (String) -> String?, now: @escaping () -> Instant) {
    self.variable = variable
    clock = now
  }

  var now: Instant { clock() }

  /// The certificates that the system believes; none where it has no bundle.
  var anchors: CertificateIndex {
    let places = AnchorPlaces(
      file: variable("SSL_CERT_FILE"), directories: variable("SSL_CERT_DIR"))
    return SystemAnchors.shared.anchors(at: places)
  }
}

extension TrustRequest {
  /// The answer, without exceptions.
  ///
  /// - Throws: -26276 where libcrypto fails.
  func outcome() throws(KeychainError) -> TrustOutcome {
    do { return try evaluate().outcome() } catch {
      throw KeychainError(.internalError, "libcrypto refused an operation")
    }
  }
}

extension TrustOutcome {
  /// The failure that counts, in the words that scripts look for; nil where nothing is wrong.
  func message(at moment: Instant) -> String? {
    guard let (place, check) = worst else { return nil }
    return switch check.group {
    case .revoked: "CSSMERR_TP_CERT_REVOKED"
    case .trust: "CSSMERR_TP_NOT_TRUSTED"
    case .expired:
      moment < certificates[place].notBefore
        ? "CSSMERR_TP_CERT_NOT_VALID_YET" : "CSSMERR_TP_CERT_EXPIRED"
    case .keySize, .weakHash, .compliance, .policy, .usage, .name:
      StatusText.message(check.status)
    }
  }
}
