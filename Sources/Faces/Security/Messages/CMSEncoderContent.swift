// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
public import Foundation
import KeychainTypes
import SecureMemory

/// Adds a part of the content to the message; may be called many times.
///
/// - Returns: errSecParam if the message has neither signers nor recipients nor certificates, if
///   the message is finished, or if the length is negative.
@discardableResult
public func CMSEncoderUpdateContent(
  _ cmsEncoder: CMSEncoder, _ content: UnsafeRawPointer, _ contentLen: Int
) -> OSStatus {
  guard let part = unsafe MessageObjects.bytes(content, contentLen) else { return errSecParam }
  return cmsEncoder.draft.withLock { draft in
    guard draft.message == nil, draft.isUseful else { return errSecParam }
    draft.isBegun = true
    draft.content.append(part)
    return errSecSuccess
  }
}

/// Finishes the message and stores it in a variable (Specification/certificates.md, "CMS
/// messages").
///
/// Signatures are made by this call, so the user may be asked to permit the use of a key. A message
/// with neither signers nor recipients contains only certificates.
///
/// - Parameter encodedContentOut: receives the message in DER.
/// - Returns: errSecParam if a message with signers or recipients has no content yet, or if there
///   is nothing to put into the message. Also errSecParam for a key that cannot sign or encrypt.
@discardableResult
public func CMSEncoderCopyEncodedContent(
  _ cmsEncoder: CMSEncoder, _ encodedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  importing { () throws(KeychainError) in
    let draft = cmsEncoder.draft.withLock { $0 }
    let message: SecretBytes
    if let made = draft.message { message = made } else { message = try draft.encoded() }
    cmsEncoder.draft.withLock {
      $0.message = message
      $0.isBegun = true
    }
    unsafe encodedContentOut.pointee = ResultBytes(message)
    return errSecSuccess
  }
}

/// Makes a message in one call.
///
/// - Parameters:
///   - signers: an identity or an array of identities; nil for a message without signatures.
///   - recipients: a certificate or an array of certificates; nil for a message in the clear.
///   - eContentTypeOID: the type of the content as text with dots, or as data; nil for plain data.
///   - detachedContent: true to leave the content out of a signed message.
///   - encodedContentOut: receives the message in DER.
/// - Returns: errSecParam if there are neither signers nor recipients, and the statuses of the
///   functions that set these options.
@discardableResult
public func CMSEncodeContent(
  _ signers: CFTypeRef?, _ recipients: CFTypeRef?, _ eContentTypeOID: CFTypeRef?,
  _ detachedContent: Bool, _ signedAttributes: CMSSignedAttributes, _ content: UnsafeRawPointer,
  _ contentLen: Int, _ encodedContentOut: UnsafeMutablePointer<CFData?>?
) -> OSStatus {
  guard signers != nil || recipients != nil, let place = unsafe encodedContentOut else {
    return errSecParam
  }
  let encoder = CMSEncoder()
  var statuses = [
    CMSEncoderSetHasDetachedContent(encoder, detachedContent),
    CMSEncoderAddSignedAttributes(encoder, signedAttributes),
  ]
  if let signers { statuses.append(CMSEncoderAddSigners(encoder, signers)) }
  if let recipients { statuses.append(CMSEncoderAddRecipients(encoder, recipients)) }
  if let eContentTypeOID {
    statuses.append(CMSEncoderSetEncapsulatedContentTypeOID(encoder, eContentTypeOID))
  }
  unsafe statuses.append(CMSEncoderUpdateContent(encoder, content, contentLen))
  if let failure = statuses.first(where: { $0 != errSecSuccess }) { return failure }
  return unsafe CMSEncoderCopyEncodedContent(encoder, place)
}

/// Would store the moment of a signature's timestamp; messages of Latchkey have no timestamps.
///
/// - Returns: errSecTimestampMissing, or errSecParam if the message is not finished or has no
///   signer with this index.
@discardableResult
public func CMSEncoderCopySignerTimestamp(
  _ cmsEncoder: CMSEncoder, _ signerIndex: Int, _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
  unsafe CMSEncoderCopySignerTimestampWithPolicy(cmsEncoder, nil, signerIndex, timestamp)
}

/// Would store the moment of a signature's timestamp; messages of Latchkey have no timestamps.
///
/// - Returns: errSecTimestampMissing, or errSecParam if the message is not finished or has no
///   signer with this index.
@discardableResult
public func CMSEncoderCopySignerTimestampWithPolicy(
  _ cmsEncoder: CMSEncoder, _ timeStampPolicy: CFTypeRef?, _ signerIndex: Int,
  _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
  let draft = cmsEncoder.draft.withLock { $0 }
  guard draft.message != nil, draft.signers.indices.contains(signerIndex) else {
    return errSecParam
  }
  return errSecTimestampMissing
}

extension MessageDraft {
  /// True if the message has signers, recipients or certificates, so that it is worth making.
  fileprivate var isUseful: Bool {
    !signers.isEmpty || !recipients.isEmpty || !certificates.isEmpty
  }

  /// Makes the message.
  ///
  /// The thread must have entered the fork barrier (which delays forks during calls) exactly once.
  fileprivate func encoded() throws(KeychainError) -> SecretBytes {
    guard isUseful else {
      throw .parameter("the message has neither signers nor recipients nor certificates")
    }
    let hasPeople = !signers.isEmpty || !recipients.isEmpty
    guard isBegun || !hasPeople else { throw .parameter("the message has no content") }
    guard recipients.isEmpty || !isDetached else {
      throw .parameter("the content of an encrypted message cannot be detached")
    }
    let content = SecretBytes(joining: content)
    guard !recipients.isEmpty else {
      return try signed().message(of: hasPeople ? content : nil)
    }
    let envelope = EnvelopedMessageDraft(for: recipients.map(\.value))
    guard !signers.isEmpty else {
      return try envelope.message(of: content, contentType ?? MessageOID.data).message
    }
    return try envelope.message(of: signed().body(of: content), MessageOID.signedData).message
  }

  private func signed() throws(KeychainError) -> SignedMessageDraft {
    var draft = SignedMessageDraft()
    draft.contentType = contentType ?? MessageOID.data
    draft.isDetached = isDetached
    draft.hash = hash
    draft.attributes = SignedAttributeKinds(rawValue: attributes.rawValue & 0x0f)
    draft.signingTime =
      Instant(secondsSinceReference: Date().timeIntervalSinceReferenceDate) ?? .reference
    for signer in signers {
      guard let key = signer.privateKey.messageKey else {
        throw .parameter("the private key of a signer cannot sign")
      }
      draft.signers.append(MessageIdentity(signer.certificate.value, key))
    }
    var added: Set<Certificate> = []
    for certificate in try chains() + certificates.map(\.value)
    where added.insert(certificate).inserted {
      draft.certificates.append(certificate)
    }
    return draft
  }

  /// Returns the certificates that the chain mode selects from the chains of all signers.
  private func chains() throws(KeychainError) -> [Certificate] {
    var found: [Certificate] = []
    for signer in signers {
      switch chainMode {
      case .none: break
      case .signerOnly: found.append(signer.certificate.value)
      case .chain, .chainWithRoot, .chainWithRootOrFail: found += try chain(of: signer)
      }
    }
    return found
  }

  private func chain(of signer: SecIdentity) throws(KeychainError) -> [Certificate] {
    let question = TrustQuestion(
      [signer.certificate] + certificates, [SecPolicyCreateBasicX509()])
    let found = SecTrust(question).chain()?.map(\.value) ?? [signer.certificate.value]
    switch chainMode {
    case .chainWithRoot: return found
    case .chainWithRootOrFail:
      guard found.endsInRoot else {
        throw KeychainError(.itemNotFound, "the root certificate of a signer is missing")
      }
      return found
    case .none, .signerOnly, .chain: return found.withoutRoot
    }
  }
}
