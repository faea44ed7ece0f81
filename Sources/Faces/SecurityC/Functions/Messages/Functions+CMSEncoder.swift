// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("CMSEncodeContent")
package func c_CMSEncodeContent(
  _ signers: Ref?, _ recipients: Ref?, _ eContentTypeOID: Ref?, _ detachedContent: UInt8,
  _ signedAttributes: UInt32, _ content: UnsafeRawPointer?, _ contentLen: Int,
  _ encodedContentOut: Place?
) -> Int32 {
  answering(errSecParam) {
    try copying(encodedContentOut) { (encodedContentOut) in
      CMSEncodeContent(
        try allowed(signers), try allowed(recipients), try allowed(eContentTypeOID),
        detachedContent != 0, try known(CMSSignedAttributes(rawValue: signedAttributes)),
        try needed(content), contentLen, encodedContentOut)
    }
  }
}

@_cdecl("CMSEncoderAddRecipients")
package func c_CMSEncoderAddRecipients(_ cmsEncoder: Ref?, _ recipientOrArray: Ref?) -> Int32 {
  answering(errSecParam) {
    CMSEncoderAddRecipients(try needed(cmsEncoder), try needed(recipientOrArray))
  }
}

@_cdecl("CMSEncoderAddSignedAttributes")
package func c_CMSEncoderAddSignedAttributes(_ cmsEncoder: Ref?, _ signedAttributes: UInt32)
  -> Int32
{
  answering(errSecParam) {
    CMSEncoderAddSignedAttributes(
      try needed(cmsEncoder), try known(CMSSignedAttributes(rawValue: signedAttributes)))
  }
}

@_cdecl("CMSEncoderAddSigners")
package func c_CMSEncoderAddSigners(_ cmsEncoder: Ref?, _ signerOrArray: Ref?) -> Int32 {
  answering(errSecParam) {
    CMSEncoderAddSigners(try needed(cmsEncoder), try needed(signerOrArray))
  }
}

@_cdecl("CMSEncoderAddSupportingCerts")
package func c_CMSEncoderAddSupportingCerts(_ cmsEncoder: Ref?, _ certOrArray: Ref?) -> Int32 {
  answering(errSecParam) {
    CMSEncoderAddSupportingCerts(try needed(cmsEncoder), try needed(certOrArray))
  }
}

@_cdecl("CMSEncoderCopyEncapsulatedContentType")
package func c_CMSEncoderCopyEncapsulatedContentType(_ cmsEncoder: Ref?, _ eContentTypeOut: Place?)
  -> Int32
{
  answering(errSecParam) {
    try copying(needing: eContentTypeOut) { (eContentTypeOut) in
      CMSEncoderCopyEncapsulatedContentType(try needed(cmsEncoder), eContentTypeOut)
    }
  }
}

@_cdecl("CMSEncoderCopyEncodedContent")
package func c_CMSEncoderCopyEncodedContent(_ cmsEncoder: Ref?, _ encodedContentOut: Place?)
  -> Int32
{
  answering(errSecParam) {
    try copying(needing: encodedContentOut) { (encodedContentOut) in
      CMSEncoderCopyEncodedContent(try needed(cmsEncoder), encodedContentOut)
    }
  }
}

@_cdecl("CMSEncoderCopyRecipients")
package func c_CMSEncoderCopyRecipients(_ cmsEncoder: Ref?, _ recipientsOut: Place?) -> Int32 {
  answering(errSecParam) {
    try copying(needing: recipientsOut) { (recipientsOut) in
      CMSEncoderCopyRecipients(try needed(cmsEncoder), recipientsOut)
    }
  }
}

@_cdecl("CMSEncoderCopySignerTimestamp")
package func c_CMSEncoderCopySignerTimestamp(
  _ cmsEncoder: Ref?, _ signerIndex: Int, _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>?
) -> Int32 {
  answering(errSecParam) {
    CMSEncoderCopySignerTimestamp(try needed(cmsEncoder), signerIndex, try needed(timestamp))
  }
}

@_cdecl("CMSEncoderCopySignerTimestampWithPolicy")
package func c_CMSEncoderCopySignerTimestampWithPolicy(
  _ cmsEncoder: Ref?, _ timeStampPolicy: Ref?, _ signerIndex: Int,
  _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>?
) -> Int32 {
  answering(errSecParam) {
    CMSEncoderCopySignerTimestampWithPolicy(
      try needed(cmsEncoder), try allowed(timeStampPolicy), signerIndex, try needed(timestamp))
  }
}

@_cdecl("CMSEncoderCopySigners")
package func c_CMSEncoderCopySigners(_ cmsEncoder: Ref?, _ signersOut: Place?) -> Int32 {
  answering(errSecParam) {
    try copying(needing: signersOut) { (signersOut) in
      CMSEncoderCopySigners(try needed(cmsEncoder), signersOut)
    }
  }
}

@_cdecl("CMSEncoderCopySupportingCerts")
package func c_CMSEncoderCopySupportingCerts(_ cmsEncoder: Ref?, _ certsOut: Place?) -> Int32 {
  answering(errSecParam) {
    try copying(needing: certsOut) { (certsOut) in
      CMSEncoderCopySupportingCerts(try needed(cmsEncoder), certsOut)
    }
  }
}

@_cdecl("CMSEncoderCreate")
package func c_CMSEncoderCreate(_ cmsEncoderOut: Place?) -> Int32 {
  answering(errSecParam) {
    try copying(needing: cmsEncoderOut) { (cmsEncoderOut) in CMSEncoderCreate(cmsEncoderOut) }
  }
}

@_cdecl("CMSEncoderGetCertificateChainMode")
package func c_CMSEncoderGetCertificateChainMode(
  _ cmsEncoder: Ref?, _ chainModeOut: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  answering(errSecParam) {
    let chainModeOutPlace = try needed(chainModeOut)
    var chainModeOutValue = CMSCertificateChainMode.none
    let answer = CMSEncoderGetCertificateChainMode(try needed(cmsEncoder), &chainModeOutValue)
    if answer == errSecSuccess { chainModeOutPlace.pointee = chainModeOutValue.rawValue }
    return answer
  }
}

@_cdecl("CMSEncoderGetHasDetachedContent")
package func c_CMSEncoderGetHasDetachedContent(
  _ cmsEncoder: Ref?, _ detachedContentOut: UnsafeMutablePointer<UInt8>?
) -> Int32 {
  answering(errSecParam) {
    let detachedContentOutPlace = try needed(detachedContentOut)
    var detachedContentOutValue: DarwinBoolean = false
    let answer = CMSEncoderGetHasDetachedContent(try needed(cmsEncoder), &detachedContentOutValue)
    if answer == errSecSuccess {
      detachedContentOutPlace.pointee = detachedContentOutValue.boolValue ? 1 : 0
    }
    return answer
  }
}

@_cdecl("CMSEncoderSetCertificateChainMode")
package func c_CMSEncoderSetCertificateChainMode(_ cmsEncoder: Ref?, _ chainMode: UInt32) -> Int32 {
  answering(errSecParam) {
    CMSEncoderSetCertificateChainMode(
      try needed(cmsEncoder), try known(CMSCertificateChainMode(rawValue: chainMode)))
  }
}

@_cdecl("CMSEncoderSetEncapsulatedContentTypeOID")
package func c_CMSEncoderSetEncapsulatedContentTypeOID(_ cmsEncoder: Ref?, _ eContentTypeOID: Ref?)
  -> Int32
{
  answering(errSecParam) {
    CMSEncoderSetEncapsulatedContentTypeOID(try needed(cmsEncoder), try needed(eContentTypeOID))
  }
}

@_cdecl("CMSEncoderSetHasDetachedContent")
package func c_CMSEncoderSetHasDetachedContent(_ cmsEncoder: Ref?, _ detachedContent: UInt8)
  -> Int32
{
  answering(errSecParam) {
    CMSEncoderSetHasDetachedContent(try needed(cmsEncoder), detachedContent != 0)
  }
}

@_cdecl("CMSEncoderSetSignerAlgorithm")
package func c_CMSEncoderSetSignerAlgorithm(_ cmsEncoder: Ref?, _ digestAlgorithm: Ref?) -> Int32 {
  answering(errSecParam) {
    CMSEncoderSetSignerAlgorithm(try needed(cmsEncoder), try needed(digestAlgorithm))
  }
}

@_cdecl("CMSEncoderUpdateContent")
package func c_CMSEncoderUpdateContent(
  _ cmsEncoder: Ref?, _ content: UnsafeRawPointer?, _ contentLen: Int
) -> Int32 {
  answering(errSecParam) {
    CMSEncoderUpdateContent(try needed(cmsEncoder), try needed(content), contentLen)
  }
}
