// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Makes a trust object (Specification/certificates.md, "Creation and inputs of a trust object").
///
/// - Parameters:
///   - certificates: a certificate or an array of certificates. The first certificate is evaluated.
///     The other certificates, in any order, may link the first certificate to an anchor.
///   - policies: a policy or an array of policies, all of which the first certificate must satisfy;
///     nil for the policy of `SecPolicyCreateBasicX509`.
///   - trust: receives the trust object; keeps its value after a failure.
/// - Returns: errSecParam for empty arrays, and for objects that are not certificates or policies.
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

/// Reads arguments of trust functions that may be a single object or an array of objects.
private enum TrustObjects {
  /// Returns the objects in the given array; if the argument is a single object, returns an array
  /// with that object.
  ///
  /// Nil if the array is empty, or if an object is not of the type `Object`.
  static func some<Object: AnyObject>(in object: AnyObject) -> [Object]? {
    if let one = object as? Object { return [one] }
    guard let array = object as? NSArray, let list: [Object] = all(in: array) else { return nil }
    return list.isEmpty ? nil : list
  }

  /// Returns the objects in an array; nil if an object is not of the type `Object`.
  static func all<Object: AnyObject>(in array: NSArray) -> [Object]? {
    let objects = PropertyList.elements(of: array).compactMap { $0 as? Object }
    return objects.count == array.count ? objects : nil
  }

  /// Returns the bytes of a data object, or of each data object in an array; nil if an object is
  /// not data.
  static func bytes(in object: AnyObject) -> [[UInt8]]? {
    let list: [NSData]? = (object as? NSData).map { [$0] } ?? (object as? NSArray).flatMap(all)
    return list?.map { data in
      data.array
    }
  }
}

/// Sets the policies that the evaluated certificate must satisfy.
///
/// - Parameter policies: a policy or an array of policies.
/// - Returns: errSecParam for an empty array, and for objects that are not policies.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
  guard let demanded: [SecPolicy] = TrustObjects.some(in: policies) else { return errSecParam }
  trust.change { $0.policies = demanded }
  return errSecSuccess
}

/// Stores in a variable the policies that the evaluated certificate must satisfy.
///
/// - Parameter policies: receives an array of policies.
/// - Returns: always 0.
@discardableResult
public func SecTrustCopyPolicies(_ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>)
  -> OSStatus
{
  unsafe policies.pointee = trust.question.withLock { $0.policies } as NSArray
  return errSecSuccess
}

/// Sets whether a trust evaluation may use the network; Latchkey keeps the setting but never uses
/// the network.
///
/// - Parameter allowFetch: true to allow the network, false to forbid it.
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

/// Stores in a variable whether a trust evaluation may use the network.
///
/// Latchkey never uses the network, so the value has no effect. Each policy allows the network,
/// forbids it or leaves the decision open. The last policy that does not leave it open decides.
///
/// A policy of plain path validation forbids the network unless `SecTrustSetNetworkFetchAllowed`
/// allows it. A policy of revocation allows or forbids it. Every other policy forbids it or leaves
/// the decision open.
///
/// - Parameter allowFetch: receives the Boolean; true if all policies leave the decision open.
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

/// Sets the anchors: the certificates that are trusted, in place of the system's anchors.
///
/// Anchors need not be self-signed, and the evaluated certificate may be an anchor.
///
/// - Parameter anchorCertificates: an array of certificates. With an empty array, no certificate is
///   trusted. With nil, the system's anchors are trusted again.
/// - Returns: errSecParam for objects that are not certificates.
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

/// Sets whether only the caller's anchors are trusted, or the system's anchors too.
///
/// - Parameter anchorCertificatesOnly: true to trust only the caller's anchors.
/// - Returns: always 0.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool)
  -> OSStatus
{
  trust.change { $0.onlyCustomAnchors = anchorCertificatesOnly }
  return errSecSuccess
}

/// Stores in a variable the anchors that the caller set.
///
/// - Parameter anchors: receives an array of certificates; nil if the caller set no anchors.
/// - Returns: always 0.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
  _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe anchors.pointee = trust.question.withLock { $0.anchors }.map { $0 as NSArray }
  return errSecSuccess
}

/// Stores the anchors of this system in a variable (Specification/certificates.md, "System anchors
/// on Linux").
///
/// The anchors come from the bundle of the Linux distribution. If `SSL_CERT_FILE`, `SSL_CERT_DIR`
/// or both name something that exists, the anchors come from that file and those directories
/// together.
///
/// - Parameter anchors: receives an array of certificates; empty if no bundle is found.
/// - Returns: always 0.
@discardableResult
public func SecTrustCopyAnchorCertificates(_ anchors: UnsafeMutablePointer<CFArray?>) -> OSStatus {
  let found = SystemAnchors.shared.anchors(at: .ofThisProcess).certificates
  unsafe anchors.pointee = found.map { SecCertificate($0) } as NSArray
  return errSecSuccess
}

/// Sets the moment for which the trust is evaluated, in place of the present.
///
/// - Returns: errSecParam if the date is too early or too late to be represented.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
  let seconds = verifyDate.timeIntervalSinceReferenceDate
  guard let moment = Instant(secondsSinceReference: seconds) else { return errSecParam }
  trust.change { $0.moment = moment }
  return errSecSuccess
}

/// Returns the moment for which the trust is evaluated, in seconds since 2001-01-01T00:00:00Z.
///
/// Returns the present if the caller has set no moment (`SecTrustSetVerifyDate`).
@discardableResult
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
  trust.question.withLock { $0.moment }?.secondsSinceReference
    ?? Date().timeIntervalSinceReferenceDate
}

/// Sets OCSP responses (statements about revocation, RFC 6960) that came with the certificates.
///
/// The responses are used only if a policy checks revocation (`SecPolicyCreateRevocation`). The
/// moment of the evaluation must lie in the response's period of validity. The certificate's
/// issuer, or a signer named by that issuer, must have signed the response. Invalid responses and
/// responses about other certificates have no effect.
///
/// - Parameter responseData: a data object or an array of data objects; nil for no responses. The
///   first 32 responses are read, of at most 64 KiB each.
/// - Returns: errSecParam for objects that are not data.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
  guard let responses = responseData.map({ TrustObjects.bytes(in: $0) }) ?? [] else {
    return errSecParam
  }
  trust.change { $0.responses = responses }
  return errSecSuccess
}

/// Accepts signed certificate timestamps, by which public logs state that they list a certificate
/// (RFC 6962), and ignores them.
///
/// No policy of Latchkey needs the timestamps.
///
/// - Parameter sctArray: an array of data objects; nil for no timestamps.
/// - Returns: errSecParam for objects that are not data.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(_ trust: SecTrust, _ sctArray: CFArray?)
  -> OSStatus
{
  guard let sctArray else { return errSecSuccess }
  return TrustObjects.bytes(in: sctArray) == nil ? errSecParam : errSecSuccess
}

/// Returns the public key of the evaluated certificate, even if the certificate is not trusted.
///
/// - Returns: nil if the key is neither an RSA key, nor an Ed25519 key, nor a key on a NIST curve.
@discardableResult
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
  SecCertificateCopyKey(trust.question.withLock { $0.certificates[0] })
}

/// Returns the public key of the evaluated certificate, as `SecTrustCopyKey` does, under the former
/// name of that function.
@available(*, deprecated, renamed: "SecTrustCopyKey")
@discardableResult
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

/// Would set options of a trust evaluation, but is not implemented.
///
/// - Returns: errSecUnimplemented. Use `SecTrustSetVerifyDate` and `SecTrustSetAnchorCertificates`
///   to set dates and anchors.
@discardableResult
public func SecTrustSetOptions(_ trustRef: SecTrust, _ options: SecTrustOptionFlags) -> OSStatus {
  errSecUnimplemented
}
