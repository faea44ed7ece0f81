// SPDX-License-Identifier: Apache-2.0
import CLatchkeySecurity
import Foundation
import Glibc
import Security

@_cdecl("SecTrustEvaluateWithError")
package func c_SecTrustEvaluateWithError(_ trust: Ref?, _ error: Place?) -> Bool {
  deciding(error) { (place) in
    var found: NSError?
    let isTrusted = SecTrustEvaluateWithError(try needed(trust), &found)
    place?.pointee = found.map { Unmanaged.passRetained($0) }
    return isTrusted
  }
}

/// Creates a trust object that keeps the given certificate objects, so that functions on the trust
/// object later return these objects.
@_cdecl("SecTrustCreateWithCertificates")
package func c_SecTrustCreateWithCertificates(
  _ certificates: Ref?, _ policies: Ref?, _ trust: Place?
) -> Int32 {
  let status = answering(errSecParam) {
    try filling(needing: trust) { (trust) in
      SecTrustCreateWithCertificates(try needed(certificates), try allowed(policies), trust)
    }
  }
  guard status == errSecSuccess, let made = trust?.pointee, let certificates else { return status }
  for reference in objects(in: certificates) {
    _ = latchkey_keep(made, Unmanaged<AnyObject>.fromOpaque(reference).retain().toOpaque())
  }
  return status
}

/// Returns a certificate that the trust object owns; the certificate lives as long as the trust
/// object.
@_cdecl("SecTrustGetCertificateAtIndex")
package func c_SecTrustGetCertificateAtIndex(_ trust: Ref?, _ index: Int) -> Ref? {
  guard let trust, let owner: SecTrust = try? needed(trust) else { return nil }
  guard let found = SecTrustGetCertificateAtIndex(owner, index) else { return nil }
  return Outgoing.reference(found).flatMap { latchkey_keep(trust, $0) }
}

@_cdecl("latchkey_task_of")
package func c_taskOf(_ process: Int32) -> Ref? {
  process == getpid() ? making { SecTaskCreateFromSelf(nil) } : nil
}

/// Verifies a signature of a digest.
///
/// A NULL signature with a length of 0 is an empty signature, which does not match.
@_cdecl("SecKeyRawVerify")
package func c_SecKeyRawVerify(
  _ key: Ref?, _ padding: UInt32, _ signedData: UnsafePointer<UInt8>?, _ signedDataLen: Int,
  _ sig: UnsafePointer<UInt8>?, _ sigLen: Int
) -> Int32 {
  answering(errSecParam) {
    guard sig == nil, sigLen == 0 else {
      return SecKeyRawVerify(
        try needed(key), try known(SecPadding(rawValue: padding)), try needed(signedData),
        signedDataLen, try needed(sig), sigLen)
    }
    return try withUnsafePointer(to: UInt8(0)) { nothing in
      SecKeyRawVerify(
        try needed(key), try known(SecPadding(rawValue: padding)), try needed(signedData),
        signedDataLen, nothing, 0)
    }
  }
}

/// Imports a PKCS#12 file.
///
/// Without options there is no password, and the call returns errSecAuthFailed.
@_cdecl("SecPKCS12Import")
package func c_SecPKCS12Import(_ pkcs12_data: Ref?, _ options: Ref?, _ items: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: items) { (items) in
      let data: NSData = try needed(pkcs12_data)
      guard options != nil else { return errSecAuthFailed }
      return SecPKCS12Import(data, try needed(options), items)
    }
  }
}

@_cdecl("SecItemImport")
package func c_SecItemImport(
  _ importedData: Ref?, _ fileNameOrExtension: Ref?, _ inputFormat: UnsafeMutablePointer<UInt32>?,
  _ itemType: UnsafeMutablePointer<UInt32>?, _ flags: UInt32, _ keyParams: Ref?,
  _ importKeychain: Ref?, _ outItems: Place?
) -> Int32 {
  answering(errSecParam) {
    var format = try known(SecExternalFormat(rawValue: inputFormat?.pointee ?? 0))
    var type = try known(SecExternalItemType(rawValue: itemType?.pointee ?? 0))
    let parameters = try keyParams.map { try KeyParameters($0) }
    let status = try filling(outItems) { (items: UnsafeMutablePointer<NSArray?>?) in
      try KeyParameters.lend(parameters) { lent in
        SecItemImport(
          try needed(importedData), try allowed(fileNameOrExtension), &format, &type,
          SecItemImportExportFlags(rawValue: flags), lent, try allowed(importKeychain), items)
      }
    }
    inputFormat?.pointee = format.rawValue
    itemType?.pointee = type.rawValue
    return status
  }
}

@_cdecl("SecKeychainItemImport")
package func c_SecKeychainItemImport(
  _ importedData: Ref?, _ fileNameOrExtension: Ref?, _ inputFormat: UnsafeMutablePointer<UInt32>?,
  _ itemType: UnsafeMutablePointer<UInt32>?, _ flags: UInt32, _ keyParams: Ref?,
  _ importKeychain: Ref?, _ outItems: Place?
) -> Int32 {
  answering(errSecParam) {
    var format = try known(SecExternalFormat(rawValue: inputFormat?.pointee ?? 0))
    var type = try known(SecExternalItemType(rawValue: itemType?.pointee ?? 0))
    let parameters = try keyParams.map { try KeyParameters($0, hasBits: true) }
    let status = try filling(outItems) { (items: UnsafeMutablePointer<NSArray?>?) in
      try KeyParameters.lend(parameters) { lent in
        SecItemImport(
          try needed(importedData), try allowed(fileNameOrExtension), &format, &type,
          SecItemImportExportFlags(rawValue: flags), lent,
          try allowed(importKeychain, else: errSecInvalidKeychain), items)
      }
    }
    inputFormat?.pointee = format.rawValue
    itemType?.pointee = type.rawValue
    return status
  }
}

@_cdecl("SecKeychainItemExport")
package func c_SecKeychainItemExport(
  _ keychainItemOrArray: Ref?, _ outputFormat: UInt32, _ flags: UInt32, _ keyParams: Ref?,
  _ exportedData: Place?
) -> Int32 {
  answering(errSecParam) {
    let parameters = try keyParams.map { try KeyParameters($0, hasBits: true) }
    return try filling(needing: exportedData) { (data: UnsafeMutablePointer<NSData?>) in
      try KeyParameters.lend(parameters) { lent in
        SecItemExport(
          try needed(keychainItemOrArray), try known(SecExternalFormat(rawValue: outputFormat)),
          SecItemImportExportFlags(rawValue: flags), lent, data)
      }
    }
  }
}

@_cdecl("SecItemExport")
package func c_SecItemExport(
  _ secItemOrArray: Ref?, _ outputFormat: UInt32, _ flags: UInt32, _ keyParams: Ref?,
  _ exportedData: Place?
) -> Int32 {
  answering(errSecParam) {
    let parameters = try keyParams.map { try KeyParameters($0) }
    return try filling(needing: exportedData) { (data: UnsafeMutablePointer<NSData?>) in
      try KeyParameters.lend(parameters) { lent in
        SecItemExport(
          try needed(secItemOrArray), try known(SecExternalFormat(rawValue: outputFormat)),
          SecItemImportExportFlags(rawValue: flags), lent, data)
      }
    }
  }
}

/// Makes a CMS message in one call.
///
/// A value of `detachedContent` other than 0 leaves the content out of a signed message.
/// `eContentType` is a pointer to the C structure of an object identifier; NULL for plain data.
@_cdecl("CMSEncode")
package func c_CMSEncode(
  _ signers: Ref?, _ recipients: Ref?, _ eContentType: Ref?, _ detachedContent: UInt8,
  _ signedAttributes: UInt32, _ content: Ref?, _ contentLen: Int, _ encodedContent: Place?
) -> Int32 {
  answering(errSecParam) {
    let type = try eContentType.map { try contentType($0) }
    return try copying(needing: encodedContent) { (place: UnsafeMutablePointer<NSData?>) in
      CMSEncodeContent(
        try allowed(signers), try allowed(recipients), type, detachedContent != 0,
        CMSSignedAttributes(rawValue: signedAttributes), try needed(content), contentLen, place)
    }
  }
}

@_cdecl("CMSEncoderSetEncapsulatedContentType")
package func c_CMSEncoderSetEncapsulatedContentType(
  _ cmsEncoder: Ref?, _ eContentType: Ref?
) -> Int32 {
  answering(errSecParam) {
    CMSEncoderSetEncapsulatedContentTypeOID(
      try needed(cmsEncoder), try contentType(needed(eContentType)))
  }
}

/// Reads the C structure of an object identifier: the number of its bytes, then a pointer to them.
///
/// - Throws: `Refused` unless there are 1 to 1,000 bytes. No real object identifier is longer.
private func contentType(_ source: Ref) throws -> NSData {
  let count = source.load(as: Int.self)
  let bytes = source.load(fromByteOffset: 8, as: Ref?.self)
  guard let bytes, (1...1_000).contains(count) else { throw Refused() }
  return NSData(bytes: bytes, length: count)
}
