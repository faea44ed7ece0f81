// SPDX-License-Identifier: Apache-2.0
// The module for `import CoreFoundation` beside `Security`: the type names of Security, and the
// functions of C unchanged.
@_exported import CoreFoundation
@_exported import Foundation
import Security

/// The `CFString` of the module Security.
public typealias CFString = NSString
/// The `CFMutableString` of the module Security.
public typealias CFMutableString = NSMutableString
/// The `CFData` of the module Security.
public typealias CFData = NSData
/// The `CFMutableData` of the module Security.
public typealias CFMutableData = NSMutableData
/// The `CFDictionary` of the module Security.
public typealias CFDictionary = NSDictionary
/// The `CFMutableDictionary` of the module Security.
public typealias CFMutableDictionary = NSMutableDictionary
/// The `CFArray` of the module Security.
public typealias CFArray = NSArray
/// The `CFMutableArray` of the module Security.
public typealias CFMutableArray = NSMutableArray
/// The `CFSet` of the module Security.
public typealias CFSet = NSSet
/// The `CFMutableSet` of the module Security.
public typealias CFMutableSet = NSMutableSet
/// The `CFDate` of the module Security.
public typealias CFDate = NSDate
/// The `CFURL` of the module Security.
public typealias CFURL = NSURL
/// The `CFUUID` of the module Security.
public typealias CFUUID = NSUUID
/// The `CFNull` of the module Security.
public typealias CFNull = NSNull
/// The `CFNumber` of the module Security.
public typealias CFNumber = NSNumber
/// The `CFBoolean` of the module Security.
public typealias CFBoolean = NSNumber
/// The `CFError` of the module Security.
public typealias CFError = NSError
/// The `CFTypeRef` of the module Security.
public typealias CFTypeRef = AnyObject

// If both modules have a name, Security's wins. These declarations come before those of C and after
// Security's own.

/// The `kCFAllocatorDefault` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFAllocatorDefault: Security.CFAllocator! { Security.kCFAllocatorDefault }

/// The `kCFAllocatorSystemDefault` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFAllocatorSystemDefault: Security.CFAllocator! { Security.kCFAllocatorSystemDefault }

/// The `kCFAllocatorNull` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFAllocatorNull: Security.CFAllocator! { Security.kCFAllocatorNull }

/// The `kCFBooleanTrue` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFBooleanTrue: CFBoolean! { Security.kCFBooleanTrue }

/// The `kCFBooleanFalse` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFBooleanFalse: CFBoolean! { Security.kCFBooleanFalse }

/// The `kCFNull` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFNull: CFNull! { Security.kCFNull }

/// The `kCFErrorDomainOSStatus` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorDomainOSStatus: NSString! { Security.kCFErrorDomainOSStatus }

/// The `kCFErrorDomainPOSIX` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorDomainPOSIX: NSString! { Security.kCFErrorDomainPOSIX }

/// The `kCFErrorDomainCocoa` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorDomainCocoa: NSString! { Security.kCFErrorDomainCocoa }

/// The `kCFErrorLocalizedDescriptionKey` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorLocalizedDescriptionKey: CFString! { Security.kCFErrorLocalizedDescriptionKey }

/// The `kCFErrorDescriptionKey` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorDescriptionKey: CFString! { Security.kCFErrorDescriptionKey }

/// The `kCFErrorUnderlyingErrorKey` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFErrorUnderlyingErrorKey: CFString! { Security.kCFErrorUnderlyingErrorKey }

/// The `kCFBundleIdentifierKey` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFBundleIdentifierKey: CFString! { Security.kCFBundleIdentifierKey }

/// The `kCFBundleNameKey` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient
public var kCFBundleNameKey: CFString! { Security.kCFBundleNameKey }

/// The `CFErrorGetCode` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorGetCode(_ err: CFError!) -> Int { Security.CFErrorGetCode(err) }

/// The `CFErrorGetDomain` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorGetDomain(_ err: CFError!) -> NSString! { Security.CFErrorGetDomain(err) }

/// The `CFErrorCopyDescription` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
  Security.CFErrorCopyDescription(err)
}

/// The `CFErrorCopyFailureReason` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorCopyFailureReason(_ err: CFError!) -> CFString! {
  Security.CFErrorCopyFailureReason(err)
}

/// The `CFErrorCopyUserInfo` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! {
  Security.CFErrorCopyUserInfo(err)
}

/// The `CFErrorCreate` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorCreate(
  _ allocator: Security.CFAllocator!, _ domain: NSString!, _ code: Int, _ userInfo: CFDictionary!
) -> CFError! { Security.CFErrorCreate(allocator, domain, code, userInfo) }

/// The `CFEqual` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool { Security.CFEqual(cf1, cf2) }

/// The `CFHash` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFHash(_ cf: CFTypeRef!) -> UInt { Security.CFHash(cf) }

/// The `CFCopyDescription` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFCopyDescription(_ cf: CFTypeRef!) -> CFString! { Security.CFCopyDescription(cf) }

/// The `CFBooleanGetValue` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { Security.CFBooleanGetValue(boolean) }

/// The `CFDictionaryGetCount` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> Int {
  Security.CFDictionaryGetCount(theDict)
}

/// The `CFArrayGetCount` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFArrayGetCount(_ theArray: CFArray!) -> Int { Security.CFArrayGetCount(theArray) }

/// The `CFArrayCreateMutable` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFArrayCreateMutable(
  _ allocator: Security.CFAllocator!, _ capacity: Int, _ callBacks: UnsafeRawPointer?
) -> CFMutableArray! { Security.CFArrayCreateMutable(allocator, capacity, callBacks) }

/// The `CFDataGetLength` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataGetLength(_ theData: CFData!) -> Int { Security.CFDataGetLength(theData) }

/// The `CFDataGetBytePtr` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  Security.CFDataGetBytePtr(theData)
}

/// The `CFDataCreate` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataCreate(
  _ allocator: Security.CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: Int
) -> CFData! { Security.CFDataCreate(allocator, bytes, length) }

/// The `CFDataCreateWithBytesNoCopy` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataCreateWithBytesNoCopy(
  _ allocator: Security.CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: Int,
  _ bytesDeallocator: Security.CFAllocator!
) -> CFData! { Security.CFDataCreateWithBytesNoCopy(allocator, bytes, length, bytesDeallocator) }

/// The `CFGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFGetTypeID(_ cf: CFTypeRef!) -> UInt { Security.CFGetTypeID(cf) }

/// The `CFStringGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFStringGetTypeID() -> UInt { Security.CFStringGetTypeID() }

/// The `CFDataGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDataGetTypeID() -> UInt { Security.CFDataGetTypeID() }

/// The `CFNumberGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFNumberGetTypeID() -> UInt { Security.CFNumberGetTypeID() }

/// The `CFBooleanGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFBooleanGetTypeID() -> UInt { Security.CFBooleanGetTypeID() }

/// The `CFDictionaryGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDictionaryGetTypeID() -> UInt { Security.CFDictionaryGetTypeID() }

/// The `CFArrayGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFArrayGetTypeID() -> UInt { Security.CFArrayGetTypeID() }

/// The `CFSetGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFSetGetTypeID() -> UInt { Security.CFSetGetTypeID() }

/// The `CFDateGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFDateGetTypeID() -> UInt { Security.CFDateGetTypeID() }

/// The `CFNullGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFNullGetTypeID() -> UInt { Security.CFNullGetTypeID() }

/// The `CFErrorGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFErrorGetTypeID() -> UInt { Security.CFErrorGetTypeID() }

/// The `CFURLGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFURLGetTypeID() -> UInt { Security.CFURLGetTypeID() }

/// The `CFUUIDGetTypeID` of the module Security.
@_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
public func CFUUIDGetTypeID() -> UInt { Security.CFUUIDGetTypeID() }
