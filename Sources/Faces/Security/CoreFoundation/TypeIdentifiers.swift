// SPDX-License-Identifier: Apache-2.0 (table)
import Foundation

/// The numbers that `CFGetTypeID` returns for objects, one for each type.
///
/// The numbers have no other meaning.
enum TypeIdentifier: CFTypeID {
  case unknown = 1
  case string = 7
  case dictionary = 18
  case array = 19
  case data = 20
  case boolean = 21
  case number = 22
  case set = 17
  case null = 16
  case date = 42
  case error = 27
  case url = 29
  case uuid = 43
  case accessControl = 256
  case key = 257
  case certificate = 258
  case identity = 259
  case policy = 260
  case trust = 261
  case task = 262
  case messageDecoder = 263
  case messageEncoder = 264
  case keychain = 265
  case keychainItem = 266
  case keychainSearch = 267
  case access = 268
  case accessEntry = 269
  case trustedApplication = 270

  /// Finds the type identifier of an object; `unknown` if the object's class has no identifier.
  init(of object: AnyObject) {
    self =
      switch object {
      case is NSString: .string
      case is NSData: .data
      case is NSNumber:
        // Boolean objects are numbers too. Foundation has only these two, so their identity
        // distinguishes them from other numbers.
        object === kCFBooleanTrue || object === kCFBooleanFalse ? .boolean : .number
      case is NSDictionary: .dictionary
      case is NSArray: .array
      case is NSDate: .date
      case is NSNull: .null
      case is NSSet: .set
      case is NSError: .error
      case is NSURL: .url
      case is NSUUID: .uuid
      case is SecAccessControl: .accessControl
      case is SecKey: .key
      case is SecCertificate: .certificate
      case is SecIdentity: .identity
      case is SecPolicy: .policy
      case is SecTrust: .trust
      case is SecTask: .task
      case is CMSDecoder: .messageDecoder
      case is CMSEncoder: .messageEncoder
      case is SecKeychain: .keychain
      case is SecKeychainItem: .keychainItem
      case is SecKeychainSearch: .keychainSearch
      case is SecAccess: .access
      case is SecACL: .accessEntry
      case is SecTrustedApplication: .trustedApplication
      default: .unknown
      }
  }
}

/// Returns the type identifier of an object; 0 for nil.
@discardableResult
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID {
  cf.map { TypeIdentifier(of: $0).rawValue } ?? 0
}

/// Returns the type identifier of strings.
@discardableResult
public func CFStringGetTypeID() -> CFTypeID { TypeIdentifier.string.rawValue }

/// Returns the type identifier of data.
@discardableResult
public func CFDataGetTypeID() -> CFTypeID { TypeIdentifier.data.rawValue }

/// Returns the type identifier of numbers.
@discardableResult
public func CFNumberGetTypeID() -> CFTypeID { TypeIdentifier.number.rawValue }

/// Returns the type identifier of Booleans.
@discardableResult
public func CFBooleanGetTypeID() -> CFTypeID { TypeIdentifier.boolean.rawValue }

/// Returns the type identifier of dictionaries.
@discardableResult
public func CFDictionaryGetTypeID() -> CFTypeID { TypeIdentifier.dictionary.rawValue }

/// Returns the type identifier of arrays.
@discardableResult
public func CFArrayGetTypeID() -> CFTypeID { TypeIdentifier.array.rawValue }

/// Returns the type identifier of sets.
@discardableResult
public func CFSetGetTypeID() -> CFTypeID { TypeIdentifier.set.rawValue }

/// Returns the type identifier of dates.
@discardableResult
public func CFDateGetTypeID() -> CFTypeID { TypeIdentifier.date.rawValue }

/// Returns the type identifier of the null object.
@discardableResult
public func CFNullGetTypeID() -> CFTypeID { TypeIdentifier.null.rawValue }

/// Returns the type identifier of errors.
@discardableResult
public func CFErrorGetTypeID() -> CFTypeID { TypeIdentifier.error.rawValue }

/// Returns the type identifier of URLs.
@discardableResult
public func CFURLGetTypeID() -> CFTypeID { TypeIdentifier.url.rawValue }

/// Returns the type identifier of UUIDs.
@discardableResult
public func CFUUIDGetTypeID() -> CFTypeID { TypeIdentifier.uuid.rawValue }
