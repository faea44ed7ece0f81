// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainTypes

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
