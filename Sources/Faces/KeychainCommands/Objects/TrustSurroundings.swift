// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
package import KeychainTypes

/// The system settings on which the trust in a certificate depends: the trusted roots and the time.
package struct TrustSurroundings {
  private let variable: (String) -> String?
  private let clock: () -> Instant

  /// Creates the settings from closures that read the environment and the clock.
  ///
  /// - Parameters:
  ///   - variable: Returns the value of an environment variable. Returns nil if the variable must
  ///     be ignored.
  ///   - now: Returns the current time.
  package init(variable: @escaping (String) -> String?, now: @escaping () -> Instant) {
    self.variable = variable
    clock = now
  }

  var now: Instant { clock() }

  /// The root certificates that the system trusts; empty if the system has no files with root
  /// certificates.
  var anchors: CertificateIndex {
    let places = AnchorPlaces(
      file: variable("SSL_CERT_FILE"), directories: variable("SSL_CERT_DIR"))
    return SystemAnchors.shared.anchors(at: places)
  }
}

extension TrustRequest {
  /// Evaluates the trust in the certificate and returns the outcome.
  ///
  /// Trust exceptions of the caller have no influence.
  ///
  /// - Throws: -26276 if libcrypto fails.
  func outcome() throws(KeychainError) -> TrustOutcome {
    do { return try evaluate().outcome() } catch {
      throw KeychainError(.internalError, "libcrypto refused an operation")
    }
  }
}

extension TrustOutcome {
  /// Returns a text about the worst reason why the certificate is not trusted; nil if it is
  /// trusted.
  ///
  /// Scripts look for the words of this text.
  ///
  /// - Parameter moment: The time of the evaluation.
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
