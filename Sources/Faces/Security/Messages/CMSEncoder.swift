// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
public import Foundation
import KeychainTypes
import SecureMemory

/// An encoder, which makes one message of the Cryptographic Message Syntax: signed, encrypted, or
/// both (Specification/certificates.md, "CMS messages").
///
/// The signers, recipients and options are set first. Then `CMSEncoderUpdateContent` takes the
/// content, and `CMSEncoderCopyEncodedContent` returns the message. An encoder may be used by many
/// threads.
public final class CMSEncoder {
  let draft = Lock(MessageDraft())

  init() {}
}

extension CMSEncoder: Hashable {
  /// True if `left` and `right` are the same object.
  public static func == (left: CMSEncoder, right: CMSEncoder) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMSEncoder {
  /// Changes the options of the message.
  ///
  /// - Returns: errSecParam, without a change, if the caller has passed a part of the content or
  ///   has received the finished message.
  fileprivate func set(_ change: (inout MessageDraft) -> Void) -> OSStatus {
    draft.withLock { draft in
      guard !draft.isBegun else { return errSecParam }
      change(&draft)
      return errSecSuccess
    }
  }
}

/// Returns the type identifier of `CMSEncoder`.
@discardableResult
public func CMSEncoderGetTypeID() -> CFTypeID { TypeIdentifier.messageEncoder.rawValue }

/// Makes an encoder for one message.
///
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSEncoderCreate(_ cmsEncoderOut: UnsafeMutablePointer<CMSEncoder?>) -> OSStatus {
  unsafe cmsEncoderOut.pointee = CMSEncoder()
  return errSecSuccess
}

/// Sets the hash function of the signatures.
///
/// - Parameter digestAlgorithm: `kCMSEncoderDigestAlgorithmSHA256`, which is the default, or
///   `kCMSEncoderDigestAlgorithmSHA1`.
/// - Returns: errSecParam for another text, and after `CMSEncoderUpdateContent`.
@discardableResult
public func CMSEncoderSetSignerAlgorithm(_ cmsEncoder: CMSEncoder, _ digestAlgorithm: CFString)
  -> OSStatus
{
  switch String(digestAlgorithm) {
  case String(kCMSEncoderDigestAlgorithmSHA1): cmsEncoder.set { $0.hash = .sha1 }
  case String(kCMSEncoderDigestAlgorithmSHA256): cmsEncoder.set { $0.hash = .sha256 }
  default: errSecParam
  }
}

/// Adds signers of the message.
///
/// - Parameter signerOrArray: an identity or an array of identities.
/// - Returns: errSecParam for other objects, and after `CMSEncoderUpdateContent`.
@discardableResult
public func CMSEncoderAddSigners(_ cmsEncoder: CMSEncoder, _ signerOrArray: CFTypeRef) -> OSStatus {
  guard let added: [SecIdentity] = MessageObjects.all(in: signerOrArray) else { return errSecParam }
  return cmsEncoder.set { $0.signers += added }
}

/// Stores the signers in a variable.
///
/// - Parameter signersOut: receives an array of identities; nil if there are no signers.
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSEncoderCopySigners(
  _ cmsEncoder: CMSEncoder, _ signersOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  let signers = cmsEncoder.draft.withLock { $0 }.signers
  unsafe signersOut.pointee = signers.isEmpty ? nil : signers as NSArray
  return errSecSuccess
}

/// Adds recipients: people who can decrypt the message, each named by a certificate.
///
/// - Parameter recipientOrArray: a certificate, or an array of certificates.
/// - Returns: errSecParam for other objects, and after `CMSEncoderUpdateContent`.
@discardableResult
public func CMSEncoderAddRecipients(_ cmsEncoder: CMSEncoder, _ recipientOrArray: CFTypeRef)
  -> OSStatus
{
  guard let added: [SecCertificate] = MessageObjects.all(in: recipientOrArray) else {
    return errSecParam
  }
  return cmsEncoder.set { $0.recipients += added }
}

/// Stores the recipients in a variable.
///
/// - Parameter recipientsOut: receives an array of certificates; nil if there are no recipients.
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSEncoderCopyRecipients(
  _ cmsEncoder: CMSEncoder, _ recipientsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  let recipients = cmsEncoder.draft.withLock { $0 }.recipients
  unsafe recipientsOut.pointee = recipients.isEmpty ? nil : recipients as NSArray
  return errSecSuccess
}

/// Sets whether the content of a signed message is sent beside the message.
///
/// An encrypted message always contains its content.
///
/// - Parameter detachedContent: true to leave the content out of the message, so that the caller
///   must send it separately.
/// - Returns: errSecParam after `CMSEncoderUpdateContent`.
@discardableResult
public func CMSEncoderSetHasDetachedContent(_ cmsEncoder: CMSEncoder, _ detachedContent: Bool)
  -> OSStatus
{
  cmsEncoder.set { $0.isDetached = detachedContent }
}

/// Stores in a variable whether the content is sent beside the message.
///
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSEncoderGetHasDetachedContent(
  _ cmsEncoder: CMSEncoder, _ detachedContentOut: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  let isDetached = cmsEncoder.draft.withLock { $0.isDetached }
  unsafe detachedContentOut.pointee = DarwinBoolean(isDetached)
  return errSecSuccess
}

/// Sets the type of the signed content; plain data if it is not set.
///
/// - Parameter eContentTypeOID: an object identifier as text with dots, or as data in DER.
/// - Returns: errSecParam if this is not an object identifier, and after `CMSEncoderUpdateContent`.
@discardableResult
public func CMSEncoderSetEncapsulatedContentTypeOID(
  _ cmsEncoder: CMSEncoder, _ eContentTypeOID: CFTypeRef
) -> OSStatus {
  guard let type = MessageObjects.identifier(eContentTypeOID) else { return errSecParam }
  return cmsEncoder.set { $0.contentType = type }
}

/// Stores the type of the signed content in a variable.
///
/// - Parameter eContentTypeOut: receives the object identifier of the type, as the content bytes
///   of its DER element. Nil if no type was set.
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSEncoderCopyEncapsulatedContentType(
  _ cmsEncoder: CMSEncoder, _ eContentTypeOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  let type = cmsEncoder.draft.withLock { $0.contentType }
  unsafe eContentTypeOut.pointee = type.map { ResultBytes($0.content) }
  return errSecSuccess
}

/// Adds certificates to the message, in addition to the certificates of the signers.
///
/// - Parameter certOrArray: a certificate or an array of certificates.
/// - Returns: errSecParam for other objects, and after `CMSEncoderUpdateContent`.
@discardableResult
public func CMSEncoderAddSupportingCerts(_ cmsEncoder: CMSEncoder, _ certOrArray: CFTypeRef)
  -> OSStatus
{
  guard let added: [SecCertificate] = MessageObjects.all(in: certOrArray) else {
    return errSecParam
  }
  return cmsEncoder.set { $0.certificates += added }
}

/// Stores in a variable the certificates that were added to the message.
///
/// - Parameter certsOut: receives an array of certificates; nil if no certificates were added.
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSEncoderCopySupportingCerts(
  _ cmsEncoder: CMSEncoder, _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  let certificates = cmsEncoder.draft.withLock { $0 }.certificates
  unsafe certsOut.pointee = certificates.isEmpty ? nil : certificates as NSArray
  return errSecSuccess
}

/// Adds attributes that each signer signs together with the content.
///
/// If no attributes are added and the content is plain data, a signature covers only the content.
/// The `attrApple…` members of `signedAttributes` have no effect, because no public function sets
/// the values of these attributes.
///
/// - Returns: errSecParam after `CMSEncoderUpdateContent`.
@discardableResult
public func CMSEncoderAddSignedAttributes(
  _ cmsEncoder: CMSEncoder, _ signedAttributes: CMSSignedAttributes
) -> OSStatus {
  cmsEncoder.set { $0.attributes.formUnion(signedAttributes) }
}

/// Sets which certificates of each signer the message contains; by default the signer's chain
/// without its root.
///
/// - Returns: errSecParam after `CMSEncoderUpdateContent`.
@discardableResult
public func CMSEncoderSetCertificateChainMode(
  _ cmsEncoder: CMSEncoder, _ chainMode: CMSCertificateChainMode
) -> OSStatus {
  cmsEncoder.set { $0.chainMode = chainMode }
}

/// Stores in a variable which certificates of each signer the message contains.
///
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSEncoderGetCertificateChainMode(
  _ cmsEncoder: CMSEncoder, _ chainModeOut: UnsafeMutablePointer<CMSCertificateChainMode>
) -> OSStatus {
  let mode = cmsEncoder.draft.withLock { $0.chainMode }
  unsafe chainModeOut.pointee = mode
  return errSecSuccess
}
