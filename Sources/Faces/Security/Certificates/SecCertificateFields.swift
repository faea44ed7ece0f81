// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainTypes

/// Returns a short text that names a certificate in a list (Specification/certificates.md,
/// "SubjectSummary").
///
/// The text is made of the common names in the certificate's subject. Without common names, it is
/// an e-mail address, otherwise a host name, otherwise another attribute of the subject.
///
/// - Returns: nil if the subject is empty or is not a valid name.
@discardableResult
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
  certificate.value.subjectSummary.map { NSString(string: $0) }
}

/// Finds the last common name in a certificate's subject, and stores it in a variable
/// (Specification/certificates.md, "CopyCommonName").
///
/// - Parameters:
///   - certificate: the certificate.
///   - commonName: receives the name.
/// - Returns: -26276 if the subject has no common name. The variable then keeps its value.
@discardableResult
public func SecCertificateCopyCommonName(
  _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  guard let name = certificate.value.commonName else {
    return KeychainError.Code.internalError.rawValue
  }
  unsafe commonName.pointee = NSString(string: name)
  return errSecSuccess
}

/// Stores the e-mail addresses of a certificate in a variable (Specification/certificates.md,
/// "CopyEmailAddresses").
///
/// The addresses are in the certificate's alternative names and in its subject.
///
/// - Parameters:
///   - certificate: the certificate.
///   - emailAddresses: receives an array of strings, which is empty if the certificate has no
///     addresses.
/// - Returns: always errSecSuccess.
@discardableResult
public func SecCertificateCopyEmailAddresses(
  _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe emailAddresses.pointee = certificate.value.emailAddresses as NSArray
  return errSecSuccess
}

/// Returns the name of the certificate's issuer, normalised for comparison, with its DER header
/// (Specification/certificates.md, "Normalised names").
///
/// The attribute `kSecAttrIssuer` of a stored certificate is this name without the DER header.
///
/// - Returns: nil if the issuer is not a valid name.
@discardableResult
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
  certificate.value.issuer.map { ResultBytes($0.normalizedSequence) }
}

/// Returns the name of the certificate's subject, normalised for comparison, with its DER header
/// (Specification/certificates.md, "Normalised names").
///
/// - Returns: nil if the subject is not a valid name.
@discardableResult
public func SecCertificateCopyNormalizedSubjectSequence(
  _ certificate: SecCertificate
) -> CFData? {
  certificate.value.subject.map { ResultBytes($0.normalizedSequence) }
}

/// Returns the result of `SecCertificateCopyNormalizedIssuerSequence`.
///
/// The result includes the DER header, although the function's name promises only the content.
///
/// - Parameter error: has no effect.
@available(*, deprecated, renamed: "SecCertificateCopyNormalizedIssuerSequence")
@discardableResult
public func SecCertificateCopyNormalizedIssuerContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  SecCertificateCopyNormalizedIssuerSequence(certificate)
}

/// Returns the result of `SecCertificateCopyNormalizedSubjectSequence`.
///
/// The result includes the DER header, although the function's name promises only the content.
///
/// - Parameter error: has no effect.
@available(*, deprecated, renamed: "SecCertificateCopyNormalizedSubjectSequence")
@discardableResult
public func SecCertificateCopyNormalizedSubjectContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  SecCertificateCopyNormalizedSubjectSequence(certificate)
}

/// Returns the serial number of a certificate, as the bytes of its DER INTEGER without the DER
/// header (Specification/certificates.md, "Serial number").
///
/// - Parameters:
///   - certificate: the certificate.
///   - error: has no effect.
@discardableResult
public func SecCertificateCopySerialNumberData(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  ResultBytes(certificate.value.serialNumber)
}

/// Returns the serial number of a certificate: the former iOS function for
/// `SecCertificateCopySerialNumberData`.
@available(*, deprecated, renamed: "SecCertificateCopySerialNumberData")
@discardableResult
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
  SecCertificateCopySerialNumberData(certificate, nil)
}

/// Returns the serial number of a certificate: the former macOS function for
/// `SecCertificateCopySerialNumberData`.
@available(*, deprecated, renamed: "SecCertificateCopySerialNumberData")
@discardableResult
public func SecCertificateCopySerialNumber(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe SecCertificateCopySerialNumberData(certificate, error)
}

/// Returns the first moment of a certificate's period of validity.
@discardableResult
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(
    timeIntervalSinceReferenceDate: certificate.value.notBefore.secondsSinceReference)
}

/// Returns the last second of a certificate's period of validity.
@discardableResult
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSinceReferenceDate: certificate.value.notAfter.secondsSinceReference)
}

/// Returns the contents of a certificate, field by field (Specification/certificates.md,
/// "CopyValues of a certificate").
///
/// - Parameters:
///   - certificate: the certificate.
///   - keys: the `kSecOID…` constants of the wanted fields, or nil for all fields. Fields that the
///     certificate does not have are left out.
///   - error: has no effect.
/// - Returns: a dictionary with one entry for each field. The value of each entry is again a
///   dictionary, with `kSecPropertyKeyType`, `kSecPropertyKeyLabel`,
///   `kSecPropertyKeyLocalizedLabel` and `kSecPropertyKeyValue`. Nil if an element of `keys` is not
///   a string.
@discardableResult
public func SecCertificateCopyValues(
  _ certificate: SecCertificate, _ keys: CFArray?,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
  var wanted: Set<String>?
  if let keys {
    let names = PropertyList.elements(of: keys).map { ($0 as AnyObject) as? NSString }
    guard !names.contains(nil) else { return nil }
    wanted = Set(names.compactMap { $0.map { String($0) } })
  }
  let now = Instant(secondsSinceReference: Date().timeIntervalSinceReferenceDate)
  guard
    let properties = try? CertificateProperties(certificate.value, at: now ?? .reference)
  else { return nil }
  let result = NSMutableDictionary()
  for entry in properties.entries where wanted?.contains(entry.key) != false {
    result[NSString(string: entry.key)] = entry.property.dictionary
  }
  return result
}

/// Returns a name for a certificate (Specification/certificates.md, "Label in the file keychain and
/// Short/LongDescription").
///
/// The name is the last common name in the certificate's subject. Without a common name, it is
/// another attribute of the subject.
///
/// - Parameters:
///   - alloc: has no effect.
///   - certificate: the certificate.
///   - error: has no effect.
/// - Returns: the name; never nil.
@discardableResult
public func SecCertificateCopyShortDescription(
  _ alloc: CFAllocator?, _ certificate: SecCertificate,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
  NSString(string: certificate.value.fileKeychainLabel)
}

/// Returns a name for a certificate: the result of `SecCertificateCopyShortDescription`.
@discardableResult
public func SecCertificateCopyLongDescription(
  _ alloc: CFAllocator?, _ certificate: SecCertificate,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
  unsafe SecCertificateCopyShortDescription(alloc, certificate, error)
}

extension CertificateProperty {
  /// This field of a certificate as a dictionary, in the form that `SecCertificateCopyValues`
  /// returns.
  fileprivate var dictionary: NSDictionary {
    let result = NSMutableDictionary()
    if let label {
      result[kSecPropertyKeyLabel] = NSString(string: label)
      result[kSecPropertyKeyLocalizedLabel] = NSString(string: label)
    }
    result[kSecPropertyKeyType] = type
    result[kSecPropertyKeyValue] = object
    return result
  }

  private var type: CFString {
    switch value {
    case .text: kSecPropertyTypeString
    case .location: kSecPropertyTypeURL
    case .bytes: kSecPropertyTypeData
    case .number: kSecPropertyTypeNumber
    case .date: kSecPropertyTypeDate
    case .texts, .byteStrings: kSecPropertyTypeArray
    case .section: kSecPropertyTypeSection
    }
  }

  private var object: NSObject {
    switch value {
    case .text(let text): NSString(string: text)
    case .location(let text): NSURL(string: text) ?? NSString(string: text)
    case .bytes(let bytes): ResultBytes(bytes)
    case .number(.moment(let instant)): NSNumber(value: instant.secondsSinceReference)
    case .number(.bits(let bits)): NSNumber(value: Int32(bitPattern: bits))
    case .date(let instant):
      NSDate(timeIntervalSinceReferenceDate: instant.secondsSinceReference)
    case .texts(let texts): texts as NSArray
    case .byteStrings(let strings): strings.map { ResultBytes($0) } as NSArray
    case .section(let lines): lines.map(\.dictionary) as NSArray
    }
  }
}
