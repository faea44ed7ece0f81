// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecTrustCopyAnchorCertificates")
package func c_SecTrustCopyAnchorCertificates(_ anchors: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: anchors) { (anchors) in SecTrustCopyAnchorCertificates(anchors) }
  }
}

@_cdecl("SecTrustCopyCertificateChain")
package func c_SecTrustCopyCertificateChain(_ trust: Ref?) -> Ref? {
  making {
    SecTrustCopyCertificateChain(try needed(trust))
  }
}

@_cdecl("SecTrustCopyCustomAnchorCertificates")
package func c_SecTrustCopyCustomAnchorCertificates(_ trust: Ref?, _ anchors: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: anchors) { (anchors) in
      SecTrustCopyCustomAnchorCertificates(try needed(trust), anchors)
    }
  }
}

@_cdecl("SecTrustCopyExceptions")
package func c_SecTrustCopyExceptions(_ trust: Ref?) -> Ref? {
  making {
    SecTrustCopyExceptions(try needed(trust))
  }
}

@_cdecl("SecTrustCopyKey")
package func c_SecTrustCopyKey(_ trust: Ref?) -> Ref? {
  making {
    SecTrustCopyKey(try needed(trust))
  }
}

@_cdecl("SecTrustCopyPolicies")
package func c_SecTrustCopyPolicies(_ trust: Ref?, _ policies: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: policies) { (policies) in SecTrustCopyPolicies(try needed(trust), policies)
    }
  }
}

@_cdecl("SecTrustCopyProperties")
package func c_SecTrustCopyProperties(_ trust: Ref?) -> Ref? {
  making {
    SecTrustCopyProperties(try needed(trust))
  }
}

@_cdecl("SecTrustCopyPublicKey")
package func c_SecTrustCopyPublicKey(_ trust: Ref?) -> Ref? {
  making {
    SecTrustCopyPublicKey(try needed(trust))
  }
}

@_cdecl("SecTrustCopyResult")
package func c_SecTrustCopyResult(_ trust: Ref?) -> Ref? {
  making {
    SecTrustCopyResult(try needed(trust))
  }
}

@_cdecl("SecTrustEvaluate")
package func c_SecTrustEvaluate(_ trust: Ref?, _ result: UnsafeMutablePointer<UInt32>?) -> Int32 {
  answering(errSecParam) {
    let resultPlace = try needed(result)
    var resultValue = SecTrustResultType.invalid
    let answer = SecTrustEvaluate(try needed(trust), &resultValue)
    resultPlace.pointee = resultValue.rawValue
    return answer
  }
}

@_cdecl("SecTrustGetCertificateCount")
package func c_SecTrustGetCertificateCount(_ trust: Ref?) -> CFIndex {
  answering(0) {
    SecTrustGetCertificateCount(try needed(trust))
  }
}

@_cdecl("SecTrustGetNetworkFetchAllowed")
package func c_SecTrustGetNetworkFetchAllowed(
  _ trust: Ref?, _ allowFetch: UnsafeMutablePointer<UInt8>?
) -> Int32 {
  answering(errSecParam) {
    let allowFetchPlace = try needed(allowFetch)
    var allowFetchValue: DarwinBoolean = false
    let answer = SecTrustGetNetworkFetchAllowed(try needed(trust), &allowFetchValue)
    allowFetchPlace.pointee = allowFetchValue.boolValue ? 1 : 0
    return answer
  }
}

@_cdecl("SecTrustGetTrustResult")
package func c_SecTrustGetTrustResult(_ trust: Ref?, _ result: UnsafeMutablePointer<UInt32>?)
  -> Int32
{
  answering(errSecParam) {
    let resultPlace = try needed(result)
    var resultValue = SecTrustResultType.invalid
    let answer = SecTrustGetTrustResult(try needed(trust), &resultValue)
    resultPlace.pointee = resultValue.rawValue
    return answer
  }
}

@_cdecl("SecTrustGetVerifyTime")
package func c_SecTrustGetVerifyTime(_ trust: Ref?) -> CFAbsoluteTime {
  answering(0) {
    SecTrustGetVerifyTime(try needed(trust))
  }
}

@_cdecl("SecTrustSetAnchorCertificates")
package func c_SecTrustSetAnchorCertificates(_ trust: Ref?, _ anchorCertificates: Ref?) -> Int32 {
  answering(errSecParam) {
    SecTrustSetAnchorCertificates(try needed(trust), try allowed(anchorCertificates))
  }
}

@_cdecl("SecTrustSetAnchorCertificatesOnly")
package func c_SecTrustSetAnchorCertificatesOnly(_ trust: Ref?, _ anchorCertificatesOnly: UInt8)
  -> Int32
{
  answering(errSecParam) {
    SecTrustSetAnchorCertificatesOnly(try needed(trust), anchorCertificatesOnly != 0)
  }
}

@_cdecl("SecTrustSetExceptions")
package func c_SecTrustSetExceptions(_ trust: Ref?, _ exceptions: Ref?) -> Bool {
  answering(false) {
    SecTrustSetExceptions(try needed(trust), try allowed(exceptions))
  }
}

@_cdecl("SecTrustSetNetworkFetchAllowed")
package func c_SecTrustSetNetworkFetchAllowed(_ trust: Ref?, _ allowFetch: UInt8) -> Int32 {
  answering(errSecParam) {
    SecTrustSetNetworkFetchAllowed(try needed(trust), allowFetch != 0)
  }
}

@_cdecl("SecTrustSetOCSPResponse")
package func c_SecTrustSetOCSPResponse(_ trust: Ref?, _ responseData: Ref?) -> Int32 {
  answering(errSecParam) {
    SecTrustSetOCSPResponse(try needed(trust), try allowed(responseData))
  }
}

@_cdecl("SecTrustSetOptions")
package func c_SecTrustSetOptions(_ trustRef: Ref?, _ options: UInt32) -> Int32 {
  answering(errSecParam) {
    SecTrustSetOptions(try needed(trustRef), try known(SecTrustOptionFlags(rawValue: options)))
  }
}

@_cdecl("SecTrustSetPolicies")
package func c_SecTrustSetPolicies(_ trust: Ref?, _ policies: Ref?) -> Int32 {
  answering(errSecParam) {
    SecTrustSetPolicies(try needed(trust), try needed(policies))
  }
}

@_cdecl("SecTrustSetSignedCertificateTimestamps")
package func c_SecTrustSetSignedCertificateTimestamps(_ trust: Ref?, _ sctArray: Ref?) -> Int32 {
  answering(errSecParam) {
    SecTrustSetSignedCertificateTimestamps(try needed(trust), try allowed(sctArray))
  }
}

@_cdecl("SecTrustSetVerifyDate")
package func c_SecTrustSetVerifyDate(_ trust: Ref?, _ verifyDate: Ref?) -> Int32 {
  answering(errSecParam) {
    SecTrustSetVerifyDate(try needed(trust), try needed(verifyDate))
  }
}
