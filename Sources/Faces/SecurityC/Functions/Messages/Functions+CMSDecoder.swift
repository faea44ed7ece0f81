// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("CMSDecoderCopyAllCerts")
package func c_CMSDecoderCopyAllCerts(_ cmsDecoder: Ref?, _ certsOut: Place?) -> Int32 {
  answering(errSecParam) {
    try copying(needing: certsOut) { (certsOut) in
      CMSDecoderCopyAllCerts(try needed(cmsDecoder), certsOut)
    }
  }
}

@_cdecl("CMSDecoderCopyContent")
package func c_CMSDecoderCopyContent(_ cmsDecoder: Ref?, _ contentOut: Place?) -> Int32 {
  answering(errSecParam) {
    try copying(needing: contentOut) { (contentOut) in
      CMSDecoderCopyContent(try needed(cmsDecoder), contentOut)
    }
  }
}

@_cdecl("CMSDecoderCopyDetachedContent")
package func c_CMSDecoderCopyDetachedContent(_ cmsDecoder: Ref?, _ detachedContentOut: Place?)
  -> Int32
{
  answering(errSecParam) {
    try copying(needing: detachedContentOut) { (detachedContentOut) in
      CMSDecoderCopyDetachedContent(try needed(cmsDecoder), detachedContentOut)
    }
  }
}

@_cdecl("CMSDecoderCopyEncapsulatedContentType")
package func c_CMSDecoderCopyEncapsulatedContentType(_ cmsDecoder: Ref?, _ eContentTypeOut: Place?)
  -> Int32
{
  answering(errSecParam) {
    try copying(needing: eContentTypeOut) { (eContentTypeOut) in
      CMSDecoderCopyEncapsulatedContentType(try needed(cmsDecoder), eContentTypeOut)
    }
  }
}

@_cdecl("CMSDecoderCopySignerCert")
package func c_CMSDecoderCopySignerCert(
  _ cmsDecoder: Ref?, _ signerIndex: Int, _ signerCertOut: Place?
) -> Int32 {
  answering(errSecParam) {
    try copying(needing: signerCertOut) { (signerCertOut) in
      CMSDecoderCopySignerCert(try needed(cmsDecoder), signerIndex, signerCertOut)
    }
  }
}

@_cdecl("CMSDecoderCopySignerEmailAddress")
package func c_CMSDecoderCopySignerEmailAddress(
  _ cmsDecoder: Ref?, _ signerIndex: Int, _ signerEmailAddressOut: Place?
) -> Int32 {
  answering(errSecParam) {
    try copying(needing: signerEmailAddressOut) { (signerEmailAddressOut) in
      CMSDecoderCopySignerEmailAddress(try needed(cmsDecoder), signerIndex, signerEmailAddressOut)
    }
  }
}

@_cdecl("CMSDecoderCopySignerSigningTime")
package func c_CMSDecoderCopySignerSigningTime(
  _ cmsDecoder: Ref?, _ signerIndex: Int, _ signingTime: UnsafeMutablePointer<CFAbsoluteTime>?
) -> Int32 {
  answering(errSecParam) {
    CMSDecoderCopySignerSigningTime(try needed(cmsDecoder), signerIndex, try needed(signingTime))
  }
}

@_cdecl("CMSDecoderCopySignerStatus")
package func c_CMSDecoderCopySignerStatus(
  _ cmsDecoder: Ref?, _ signerIndex: Int, _ policyOrArray: Ref?, _ evaluateSecTrust: UInt8,
  _ signerStatusOut: UnsafeMutablePointer<UInt32>?, _ secTrustOut: Place?,
  _ certVerifyResultCodeOut: UnsafeMutablePointer<OSStatus>?
) -> Int32 {
  answering(errSecParam) {
    let signerStatusOutPlace = signerStatusOut
    var signerStatusOutValue = CMSSignerStatus.unsigned
    let answer = try copying(secTrustOut) { (secTrustOut) in
      CMSDecoderCopySignerStatus(
        try needed(cmsDecoder), signerIndex, try needed(policyOrArray), evaluateSecTrust != 0,
        &signerStatusOutValue, secTrustOut, certVerifyResultCodeOut)
    }
    if answer == errSecSuccess { signerStatusOutPlace?.pointee = signerStatusOutValue.rawValue }
    return answer
  }
}

@_cdecl("CMSDecoderCopySignerTimestamp")
package func c_CMSDecoderCopySignerTimestamp(
  _ cmsDecoder: Ref?, _ signerIndex: Int, _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>?
) -> Int32 {
  answering(errSecParam) {
    CMSDecoderCopySignerTimestamp(try needed(cmsDecoder), signerIndex, try needed(timestamp))
  }
}

@_cdecl("CMSDecoderCopySignerTimestampCertificates")
package func c_CMSDecoderCopySignerTimestampCertificates(
  _ cmsDecoder: Ref?, _ signerIndex: Int, _ certificateRefs: Place?
) -> Int32 {
  answering(errSecParam) {
    try copying(needing: certificateRefs) { (certificateRefs) in
      CMSDecoderCopySignerTimestampCertificates(
        try needed(cmsDecoder), signerIndex, certificateRefs)
    }
  }
}

@_cdecl("CMSDecoderCopySignerTimestampWithPolicy")
package func c_CMSDecoderCopySignerTimestampWithPolicy(
  _ cmsDecoder: Ref?, _ timeStampPolicy: Ref?, _ signerIndex: Int,
  _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>?
) -> Int32 {
  answering(errSecParam) {
    CMSDecoderCopySignerTimestampWithPolicy(
      try needed(cmsDecoder), try allowed(timeStampPolicy), signerIndex, try needed(timestamp))
  }
}

@_cdecl("CMSDecoderCreate")
package func c_CMSDecoderCreate(_ cmsDecoderOut: Place?) -> Int32 {
  answering(errSecParam) {
    try copying(needing: cmsDecoderOut) { (cmsDecoderOut) in CMSDecoderCreate(cmsDecoderOut) }
  }
}

@_cdecl("CMSDecoderFinalizeMessage")
package func c_CMSDecoderFinalizeMessage(_ cmsDecoder: Ref?) -> Int32 {
  answering(errSecParam) {
    CMSDecoderFinalizeMessage(try needed(cmsDecoder))
  }
}

@_cdecl("CMSDecoderGetNumSigners")
package func c_CMSDecoderGetNumSigners(
  _ cmsDecoder: Ref?, _ numSignersOut: UnsafeMutablePointer<Int>?
) -> Int32 {
  answering(errSecParam) {
    CMSDecoderGetNumSigners(try needed(cmsDecoder), try needed(numSignersOut))
  }
}

@_cdecl("CMSDecoderIsContentEncrypted")
package func c_CMSDecoderIsContentEncrypted(
  _ cmsDecoder: Ref?, _ isEncryptedOut: UnsafeMutablePointer<UInt8>?
) -> Int32 {
  answering(errSecParam) {
    let isEncryptedOutPlace = try needed(isEncryptedOut)
    var isEncryptedOutValue: DarwinBoolean = false
    let answer = CMSDecoderIsContentEncrypted(try needed(cmsDecoder), &isEncryptedOutValue)
    if answer == errSecSuccess {
      isEncryptedOutPlace.pointee = isEncryptedOutValue.boolValue ? 1 : 0
    }
    return answer
  }
}

@_cdecl("CMSDecoderSetDetachedContent")
package func c_CMSDecoderSetDetachedContent(_ cmsDecoder: Ref?, _ detachedContent: Ref?) -> Int32 {
  answering(errSecParam) {
    CMSDecoderSetDetachedContent(try needed(cmsDecoder), try needed(detachedContent))
  }
}

@_cdecl("CMSDecoderSetSearchKeychain")
package func c_CMSDecoderSetSearchKeychain(_ cmsDecoder: Ref?, _ keychainOrArray: Ref?) -> Int32 {
  answering(errSecParam) {
    CMSDecoderSetSearchKeychain(try needed(cmsDecoder), try needed(keychainOrArray))
  }
}

@_cdecl("CMSDecoderUpdateMessage")
package func c_CMSDecoderUpdateMessage(
  _ cmsDecoder: Ref?, _ msgBytes: UnsafeRawPointer?, _ msgBytesLen: Int
) -> Int32 {
  answering(errSecParam) {
    CMSDecoderUpdateMessage(try needed(cmsDecoder), try needed(msgBytes), msgBytesLen)
  }
}
