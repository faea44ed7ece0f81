// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainTypes

/// What a list shows for a certificate: common names, else an e-mail address, else a host, else the
/// best of what the subject says (spec/certificates.md 2.3).
///
/// - Returns: nil where the subject says nothing, or is no name.
@discardableResult
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
  certificate.value.subjectSummary.map { NSString(string: $0) }
}

/// The subject's last common name (spec/certificates.md 2.4).
///
/// - Parameters:
///   - certificate: the certificate.
///   - commonName: receives the name.
/// - Returns: -26276 where there is none; the variable is left alone then.
@discardableResult
public func SecCertificateCopyCommonName(
  _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  guard let name = certificate.value.commonName else {
    return KeychainError.Code.internalError.rawValue
  }
  unsafe commonName.pointee = NSString(string: name)
  return errSecSuccess
}

/// The e-mail addresses among the alternative names and in the subject
/// (spec/certificates.md 2.5).
///
/// - Parameters:
///   - certificate: the certificate.
///   - emailAddresses: receives an array of strings, an empty one where there are none.
/// - Returns: errSecSuccess.
@discardableResult
public func SecCertificateCopyEmailAddresses(
  _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe emailAddresses.pointee = certificate.value.emailAddresses as NSArray
  return errSecSuccess
}

/// The issuer's name in the form in which names are compared, with its header
/// (spec/certificates.md 2.6).
///
/// `kSecAttrIssuer` of a stored certificate is the same without the header.
///
/// - Returns: nil where the issuer is no name.
@discardableResult
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
  certificate.value.issuer.map { ResultBytes($0.normalizedSequence) }
}

/// The subject's name in the form in which names are compared, with its header
/// (spec/certificates.md 2.6).
///
/// - Returns: nil where the subject is no name.
@discardableResult
public func SecCertificateCopyNormalizedSubjectSequence(
  _ certificate: SecCertificate
) -> CFData? {
  certificate.value.subject.map { ResultBytes($0.normalizedSequence) }
}

/// The same as `SecCertificateCopyNormalizedIssuerSequence`, in spite of its name.
///
/// - Parameter error: without use.
@available(*, deprecated, renamed: "SecCertificateCopyNormalizedIssuerSequence")
@discardableResult
public func SecCertificateCopyNormalizedIssuerContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  SecCertificateCopyNormalizedIssuerSequence(certificate)
}

/// The same as `SecCertificateCopyNormalizedSubjectSequence`, in spite of its name.
///
/// - Parameter error: without use.
@available(*, deprecated, renamed: "SecCertificateCopyNormalizedSubjectSequence")
@discardableResult
public func SecCertificateCopyNormalizedSubjectContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  SecCertificateCopyNormalizedSubjectSequence(certificate)
}
