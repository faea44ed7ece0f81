// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
public import Foundation

/// An X.509 certificate.
///
/// Two certificates with equal bytes are equal. Making a `SecCertificate` checks neither the
/// signature nor the dates. `SecTrust` checks both.
public final class SecCertificate: Sendable {
  package let value: Certificate

  package init(_ value: Certificate) { self.value = value }
}

extension SecCertificate: Hashable {
  /// True if the two certificates have equal bytes.
  public static func == (left: SecCertificate, right: SecCertificate) -> Bool {
    left === right || left.value == right.value
  }

  /// Hashes the bytes of the certificate, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension SecCertificate: CustomStringConvertible {
  /// A text for logs that contains a short text for the subject and one for the issuer.
  ///
  /// The short text for the subject is the result of `SecCertificateCopySubjectSummary`.
  public var description: String {
    let issuer = value.issuer.flatMap { $0.summary } ?? ""
    return "<SecCertificateRef: s: \(value.subjectSummary ?? "") i: \(issuer)>"
  }
}

/// Returns the type identifier of `SecCertificate`.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { TypeIdentifier.certificate.rawValue }

/// Makes a certificate from its DER encoding (Specification/certificates.md, "Creating a
/// certificate").
///
/// Bytes after the certificate are ignored. Neither the signature nor the dates are checked.
///
/// - Parameters:
///   - allocator: has no effect.
///   - data: the certificate in DER, not in PEM.
/// - Returns: nil if the data is not a certificate, or if the certificate has more than 4 MiB.
@discardableResult
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData)
  -> SecCertificate?
{
  let memory = unsafe UnsafeBufferPointer<UInt8>(
    start: data.bytes.assumingMemoryBound(to: UInt8.self), count: data.length)
  return unsafe (try? Certificate(memory.span)).map { SecCertificate($0) }
}

/// Returns a copy of the certificate's DER encoding.
@discardableResult
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
  ResultBytes(certificate.value.bytes)
}

/// Returns the public key of a certificate (Specification/certificates.md, "CopyKey of a
/// certificate").
///
/// - Returns: nil if the key is neither an RSA key, nor an Ed25519 key, nor a key on a NIST curve.
@discardableResult
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
  let key: SecKey?? = answer(nil, nil) {
    certificate.value.subjectPublicKey.key.map { SecKey($0) }
  }
  return key ?? nil
}

/// Returns the public key of a certificate, as `SecCertificateCopyKey` does, under the former name
/// of that function.
@discardableResult
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
  SecCertificateCopyKey(certificate)
}

/// Stores the public key of a certificate in a variable: the former macOS function for
/// `SecCertificateCopyKey`.
///
/// - Parameter key: receives the public key if the function succeeds.
/// - Returns: errSecUnsupportedKeyFormat if the key is neither an RSA key, nor an Ed25519 key, nor
///   a key on a NIST curve.
@discardableResult
public func SecCertificateCopyPublicKey(
  _ certificate: SecCertificate, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
  guard let found = SecCertificateCopyKey(certificate) else { return errSecUnsupportedKeyFormat }
  unsafe key.pointee = found
  return errSecSuccess
}
