// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// The options for checking revocation, with the raw values of `kSecRevocation…`
/// (Specification/certificates.md, "Policies of SecTrust").
package struct RevocationOptions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt

  package init(rawValue: UInt) { self.rawValue = rawValue }

  package static let responder = RevocationOptions(rawValue: 1)
  package static let list = RevocationOptions(rawValue: 2)
  package static let prefersList = RevocationOptions(rawValue: 4)
  /// The option to require an OCSP response: the evaluation fails unless a valid response says that
  /// the certificate is good.
  package static let requiresResponse = RevocationOptions(rawValue: 8)
  package static let networkAccessDisabled = RevocationOptions(rawValue: 16)
  package static let anyMethod: RevocationOptions = [.responder, .list]

  /// Creates options from the number that a caller passed.
  ///
  /// Returns nil if the number is zero or has unknown bits.
  package init?(flags: UInt) {
    guard flags > 0, flags < 0x80 else { return nil }
    self.init(rawValue: flags)
  }
}
