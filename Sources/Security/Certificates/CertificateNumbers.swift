// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainTypes

/// The serial number: the content of its INTEGER as it stands (spec/certificates.md 2.7).
///
/// - Parameters:
///   - certificate: the certificate.
///   - error: without use.
@discardableResult
public func SecCertificateCopySerialNumberData(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  ResultBytes(certificate.value.serialNumber)
}

/// The same as `SecCertificateCopySerialNumberData`, as iOS once had it.
@available(*, deprecated, renamed: "SecCertificateCopySerialNumberData")
@discardableResult
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
  SecCertificateCopySerialNumberData(certificate, nil)
}

/// The same as `SecCertificateCopySerialNumberData`, as macOS once had it.
@available(*, deprecated, renamed: "SecCertificateCopySerialNumberData")
@discardableResult
public func SecCertificateCopySerialNumber(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe SecCertificateCopySerialNumberData(certificate, error)
}

/// When a certificate begins to be valid.
@discardableResult
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(
    timeIntervalSinceReferenceDate: certificate.value.notBefore.secondsSinceReference)
}

/// When a certificate ends to be valid; it is still valid in that second.
@discardableResult
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSinceReferenceDate: certificate.value.notAfter.secondsSinceReference)
}
