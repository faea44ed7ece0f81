// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import ExternalFormats
public import Foundation
import KeychainTypes
import SecureMemory

/// Stores the number of signers in a variable; 0 if the message is not signed.
///
/// - Returns: errSecParam if the message was not read.
@discardableResult
public func CMSDecoderGetNumSigners(
  _ cmsDecoder: CMSDecoder, _ numSignersOut: UnsafeMutablePointer<Int>
) -> OSStatus {
  unsafe cmsDecoder.read(numSignersOut) { $0.signed?.signers.count ?? 0 }
}

/// Verifies a signature of the message, and evaluates the trust in its signer.
///
/// - Parameters:
///   - signerIndex: the index of the signer, from 0.
///   - policyOrArray: the policy or policies for the certificate of the signer.
///   - evaluateSecTrust: true to evaluate the trust; false if the caller evaluates the trust object
///     in `secTrustOut` itself.
///   - signerStatusOut: receives the result of the verification.
///   - secTrustOut: receives the trust object for the certificate of the signer; nil if the
///     certificate is missing.
///   - certVerifyResultCodeOut: receives why the certificate is not trusted, or errSecItemNotFound
///     if the certificate is missing; 0 if it is trusted or if the trust was not evaluated.
/// - Returns: errSecParam if the message was not read, and for an object that is not a policy.
@discardableResult
public func CMSDecoderCopySignerStatus(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ policyOrArray: CFTypeRef,
  _ evaluateSecTrust: Bool, _ signerStatusOut: UnsafeMutablePointer<CMSSignerStatus>?,
  _ secTrustOut: UnsafeMutablePointer<SecTrust?>?,
  _ certVerifyResultCodeOut: UnsafeMutablePointer<OSStatus>?
) -> OSStatus {
  importing { () throws(KeychainError) in
    let report = try SignerReport(
      cmsDecoder, signerIndex, policyOrArray, evaluatesTrust: evaluateSecTrust)
    unsafe signerStatusOut?.pointee = report.status
    unsafe secTrustOut?.pointee = report.trust
    unsafe certVerifyResultCodeOut?.pointee = report.code
    return errSecSuccess
  }
}

/// The result of verifying a signature and of evaluating the trust in its signer.
private struct SignerReport {
  var status = CMSSignerStatus.unsigned
  var trust: SecTrust?
  var code = errSecSuccess

  /// Verifies a signature and, if `evaluatesTrust` is true, evaluates the trust in its signer.
  ///
  /// The thread must have entered the fork barrier (which delays forks during calls) exactly once.
  ///
  /// - Parameters:
  ///   - index: the index of the signer, from 0.
  ///   - policies: the policy or policies for the certificate of the signer.
  init(
    _ decoder: CMSDecoder, _ index: Int, _ policies: CFTypeRef, evaluatesTrust: Bool
  ) throws(KeychainError) {
    let state = decoder.state.withLock { $0 }
    guard let message = state.message, let demanded: [SecPolicy] = MessageObjects.all(in: policies),
      !demanded.isEmpty
    else { throw .parameter("the message was not read, or there is no policy") }
    guard let signed = message.signed, !signed.signers.isEmpty else { return }
    guard signed.signers.indices.contains(index) else {
      status = .invalidIndex
      return
    }
    let signer = signed.signers[index]
    let known = signed.certificate(of: signer)
    // The store is asked only if the message lacks the certificate.
    let others = known == nil ? state.identities.certificates(named: signer.reference) : []
    var verdict = state.verdicts[index]
    if verdict == nil {
      var checks = SignatureChecks(signed, detached: state.detached)
      verdict = try checks.verdict(ofSignerAt: index, among: others)
      // A missing certificate may be added to the keychain before the next call, which then needs a
      // new verdict.
      if verdict != .withoutCertificate {
        decoder.keep(verdict, at: index, for: state.detached)
      }
    }
    if let certificate = known ?? others.first {
      let given = [certificate] + signed.certificates.filter { $0 != certificate }
      trust = SecTrust(TrustQuestion(given.map { SecCertificate($0) }, demanded))
    }
    switch verdict {
    case .needsContent: status = .needsDetachedContent
    case .invalid, .unsupported: status = .invalidSignature
    case .withoutCertificate, nil:
      status = .invalidCert
      code = errSecItemNotFound
    case .valid:
      status = .valid
      if evaluatesTrust { try evaluate() }
    }
  }

  private mutating func evaluate() throws(KeychainError) {
    guard let trust else { return }
    let outcome = try trust.outcome()
    guard !outcome.result.isSuccess else { return }
    status = .invalidCert
    code = outcome.worst?.check.status ?? errSecNotTrusted
  }
}

extension CMSDecoder {
  /// Keeps the result of verifying a signature, so that later calls need not verify it again.
  ///
  /// Nothing is kept if the detached content was replaced while the signature was verified.
  ///
  /// - Parameters:
  ///   - verdict: the result; nil to remove the result that was kept.
  ///   - index: the index of the signer, from 0.
  ///   - content: the content with which the signature was verified; nil for the content in the
  ///     message.
  fileprivate func keep(
    _ verdict: SignatureVerdict?, at index: Int, for content: SecretBytes?
  ) {
    state.withLock { state in
      guard (state.detached == nil) == (content == nil) else { return }
      if let kept = state.detached, let content, kept != content { return }
      state.verdicts[index] = verdict
    }
  }

  /// Returns the signed message, and its signer with the given index.
  ///
  /// - Throws: -50 if the message was not read, is not signed or has no signer with this index.
  fileprivate func signer(
    _ index: Int
  ) throws(KeychainError) -> (message: SignedMessage, signer: SignedMessage.Signer) {
    guard let signed = state.withLock({ $0.message })?.signed,
      signed.signers.indices.contains(index)
    else { throw .parameter("the message has no signer with this index") }
    return (signed, signed.signers[index])
  }

  /// Returns the certificate of a signer, from the message or from the keychain.
  ///
  /// - Throws: errSecInternalComponent if the certificate is in neither.
  fileprivate func certificate(ofSignerAt index: Int) throws(KeychainError) -> Certificate {
    let (message, signer) = try signer(index)
    if let known = message.certificate(of: signer) { return known }
    let identities = state.withLock { $0.identities }
    guard let stored = identities.certificates(named: signer.reference).first else {
      throw KeychainError(
        KeychainError.Code(rawValue: errSecInternalComponent),
        "the certificate of the signer is missing")
    }
    return stored
  }
}

/// Stores an e-mail address from the certificate of a signer in a variable.
///
/// - Parameter signerEmailAddressOut: receives the first address; nil for a certificate without
///   addresses.
/// - Returns: errSecParam if the message was not read or has no signer with this index, and
///   errSecInternalComponent if the certificate is missing.
@discardableResult
public func CMSDecoderCopySignerEmailAddress(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
  _ signerEmailAddressOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  importing { () throws(KeychainError) in
    let certificate = try cmsDecoder.certificate(ofSignerAt: signerIndex)
    unsafe signerEmailAddressOut.pointee =
      certificate.emailAddresses.first.map { NSString(string: $0) }
    return errSecSuccess
  }
}

/// Stores the certificate of a signer in a variable.
///
/// - Returns: errSecParam if the message was not read or has no signer with this index.
///   errSecInternalComponent if neither the message nor the keychain has the certificate.
@discardableResult
public func CMSDecoderCopySignerCert(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
  _ signerCertOut: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  importing { () throws(KeychainError) in
    unsafe signerCertOut.pointee =
      SecCertificate(try cmsDecoder.certificate(ofSignerAt: signerIndex))
    return errSecSuccess
  }
}

/// Stores the moment at which a signer claims to have signed, in seconds since
/// 2001-01-01T00:00:00Z.
///
/// The claim is worth as much as the signature: verify the signature too.
///
/// - Returns: errSecParam if the message was not read or has no signer with this index, and
///   errSecSigningTimeMissing if the signer claims no time.
@discardableResult
public func CMSDecoderCopySignerSigningTime(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ signingTime: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
  importing { () throws(KeychainError) in
    guard let moment = try cmsDecoder.signer(signerIndex).signer.signingTime else {
      return errSecSigningTimeMissing
    }
    unsafe signingTime.pointee = moment.secondsSinceReference
    return errSecSuccess
  }
}

/// Stores the moment of the timestamp of a signature, in seconds since 2001-01-01T00:00:00Z.
///
/// The authority that made the timestamp must satisfy the policy for timestamps.
///
/// - Returns: the statuses of `CMSDecoderCopySignerTimestampWithPolicy`.
@discardableResult
public func CMSDecoderCopySignerTimestamp(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
  unsafe CMSDecoderCopySignerTimestampWithPolicy(cmsDecoder, nil, signerIndex, timestamp)
}

/// Stores the moment of the timestamp of a signature, in seconds since 2001-01-01T00:00:00Z.
///
/// The timestamp must be about this signature, and the authority that made the timestamp must be
/// trusted.
///
/// - Parameter timeStampPolicy: the policy that the authority must satisfy; nil for the policy of
///   timestamps.
/// - Returns: errSecParam if the message was not read or has no signer with this index;
///   errSecTimestampMissing, errSecTimestampBadDataFormat, errSecTimestampInvalid or
///   errSecTimestampNotTrusted.
@discardableResult
public func CMSDecoderCopySignerTimestampWithPolicy(
  _ cmsDecoder: CMSDecoder, _ timeStampPolicy: CFTypeRef?, _ signerIndex: Int,
  _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
  importing { () throws(KeychainError) in
    var policies: [SecPolicy]? = [SecPolicy(TrustPolicy(.timeStamping))]
    if let timeStampPolicy { policies = MessageObjects.all(in: timeStampPolicy) }
    guard let policies, !policies.isEmpty else { throw .parameter("there is no policy") }
    let token = try TimestampToken.read(try cmsDecoder.signer(signerIndex).signer)
    guard let authority = token.certificate else { return errSecTimestampInvalid }
    let given = [authority] + token.certificates.filter { $0 != authority }
    var question = TrustQuestion(given.map { SecCertificate($0) }, policies)
    question.moment = token.moment
    guard try SecTrust(question).outcome().result.isSuccess else {
      return errSecTimestampNotTrusted
    }
    unsafe timestamp.pointee = token.moment.secondsSinceReference
    return errSecSuccess
  }
}

/// Stores in a variable the certificates that the timestamp of a signature contains.
///
/// - Returns: the statuses of `CMSDecoderCopySignerTimestampWithPolicy`, except
///   errSecTimestampNotTrusted: the trust is not evaluated.
@discardableResult
public func CMSDecoderCopySignerTimestampCertificates(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ certificateRefs: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  importing { () throws(KeychainError) in
    let token = try TimestampToken.read(try cmsDecoder.signer(signerIndex).signer)
    unsafe certificateRefs.pointee = token.certificates.map { SecCertificate($0) } as NSArray
    return errSecSuccess
  }
}

extension TimestampToken {
  /// Reads the timestamp of a signature.
  ///
  /// - Throws: errSecTimestampMissing, errSecTimestampBadDataFormat or errSecTimestampInvalid.
  fileprivate static func read(
    _ signer: SignedMessage.Signer
  ) throws(KeychainError) -> TimestampToken {
    do throws(Flaw) { return try TimestampToken(signer) } catch {
      let status =
        switch error {
        case .missing: errSecTimestampMissing
        case .malformed: errSecTimestampBadDataFormat
        case .invalid: errSecTimestampInvalid
        }
      throw KeychainError(KeychainError.Code(rawValue: status), "the timestamp proves nothing")
    }
  }
}
