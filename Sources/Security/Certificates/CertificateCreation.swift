// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation

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
