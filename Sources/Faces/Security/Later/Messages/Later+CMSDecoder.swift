// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_later.py: names of CMSDecoder.h that Latchkey does not implement yet.

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public final class CMSDecoder: Hashable, Sendable {
  init() {}

  /// True if `left` and `right` are one object.
  public static func == (left: CMSDecoder, right: CMSDecoder) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopyAllCerts(
  _ cmsDecoder: CMSDecoder, _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopyContent(
  _ cmsDecoder: CMSDecoder, _ contentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopyDetachedContent(
  _ cmsDecoder: CMSDecoder, _ detachedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopyEncapsulatedContentType(
  _ cmsDecoder: CMSDecoder, _ eContentTypeOut: UnsafeMutablePointer<CFData?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerCert(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
  _ signerCertOut: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerEmailAddress(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
  _ signerEmailAddressOut: UnsafeMutablePointer<CFString?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerSigningTime(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ signingTime: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerStatus(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ policyOrArray: CFTypeRef,
  _ evaluateSecTrust: Bool, _ signerStatusOut: UnsafeMutablePointer<CMSSignerStatus>?,
  _ secTrustOut: UnsafeMutablePointer<SecTrust?>?,
  _ certVerifyResultCodeOut: UnsafeMutablePointer<OSStatus>?
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerTimestamp(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerTimestampCertificates(
  _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ certificateRefs: UnsafeMutablePointer<CFArray?>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCopySignerTimestampWithPolicy(
  _ cmsDecoder: CMSDecoder, _ timeStampPolicy: CFTypeRef?, _ signerIndex: Int,
  _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderCreate(_ cmsDecoderOut: UnsafeMutablePointer<CMSDecoder?>) -> OSStatus {
  errSecUnimplemented
}

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderFinalizeMessage(_ cmsDecoder: CMSDecoder) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderGetNumSigners(
  _ cmsDecoder: CMSDecoder, _ numSignersOut: UnsafeMutablePointer<Int>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
@discardableResult
public func CMSDecoderGetTypeID() -> CFTypeID { 597 }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderIsContentEncrypted(
  _ cmsDecoder: CMSDecoder, _ isEncryptedOut: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus { errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderSetDetachedContent(_ cmsDecoder: CMSDecoder, _ detachedContent: CFData)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderSetSearchKeychain(_ cmsDecoder: CMSDecoder, _ keychainOrArray: CFTypeRef)
  -> OSStatus
{ errSecUnimplemented }

/// A function that Latchkey does not implement yet.
///
/// - Returns: errSecUnimplemented.
@discardableResult
public func CMSDecoderUpdateMessage(
  _ cmsDecoder: CMSDecoder, _ msgBytes: UnsafeRawPointer, _ msgBytesLen: Int
) -> OSStatus { errSecUnimplemented }

/// A type of a feature that Latchkey does not implement yet; no function returns a value of it.
public enum CMSSignerStatus: UInt32, Sendable {
  /// `kCMSSignerUnsigned` in C.
  case unsigned = 0
  /// `kCMSSignerValid` in C.
  case valid = 1
  /// `kCMSSignerNeedsDetachedContent` in C.
  case needsDetachedContent = 2
  /// `kCMSSignerInvalidSignature` in C.
  case invalidSignature = 3
  /// `kCMSSignerInvalidCert` in C.
  case invalidCert = 4
  /// `kCMSSignerInvalidIndex` in C.
  case invalidIndex = 5
}
