// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainTypes

/// What a list shows for a certificate: common names, else an e-mail address, else a host, else the
/// best of what the subject says (spec/certificates.md 2.3).
///
/// - Returns: nil where the subject says nothing, or is no name.
@discardableResult
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
  certificate.value.subjectSummary.map { NSString(string: $0) }
}

/// The subject's last common name (spec/certificates.md 2.4).
///
/// - Parameters:
///   - certificate: the certificate.
///   - commonName: receives the name.
/// - Returns: -26276 where there is none; the variable is left alone then.
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

/// The e-mail addresses among the alternative names and in the subject
/// (spec/certificates.md 2.5).
///
/// - Parameters:
///   - certificate: the certificate.
///   - emailAddresses: receives an array of strings, an empty one where there are none.
/// - Returns: errSecSuccess.
@discardableResult
public func SecCertificateCopyEmailAddresses(
  _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe emailAddresses.pointee = certificate.value.emailAddresses as NSArray
  return errSecSuccess
}

/// The issuer's name in the form in which names are compared, with its header
/// (spec/certificates.md 2.6).
///
/// `kSecAttrIssuer` of a stored certificate is the same without the header.
///
/// - Returns: nil where the issuer is no name.
@discardableResult
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
  certificate.value.issuer.map { ResultBytes($0.normalizedSequence) }
}

/// The subject's name in the form in which names are compared, with its header
/// (spec/certificates.md 2.6).
///
/// - Returns: nil where the subject is no name.
@discardableResult
public func SecCertificateCopyNormalizedSubjectSequence(
  _ certificate: SecCertificate
) -> CFData? {
  certificate.value.subject.map { ResultBytes($0.normalizedSequence) }
}

/// The same as `SecCertificateCopyNormalizedIssuerSequence`, in spite of its name.
///
/// - Parameter error: without use.
@available(*, deprecated, renamed: "SecCertificateCopyNormalizedIssuerSequence")
@discardableResult
public func SecCertificateCopyNormalizedIssuerContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  SecCertificateCopyNormalizedIssuerSequence(certificate)
}

/// The same as `SecCertificateCopyNormalizedSubjectSequence`, in spite of its name.
///
/// - Parameter error: without use.
@available(*, deprecated, renamed: "SecCertificateCopyNormalizedSubjectSequence")
@discardableResult
public func SecCertificateCopyNormalizedSubjectContent(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  SecCertificateCopyNormalizedSubjectSequence(certificate)
}

/// The serial number: the content of its INTEGER as it stands (spec/certificates.md 2.7).
///
/// - Parameters:
///   - certificate: the certificate.
///   - error: without use.
@discardableResult
public func SecCertificateCopySerialNumberData(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  ResultBytes(certificate.value.serialNumber)
}

/// The same as `SecCertificateCopySerialNumberData`, as iOS once had it.
@available(*, deprecated, renamed: "SecCertificateCopySerialNumberData")
@discardableResult
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
  SecCertificateCopySerialNumberData(certificate, nil)
}

/// The same as `SecCertificateCopySerialNumberData`, as macOS once had it.
@available(*, deprecated, renamed: "SecCertificateCopySerialNumberData")
@discardableResult
public func SecCertificateCopySerialNumber(
  _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe SecCertificateCopySerialNumberData(certificate, error)
}

/// When a certificate begins to be valid.
@discardableResult
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(
    timeIntervalSinceReferenceDate: certificate.value.notBefore.secondsSinceReference)
}

/// When a certificate ends to be valid; it is still valid in that second.
@discardableResult
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
  NSDate(timeIntervalSinceReferenceDate: certificate.value.notAfter.secondsSinceReference)
}

/// What a certificate says, field by field (spec/certificates.md 2.9).
///
/// - Parameters:
///   - certificate: the certificate.
///   - keys: the `kSecOID` constants of the fields that are wanted; nil for all. Keys that the
///     certificate does not have are left out.
///   - error: without use.
/// - Returns: a dictionary for each field, with `kSecPropertyKeyType`, `kSecPropertyKeyLabel`,
///   `kSecPropertyKeyLocalizedLabel` and `kSecPropertyKeyValue`; nil where a key is no string.
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

/// A name for a certificate: the last common name, else what else the subject says
/// (spec/certificates.md 2.3.1).
///
/// - Parameters:
///   - alloc: without meaning.
///   - certificate: the certificate.
///   - error: without use.
/// - Returns: never nil.
@discardableResult
public func SecCertificateCopyShortDescription(
  _ alloc: CFAllocator?, _ certificate: SecCertificate,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
  NSString(string: certificate.value.fileKeychainLabel)
}

/// The same as `SecCertificateCopyShortDescription`.
@discardableResult
public func SecCertificateCopyLongDescription(
  _ alloc: CFAllocator?, _ certificate: SecCertificate,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
  unsafe SecCertificateCopyShortDescription(alloc, certificate, error)
}

extension CertificateProperty {
  /// The line as callers get it.
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
