// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation

/// The public key of a certificate; nil where it is neither of RSA nor of a NIST curve nor of
/// Ed25519 (spec/certificates.md 2.8).
@discardableResult
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
  let key: SecKey?? = answer(nil, nil) {
    certificate.value.subjectPublicKey.key.map { SecKey($0) }
  }
  return key ?? nil
}

/// The public key of a certificate, by its former name.
@discardableResult
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
  SecCertificateCopyKey(certificate)
}

/// The public key of a certificate, as macOS gave it.
///
/// - Parameter key: receives the key.
/// - Returns: errSecUnsupportedKeyFormat where there is no key of its kind.
@discardableResult
public func SecCertificateCopyPublicKey(
  _ certificate: SecCertificate, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
  guard let found = SecCertificateCopyKey(certificate) else { return errSecUnsupportedKeyFormat }
  unsafe key.pointee = found
  return errSecSuccess
}
