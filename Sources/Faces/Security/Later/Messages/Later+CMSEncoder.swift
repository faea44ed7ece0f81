// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of CMSEncoder.h that Latchkey does not implement yet.

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum CMSCertificateChainMode: UInt32, Sendable {
  /// `kCMSCertificateNone` in C.
  case none = 0
  /// `kCMSCertificateSignerOnly` in C.
  case signerOnly = 1
  /// `kCMSCertificateChain` in C.
  case chain = 2
  /// `kCMSCertificateChainWithRoot` in C.
  case chainWithRoot = 3
  /// `kCMSCertificateChainWithRootOrFail` in C.
  case chainWithRootOrFail = 4
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncodeContent(
  _ signers: CFTypeRef?, _ recipients: CFTypeRef?, _ eContentTypeOID: CFTypeRef?,
  _ detachedContent: Bool, _ signedAttributes: CMSSignedAttributes, _ content: UnsafeRawPointer,
  _ contentLen: Int, _ encodedContentOut: UnsafeMutablePointer<CFData?>?
) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class CMSEncoder: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: CMSEncoder, right: CMSEncoder) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderAddRecipients(_ cmsEncoder: CMSEncoder, _ recipientOrArray: CFTypeRef)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderAddSignedAttributes(
  _ cmsEncoder: CMSEncoder, _ signedAttributes: CMSSignedAttributes
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderAddSigners(_ cmsEncoder: CMSEncoder, _ signerOrArray: CFTypeRef) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderAddSupportingCerts(_ cmsEncoder: CMSEncoder, _ certOrArray: CFTypeRef)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopyEncapsulatedContentType(
  _ cmsEncoder: CMSEncoder, _ eContentTypeOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopyEncodedContent(
  _ cmsEncoder: CMSEncoder, _ encodedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopyRecipients(
  _ cmsEncoder: CMSEncoder, _ recipientsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopySignerTimestamp(
  _ cmsEncoder: CMSEncoder, _ signerIndex: Int, _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopySignerTimestampWithPolicy(
  _ cmsEncoder: CMSEncoder, _ timeStampPolicy: CFTypeRef?, _ signerIndex: Int,
  _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopySigners(
  _ cmsEncoder: CMSEncoder, _ signersOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCopySupportingCerts(
  _ cmsEncoder: CMSEncoder, _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderCreate(_ cmsEncoderOut: UnsafeMutablePointer<CMSEncoder?>) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderGetCertificateChainMode(
  _ cmsEncoder: CMSEncoder, _ chainModeOut: UnsafeMutablePointer<CMSCertificateChainMode>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderGetHasDetachedContent(
  _ cmsEncoder: CMSEncoder, _ detachedContentOut: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
@discardableResult
public func CMSEncoderGetTypeID() -> CFTypeID { 620 }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderSetCertificateChainMode(
  _ cmsEncoder: CMSEncoder, _ chainMode: CMSCertificateChainMode
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderSetEncapsulatedContentTypeOID(
  _ cmsEncoder: CMSEncoder, _ eContentTypeOID: CFTypeRef
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderSetHasDetachedContent(_ cmsEncoder: CMSEncoder, _ detachedContent: Bool)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderSetSignerAlgorithm(_ cmsEncoder: CMSEncoder, _ digestAlgorithm: CFString)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSEncoderUpdateContent(
  _ cmsEncoder: CMSEncoder, _ content: UnsafeRawPointer, _ contentLen: Int
) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public struct CMSSignedAttributes: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt32

  /// Makes a set of options from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `kCMSAttrSmimeCapabilities` in C.
  public static let attrSmimeCapabilities = CMSSignedAttributes(rawValue: 1)
  /// `kCMSAttrSmimeEncryptionKeyPrefs` in C.
  public static let attrSmimeEncryptionKeyPrefs = CMSSignedAttributes(rawValue: 2)
  /// `kCMSAttrSmimeMSEncryptionKeyPrefs` in C.
  public static let attrSmimeMSEncryptionKeyPrefs = CMSSignedAttributes(rawValue: 4)
  /// `kCMSAttrSigningTime` in C.
  public static let attrSigningTime = CMSSignedAttributes(rawValue: 8)
  /// `kCMSAttrAppleCodesigningHashAgility` in C.
  public static let attrAppleCodesigningHashAgility = CMSSignedAttributes(rawValue: 16)
  /// `kCMSAttrAppleCodesigningHashAgilityV2` in C.
  public static let attrAppleCodesigningHashAgilityV2 = CMSSignedAttributes(rawValue: 32)
  /// `kCMSAttrAppleExpirationTime` in C.
  public static let attrAppleExpirationTime = CMSSignedAttributes(rawValue: 64)
}

/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA1: CFString = "sha1"
/// A constant of a feature that Latchkey does not implement yet; no function uses it.
@safe nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA256: CFString = "sha256"
