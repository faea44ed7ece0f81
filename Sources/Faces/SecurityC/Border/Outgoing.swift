// SPDX-License-Identifier: Apache-2.0
import CLatchkeySecurity
import CoreFoundation
import Foundation

import class Security.CMSDecoder
import class Security.CMSEncoder
import class Security.SecACL
import class Security.SecAccess
import class Security.SecAccessControl
import class Security.SecCertificate
import class Security.SecIdentity
import class Security.SecIdentitySearch
import class Security.SecKey
import class Security.SecKeychain
import class Security.SecKeychainItem
import class Security.SecKeychainSearch
import class Security.SecPolicy
import class Security.SecTask
import class Security.SecTrust
import class Security.SecTrustedApplication

/// Converts results of the Swift functions into objects that C can use (Specification/c-abi.md,
/// "Crossing the border").
///
/// All results are genuine objects of Core Foundation. Foundation's Swift objects have the right
/// type identifiers, but CFShow and other functions that read the memory of an object fail on them.
/// The caller owns every returned reference and must release it once.
enum Outgoing {
  /// Returns a reference to a C object for a Swift object.
  ///
  /// Nil if memory is short, or if C has no type for the object.
  static func reference(_ object: AnyObject) -> Ref? {
    if let place = place(of: object) { return wrapped(object, place) }
    switch object {
    case let text as NSString: return string(text)
    case let number as NSNumber: return self.number(number)
    case let data as NSData: return self.data(data)
    case let date as NSDate:
      return held(CFDateCreate(nil, date.timeIntervalSinceReferenceDate))
    case let error as NSError: return self.error(error)
    case let url as NSURL:
      return string(NSString(string: url.absoluteString)).flatMap { text in
        let text = Unmanaged<CFString>.fromOpaque(text).takeRetainedValue()
        return held(CFURLCreateWithString(nil, text, nil))
      }
    case let dictionary as NSDictionary: return self.dictionary(dictionary)
    case let array as NSArray: return self.array(array)
    case is NSNull: return held(kCFNull)
    default: return nil
    }
  }

  /// Returns the index of an object's class in the class list of Classes.c; nil if the list does
  /// not contain the class.
  private static func place(of object: AnyObject) -> Int32? {
    switch object {
    case is SecAccessControl: 0
    case is SecCertificate: 1
    case is SecIdentity: 2
    case is SecKey: 3
    case is SecPolicy: 4
    case is SecTrust: 5
    case is SecTask: 6
    case is CMSDecoder: 14
    case is CMSEncoder: 15
    case is SecACL: 7
    case is SecAccess: 8
    case is SecKeychain: 9
    case is SecKeychainItem: 10
    case is SecKeychainSearch: 11
    case is SecTrustedApplication: 12
    case is SecIdentitySearch: 13
    default: nil
    }
  }

  private static func wrapped(_ object: AnyObject, _ place: Int32) -> Ref? {
    let hold = Unmanaged.passRetained(object)
    if let reference = latchkey_wrap(place, hold.toOpaque()) { return reference }
    hold.release()
    return nil
  }

  private static func held(_ object: AnyObject?) -> Ref? {
    object.map { Ref(Unmanaged.passRetained($0).toOpaque()) }
  }

  private static func string(_ text: NSString) -> Ref? {
    let units = Array(String(text).utf16)
    return held(CFStringCreateWithCharacters(nil, units, units.count))
  }

  /// Copies data into a Core Foundation data object, whose bytes are wiped when its last owner
  /// releases it.
  ///
  /// The copy is necessary because the original may be a `ResultBytes`. Core Foundation does not
  /// find the bytes of this subclass of `NSData`. The copy itself has the class `NSData`.
  private static func data(_ data: NSData) -> Ref? {
    guard let copy = malloc(max(1, data.length)) else { return nil }
    copy.copyMemory(from: data.bytes, byteCount: data.length)
    return held(
      NSData(bytesNoCopy: copy, length: data.length) { bytes, count in
        explicit_bzero(bytes, count)
        free(bytes)
      })
  }

  private static func number(_ number: NSNumber) -> Ref? {
    if number === NSNumber(value: true) { return held(kCFBooleanTrue) }
    if number === NSNumber(value: false) { return held(kCFBooleanFalse) }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"):
      var value = number.doubleValue
      return held(CFNumberCreate(nil, .doubleType, &value))
    default:
      var value = number.int64Value
      return held(CFNumberCreate(nil, .sInt64Type, &value))
    }
  }

  private static func error(_ error: NSError) -> Ref? {
    guard let domain = string(NSString(string: error.domain)),
      let details = dictionary(NSDictionary(dictionary: error.userInfo))
    else { return nil }
    return held(
      CFErrorCreate(
        nil, Unmanaged<CFString>.fromOpaque(domain).takeRetainedValue(), error.code,
        Unmanaged<CFDictionary>.fromOpaque(details).takeRetainedValue()))
  }

  // The elements of containers are read without `object(at:)` and `object(forKey:)`. These
  // functions of Foundation make Swift values, and so copies of data that are never wiped. They are
  // called only for elements of an unknown class, because Foundation keeps objects of other classes
  // in boxes.

  private static func dictionary(_ source: NSDictionary) -> Ref? {
    var keyCalls = kCFTypeDictionaryKeyCallBacks
    var valueCalls = kCFTypeDictionaryValueCallBacks
    let copy = CFDictionaryCreateMutable(nil, source.count, &keyCalls, &valueCalls)
    for (name, value) in zip(source.allKeys, source.allValues) {
      guard let key = reference(name as AnyObject) else { continue }
      let plain = { source.object(forKey: name) as AnyObject }
      if let value = reference(value as AnyObject) ?? reference(plain()) {
        CFDictionarySetValue(copy, key, value)
        release(value)
      }
      release(key)
    }
    return held(copy)
  }

  private static func array(_ source: NSArray) -> Ref? {
    var calls = kCFTypeArrayCallBacks
    let copy = CFArrayCreateMutable(nil, source.count, &calls)
    for (place, element) in Mirror(reflecting: source).children.enumerated() {
      let plain = { source.object(at: place) as AnyObject }
      guard let value = reference(element.value as AnyObject) ?? reference(plain()) else {
        continue
      }
      CFArrayAppendValue(copy, value)
      release(value)
    }
    return held(copy)
  }

  /// Releases this code's own reference to an object, after a dictionary or array has retained the
  /// object.
  private static func release(_ reference: Ref) {
    Unmanaged<AnyObject>.fromOpaque(reference).release()
  }
}
