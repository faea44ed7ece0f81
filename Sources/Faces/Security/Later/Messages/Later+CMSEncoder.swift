// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of CMSEncoder.h that are not there yet.

/// Not there yet: no function gives one.
public enum CMSCertificateChainMode: UInt32, Sendable {
  /// `kCMSCertificateNone`.
  case none = 0
  /// `kCMSCertificateSignerOnly`.
  case signerOnly = 1
  /// `kCMSCertificateChain`.
  case chain = 2
  /// `kCMSCertificateChainWithRoot`.
  case chainWithRoot = 3
  /// `kCMSCertificateChainWithRootOrFail`.
  case chainWithRootOrFail = 4
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncodeContent(
  _ signers: CFTypeRef?, _ recipients: CFTypeRef?, _ eContentTypeOID: CFTypeRef?,
  _ detachedContent: Bool, _ signedAttributes: CMSSignedAttributes, _ content: UnsafeRawPointer,
  _ contentLen: Int, _ encodedContentOut: UnsafeMutablePointer<CFData?>?
) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function gives one.
public final class CMSEncoder: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: CMSEncoder, right: CMSEncoder) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderAddRecipients(_ cmsEncoder: CMSEncoder, _ recipientOrArray: CFTypeRef)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderAddSignedAttributes(
  _ cmsEncoder: CMSEncoder, _ signedAttributes: CMSSignedAttributes
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderAddSigners(_ cmsEncoder: CMSEncoder, _ signerOrArray: CFTypeRef) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderAddSupportingCerts(_ cmsEncoder: CMSEncoder, _ certOrArray: CFTypeRef)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopyEncapsulatedContentType(
  _ cmsEncoder: CMSEncoder, _ eContentTypeOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopyEncodedContent(
  _ cmsEncoder: CMSEncoder, _ encodedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopyRecipients(
  _ cmsEncoder: CMSEncoder, _ recipientsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopySignerTimestamp(
  _ cmsEncoder: CMSEncoder, _ signerIndex: Int, _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopySignerTimestampWithPolicy(
  _ cmsEncoder: CMSEncoder, _ timeStampPolicy: CFTypeRef?, _ signerIndex: Int,
  _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopySigners(
  _ cmsEncoder: CMSEncoder, _ signersOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopySupportingCerts(
  _ cmsEncoder: CMSEncoder, _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCreate(_ cmsEncoderOut: UnsafeMutablePointer<CMSEncoder?>) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderGetCertificateChainMode(
  _ cmsEncoder: CMSEncoder, _ chainModeOut: UnsafeMutablePointer<CMSCertificateChainMode>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderGetHasDetachedContent(
  _ cmsEncoder: CMSEncoder, _ detachedContentOut: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
@discardableResult
public func CMSEncoderGetTypeID() -> CFTypeID { 620 }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderSetCertificateChainMode(
  _ cmsEncoder: CMSEncoder, _ chainMode: CMSCertificateChainMode
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderSetEncapsulatedContentTypeOID(
  _ cmsEncoder: CMSEncoder, _ eContentTypeOID: CFTypeRef
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderSetHasDetachedContent(_ cmsEncoder: CMSEncoder, _ detachedContent: Bool)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderSetSignerAlgorithm(_ cmsEncoder: CMSEncoder, _ digestAlgorithm: CFString)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderUpdateContent(
  _ cmsEncoder: CMSEncoder, _ content: UnsafeRawPointer, _ contentLen: Int
) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function gives one.
public struct CMSSignedAttributes: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// A set of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kCMSAttrSmimeCapabilities`.
  public static let attrSmimeCapabilities = CMSSignedAttributes(rawValue: 1)
  /// `kCMSAttrSmimeEncryptionKeyPrefs`.
  public static let attrSmimeEncryptionKeyPrefs = CMSSignedAttributes(rawValue: 2)
  /// `kCMSAttrSmimeMSEncryptionKeyPrefs`.
  public static let attrSmimeMSEncryptionKeyPrefs = CMSSignedAttributes(rawValue: 4)
  /// `kCMSAttrSigningTime`.
  public static let attrSigningTime = CMSSignedAttributes(rawValue: 8)
  /// `kCMSAttrAppleCodesigningHashAgility`.
  public static let attrAppleCodesigningHashAgility = CMSSignedAttributes(rawValue: 16)
  /// `kCMSAttrAppleCodesigningHashAgilityV2`.
  public static let attrAppleCodesigningHashAgilityV2 = CMSSignedAttributes(rawValue: 32)
  /// `kCMSAttrAppleExpirationTime`.
  public static let attrAppleExpirationTime = CMSSignedAttributes(rawValue: 64)
}

/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA1: CFString = "sha1"
/// Not there yet: no function knows it.
@safe nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA256: CFString = "sha256"
