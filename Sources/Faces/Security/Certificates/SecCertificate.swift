// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
public import Foundation

/// An X.509 certificate.
///
/// Two objects of the same bytes are equal. What it says is not checked by making it: that is for
/// trust to do.
public final class SecCertificate: Sendable {
  package let value: Certificate

  package init(_ value: Certificate) { self.value = value }
}

extension SecCertificate: Hashable {
  /// Whether two objects have the same bytes.
  public static func == (left: SecCertificate, right: SecCertificate) -> Bool {
    left === right || left.value == right.value
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension SecCertificate: CustomStringConvertible {
  /// The summary of the subject and the issuer; no more, for logs.
  public var description: String {
    let issuer = value.issuer.flatMap { $0.summary } ?? ""
    return "<SecCertificateRef: s: \(value.subjectSummary ?? "") i: \(issuer)>"
  }
}

/// The type identifier of certificates.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { TypeIdentifier.certificate.rawValue }

/// Makes a certificate of its DER (spec/certificates.md 2.1).
///
/// What follows the certificate is left out. Neither the signature nor the dates are looked at.
///
/// - Parameters:
///   - allocator: without meaning.
///   - data: the certificate; PEM is none.
/// - Returns: nil for what is no certificate, and for one of more than 4 MiB.
@discardableResult
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData)
  -> SecCertificate?
{
  let memory = unsafe UnsafeBufferPointer<UInt8>(
    start: data.bytes.assumingMemoryBound(to: UInt8.self), count: data.length)
  return unsafe (try? Certificate(memory.span)).map { SecCertificate($0) }
}

/// The DER of a certificate, a copy with each call.
@discardableResult
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
  ResultBytes(certificate.value.bytes)
}

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
