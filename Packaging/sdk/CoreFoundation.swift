// SPDX-License-Identifier: Apache-2.0
// `import CoreFoundation` beside `Security`: the same type names, and the functions of C as they are.
@_exported import CoreFoundation
@_exported import Foundation
import Security

/// `CFString` of Security.
public typealias CFString = NSString
/// `CFMutableString` of Security.
public typealias CFMutableString = NSMutableString
/// `CFData` of Security.
public typealias CFData = NSData
/// `CFMutableData` of Security.
public typealias CFMutableData = NSMutableData
/// `CFDictionary` of Security.
public typealias CFDictionary = NSDictionary
/// `CFMutableDictionary` of Security.
public typealias CFMutableDictionary = NSMutableDictionary
/// `CFArray` of Security.
public typealias CFArray = NSArray
/// `CFMutableArray` of Security.
public typealias CFMutableArray = NSMutableArray
/// `CFSet` of Security.
public typealias CFSet = NSSet
/// `CFMutableSet` of Security.
public typealias CFMutableSet = NSMutableSet
/// `CFDate` of Security.
public typealias CFDate = NSDate
/// `CFURL` of Security.
public typealias CFURL = NSURL
/// `CFUUID` of Security.
public typealias CFUUID = NSUUID
/// `CFNull` of Security.
public typealias CFNull = NSNull
/// `CFNumber` of Security.
public typealias CFNumber = NSNumber
/// `CFBoolean` of Security.
public typealias CFBoolean = NSNumber
/// `CFError` of Security.
public typealias CFError = NSError
/// `CFTypeRef` of Security.
public typealias CFTypeRef = AnyObject

// A name that both have is the one of Security: these stand before those of C, and behind ours.

/// `kCFAllocatorDefault` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFAllocatorDefault: Security.CFAllocator! { Security.kCFAllocatorDefault }

/// `kCFAllocatorSystemDefault` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFAllocatorSystemDefault: Security.CFAllocator! { Security.kCFAllocatorSystemDefault }

/// `kCFAllocatorNull` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFAllocatorNull: Security.CFAllocator! { Security.kCFAllocatorNull }

/// `kCFBooleanTrue` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFBooleanTrue: CFBoolean! { Security.kCFBooleanTrue }

/// `kCFBooleanFalse` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFBooleanFalse: CFBoolean! { Security.kCFBooleanFalse }

/// `kCFNull` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFNull: CFNull! { Security.kCFNull }

/// `kCFErrorDomainOSStatus` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorDomainOSStatus: NSString! { Security.kCFErrorDomainOSStatus }

/// `kCFErrorDomainPOSIX` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorDomainPOSIX: NSString! { Security.kCFErrorDomainPOSIX }

/// `kCFErrorDomainCocoa` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorDomainCocoa: NSString! { Security.kCFErrorDomainCocoa }

/// `kCFErrorLocalizedDescriptionKey` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorLocalizedDescriptionKey: CFString! { Security.kCFErrorLocalizedDescriptionKey }

/// `kCFErrorDescriptionKey` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorDescriptionKey: CFString! { Security.kCFErrorDescriptionKey }

/// `kCFErrorUnderlyingErrorKey` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorUnderlyingErrorKey: CFString! { Security.kCFErrorUnderlyingErrorKey }

/// `kCFBundleIdentifierKey` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFBundleIdentifierKey: CFString! { Security.kCFBundleIdentifierKey }

/// `kCFBundleNameKey` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFBundleNameKey: CFString! { Security.kCFBundleNameKey }

/// `CFErrorGetCode` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorGetCode(_ err: CFError!) -> Int { Security.CFErrorGetCode(err) }

/// `CFErrorGetDomain` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorGetDomain(_ err: CFError!) -> NSString! { Security.CFErrorGetDomain(err) }

/// `CFErrorCopyDescription` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
  Security.CFErrorCopyDescription(err)
}

/// `CFErrorCopyFailureReason` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorCopyFailureReason(_ err: CFError!) -> CFString! {
  Security.CFErrorCopyFailureReason(err)
}

/// `CFErrorCopyUserInfo` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! {
  Security.CFErrorCopyUserInfo(err)
}

/// `CFErrorCreate` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorCreate(
  _ allocator: Security.CFAllocator!, _ domain: NSString!, _ code: Int, _ userInfo: CFDictionary!
) -> CFError! { Security.CFErrorCreate(allocator, domain, code, userInfo) }

/// `CFEqual` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool { Security.CFEqual(cf1, cf2) }

/// `CFHash` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFHash(_ cf: CFTypeRef!) -> UInt { Security.CFHash(cf) }

/// `CFCopyDescription` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFCopyDescription(_ cf: CFTypeRef!) -> CFString! { Security.CFCopyDescription(cf) }

/// `CFBooleanGetValue` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { Security.CFBooleanGetValue(boolean) }

/// `CFDictionaryGetCount` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> Int {
  Security.CFDictionaryGetCount(theDict)
}

/// `CFArrayGetCount` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFArrayGetCount(_ theArray: CFArray!) -> Int { Security.CFArrayGetCount(theArray) }

/// `CFArrayCreateMutable` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFArrayCreateMutable(
  _ allocator: Security.CFAllocator!, _ capacity: Int, _ callBacks: UnsafeRawPointer?
) -> CFMutableArray! { Security.CFArrayCreateMutable(allocator, capacity, callBacks) }

/// `CFDataGetLength` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataGetLength(_ theData: CFData!) -> Int { Security.CFDataGetLength(theData) }

/// `CFDataGetBytePtr` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  Security.CFDataGetBytePtr(theData)
}

/// `CFDataCreate` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataCreate(
  _ allocator: Security.CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: Int
) -> CFData! { Security.CFDataCreate(allocator, bytes, length) }

/// `CFDataCreateWithBytesNoCopy` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataCreateWithBytesNoCopy(
  _ allocator: Security.CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: Int,
  _ bytesDeallocator: Security.CFAllocator!
) -> CFData! { Security.CFDataCreateWithBytesNoCopy(allocator, bytes, length, bytesDeallocator) }

/// `CFGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFGetTypeID(_ cf: CFTypeRef!) -> UInt { Security.CFGetTypeID(cf) }

/// `CFStringGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFStringGetTypeID() -> UInt { Security.CFStringGetTypeID() }

/// `CFDataGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataGetTypeID() -> UInt { Security.CFDataGetTypeID() }

/// `CFNumberGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFNumberGetTypeID() -> UInt { Security.CFNumberGetTypeID() }

/// `CFBooleanGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFBooleanGetTypeID() -> UInt { Security.CFBooleanGetTypeID() }

/// `CFDictionaryGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDictionaryGetTypeID() -> UInt { Security.CFDictionaryGetTypeID() }

/// `CFArrayGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFArrayGetTypeID() -> UInt { Security.CFArrayGetTypeID() }

/// `CFSetGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFSetGetTypeID() -> UInt { Security.CFSetGetTypeID() }

/// `CFDateGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDateGetTypeID() -> UInt { Security.CFDateGetTypeID() }

/// `CFNullGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFNullGetTypeID() -> UInt { Security.CFNullGetTypeID() }

/// `CFErrorGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorGetTypeID() -> UInt { Security.CFErrorGetTypeID() }

/// `CFURLGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFURLGetTypeID() -> UInt { Security.CFURLGetTypeID() }

/// `CFUUIDGetTypeID` of Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFUUIDGetTypeID() -> UInt { Security.CFUUIDGetTypeID() }
