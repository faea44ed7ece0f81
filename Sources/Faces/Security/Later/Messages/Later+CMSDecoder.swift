// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of CMSDecoder.h that are not there yet.

/// Not there yet: no function gives one.
public final class CMSDecoder: Hashable, Sendable {
  init() {}

  /// Whether both are one object.
  public static func == (left: CMSDecoder, right: CMSDecoder) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopyAllCerts(
  _ cmsDecoder: CMSDecoder, _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopyContent(
  _ cmsDecoder: CMSDecoder, _ contentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopyDetachedContent(
  _ cmsDecoder: CMSDecoder, _ detachedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopyEncapsulatedContentType(
  _ cmsDecoder: CMSDecoder, _ eContentTypeOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerCert(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
  _ signerCertOut: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerEmailAddress(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
  _ signerEmailAddressOut: UnsafeMutablePointer<CFString?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerSigningTime(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ signingTime: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerStatus(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ policyOrArray: CFTypeRef,
  _ evaluateSecTrust: Bool, _ signerStatusOut: UnsafeMutablePointer<CMSSignerStatus>?,
  _ secTrustOut: UnsafeMutablePointer<SecTrust?>?,
  _ certVerifyResultCodeOut: UnsafeMutablePointer<OSStatus>?
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerTimestamp(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerTimestampCertificates(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ certificateRefs: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerTimestampWithPolicy(
  _ cmsDecoder: CMSDecoder, _ timeStampPolicy: CFTypeRef?, _ signerIndex: Int,
  _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCreate(_ cmsDecoderOut: UnsafeMutablePointer<CMSDecoder?>) -> OSStatus {
  errSecUnimplemented
}

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderFinalizeMessage(_ cmsDecoder: CMSDecoder) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderGetNumSigners(
  _ cmsDecoder: CMSDecoder, _ numSignersOut: UnsafeMutablePointer<Int>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
@discardableResult
public func CMSDecoderGetTypeID() -> CFTypeID { 597 }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderIsContentEncrypted(
  _ cmsDecoder: CMSDecoder, _ isEncryptedOut: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus { errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderSetDetachedContent(_ cmsDecoder: CMSDecoder, _ detachedContent: CFData)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderSetSearchKeychain(_ cmsDecoder: CMSDecoder, _ keychainOrArray: CFTypeRef)
  -> OSStatus
{ errSecUnimplemented }

/// Not there yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderUpdateMessage(
  _ cmsDecoder: CMSDecoder, _ msgBytes: UnsafeRawPointer, _ msgBytesLen: Int
) -> OSStatus { errSecUnimplemented }

/// Not there yet: no function gives one.
public enum CMSSignerStatus: UInt32, Sendable {
  /// `kCMSSignerUnsigned`.
  case unsigned = 0
  /// `kCMSSignerValid`.
  case valid = 1
  /// `kCMSSignerNeedsDetachedContent`.
  case needsDetachedContent = 2
  /// `kCMSSignerInvalidSignature`.
  case invalidSignature = 3
  /// `kCMSSignerInvalidCert`.
  case invalidCert = 4
  /// `kCMSSignerInvalidIndex`.
  case invalidIndex = 5
}
