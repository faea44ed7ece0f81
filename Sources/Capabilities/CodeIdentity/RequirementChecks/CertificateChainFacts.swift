// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Facts about a chain of certificates, for the conditions `certificate` and `anchor trusted`.
///
/// The certificates are named by their index in the chain: 0 is the leaf.
package protocol CertificateChainFacts {
  var count: Int { get }
  /// True if the chain leads to an anchor and passes all checks of trust.
  func isTrusted() -> Bool
  /// True if the certificate is itself an anchor and passes all checks of trust.
  func isTrusted(_ index: Int) -> Bool
  /// Returns the SHA-1 hash of a certificate; nil if libcrypto cannot compute it.
  func hash(_ index: Int) -> [UInt8]?
  /// Returns the values of a field such as `subject.OU`; empty if there is no value.
  func values(of field: String, _ index: Int) -> [[UInt8]]
  /// True if the certificate has an extension with this object identifier.
  func hasExtension(_ identifier: [UInt8], _ index: Int) -> Bool
  /// True if the certificate states a policy with this object identifier.
  func hasPolicy(_ identifier: [UInt8], _ index: Int) -> Bool
  /// Returns the date in the extension with this object identifier, in seconds since 2001-01-01
  /// UTC; nil if there is no date.
  func moment(of identifier: [UInt8], _ index: Int) -> Int64?
}
