// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
import KeychainTypes
import SecureMemory

/// Sets the certificates to believe, and that only they are believed.
///
/// They need not be signed by themselves, and the one that is asked about may be among them.
///
/// - Parameter anchorCertificates: an array of certificates; an empty one says that there is
///   nothing to believe, nil that the system's anchors are believed again.
/// - Returns: errSecParam for objects of other types.
@discardableResult
public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?)
  -> OSStatus
{
  var anchors: [SecCertificate]?
  if let anchorCertificates {
    anchors = TrustObjects.all(in: anchorCertificates)
    guard anchors != nil else { return errSecParam }
  }
  trust.change { question in
    question.anchors = anchors
    question.onlyCustomAnchors = anchors != nil
  }
  return errSecSuccess
}

/// Says whether the system's anchors are not believed beside those that were set.
///
/// - Returns: always 0.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool)
  -> OSStatus
{
  trust.change { $0.onlyCustomAnchors = anchorCertificatesOnly }
  return errSecSuccess
}

/// Gives the certificates that were set to be believed.
///
/// - Parameter anchors: receives an array; nil where none were set.
/// - Returns: always 0.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
  _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe anchors.pointee = trust.question.withLock { $0.anchors }.map { $0 as NSArray }
  return errSecSuccess
}

/// Gives the certificates that this system believes (spec/certificates.md 6.9).
///
/// They are those of the distribution's bundle. Where `SSL_CERT_FILE`, `SSL_CERT_DIR` or both are
/// set and name something that is there, they are those of the file and of the directories
/// together.
///
/// - Parameter anchors: receives an array; an empty one where no bundle is found.
/// - Returns: always 0.
@discardableResult
public func SecTrustCopyAnchorCertificates(_ anchors: UnsafeMutablePointer<CFArray?>) -> OSStatus {
  let found = SystemAnchors.shared.anchors(at: .ofThisProcess).certificates
  unsafe anchors.pointee = found.map { SecCertificate($0) } as NSArray
  return errSecSuccess
}

/// Sets the moment that is asked about.
///
/// - Returns: errSecParam for a moment that no calendar has.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
  let seconds = verifyDate.timeIntervalSinceReferenceDate
  guard let moment = Instant(secondsSinceReference: seconds) else { return errSecParam }
  trust.change { $0.moment = moment }
  return errSecSuccess
}

/// The moment that is asked about, in seconds since 2001; now if none was set.
@discardableResult
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
  trust.question.withLock { $0.moment }?.secondsSinceReference
    ?? Date().timeIntervalSinceReferenceDate
}

/// Sets responses of OCSP that the certificates' holder sent along (RFC 6960); they count where a
/// policy is about revocation (`SecPolicyCreateRevocation`).
///
/// A response counts at the moment that is asked about, from its own first moment to its last, if
/// the certificate's issuer signed it, or somebody whom that issuer named for it. One that is no
/// response, or about others, makes nothing better or worse.
///
/// - Parameter responseData: one, or an array of some, of which 32 are looked at, of at most 64
///   KiB each; nil for none.
/// - Returns: errSecParam for objects of other types.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
  guard let responses = responseData.map({ TrustObjects.bytes(in: $0) }) ?? [] else {
    return errSecParam
  }
  trust.change { $0.responses = responses }
  return errSecSuccess
}

/// Sets proofs that the certificate was published; without effect, as none is asked for here.
///
/// - Parameter sctArray: an array of data; nil for none.
/// - Returns: errSecParam for objects of other types.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(_ trust: SecTrust, _ sctArray: CFArray?)
  -> OSStatus
{
  guard let sctArray else { return errSecSuccess }
  return TrustObjects.bytes(in: sctArray) == nil ? errSecParam : errSecSuccess
}

/// The public key of the certificate that is asked about, trusted or not.
@discardableResult
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
  SecCertificateCopyKey(trust.question.withLock { $0.certificates[0] })
}

/// The same as `SecTrustCopyKey`, by its former name.
@available(*, deprecated, renamed: "SecTrustCopyKey")
@discardableResult
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }
