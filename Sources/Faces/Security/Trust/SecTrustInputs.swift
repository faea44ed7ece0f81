// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Makes a question about trust (spec/certificates.md 6.1).
///
/// - Parameters:
///   - certificates: a certificate, or an array of some: the first is asked about, the others may
///     be needed to lead from it to an anchor, in any order.
///   - policies: a policy, or an array of some, all of which have to be satisfied; nil for
///     `SecPolicyCreateBasicX509`.
///   - trust: receives the question; left alone after a failure.
/// - Returns: errSecParam for empty arrays and for objects of other types.
@discardableResult
public func SecTrustCreateWithCertificates(
  _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
  let demanded: [SecPolicy]? =
    policies.map { TrustObjects.some(in: $0) } ?? [SecPolicyCreateBasicX509()]
  guard let chain: [SecCertificate] = TrustObjects.some(in: certificates), let demanded else {
    return errSecParam
  }
  unsafe trust.pointee = SecTrust(TrustQuestion(chain, demanded))
  return errSecSuccess
}

/// Objects as callers hand them over: one, or an array.
private enum TrustObjects {
  /// The object, or those in the array; nil for an empty array and for objects of another type.
  static func some<Object: AnyObject>(in object: AnyObject) -> [Object]? {
    if let one = object as? Object { return [one] }
    guard let array = object as? NSArray, let list: [Object] = all(in: array) else { return nil }
    return list.isEmpty ? nil : list
  }

  /// The objects in an array; nil where one is of another type.
  static func all<Object: AnyObject>(in array: NSArray) -> [Object]? {
    let objects = PropertyList.elements(of: array).compactMap { $0 as? Object }
    return objects.count == array.count ? objects : nil
  }

  /// The bytes of a data object, or of those in an array; nil for objects of another type.
  static func bytes(in object: AnyObject) -> [[UInt8]]? {
    let list: [NSData]? = (object as? NSData).map { [$0] } ?? (object as? NSArray).flatMap(all)
    return list?.map { data in
      unsafe [UInt8](UnsafeRawBufferPointer(start: data.bytes, count: data.length))
    }
  }
}

/// Sets the policies that have to be satisfied.
///
/// - Parameter policies: one, or an array of some.
/// - Returns: errSecParam for an empty array and for objects of other types.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
  guard let demanded: [SecPolicy] = TrustObjects.some(in: policies) else { return errSecParam }
  trust.change { $0.policies = demanded }
  return errSecSuccess
}

/// Gives the policies that have to be satisfied.
///
/// - Parameter policies: receives an array.
/// - Returns: always 0.
@discardableResult
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>)
  -> OSStatus
{
  unsafe policies.pointee = trust.question.withLock { $0.policies } as NSArray
  return errSecSuccess
}

/// Says whether the policies may ask the network; none does here, whatever is said.
///
/// - Returns: always 0.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
  trust.change { question in
    question.policies = question.policies.map { policy in
      guard policy.value.allowsNetwork != allowFetch else { return policy }
      var changed = policy.value
      changed.allowsNetwork = allowFetch
      return SecPolicy(changed)
    }
  }
  return errSecSuccess
}

/// Tells whether the network may be asked: the last policy that allows or forbids it decides.
///
/// A policy of plain path validation forbids it unless it is told otherwise.
///
/// - Parameter allowFetch: receives the answer.
/// - Returns: always 0.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
  _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  let words = trust.question.withLock { $0.policies.compactMap(\.value.networkWord) }
  let isAllowed = words.last ?? true
  unsafe allowFetch.pointee = DarwinBoolean(isAllowed)
  return errSecSuccess
}

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
