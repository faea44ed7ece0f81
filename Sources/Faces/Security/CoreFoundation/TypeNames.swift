// SPDX-License-Identifier: Apache-2.0 (table)
@_exported public import Foundation

// Core Foundation's type names, as aliases of Foundation's classes
// (Specification/swift-source-compat.md, "Typing decision").
//
// They are aliases and not types of our own. Only then do `as CFDictionary`, `as! CFString`,
// subscripts of mutable dictionaries and comparisons of identity keep their meaning in existing
// sources.

/// A status code, as most functions of `Security` return it; 0 means success.
public typealias OSStatus = Int32
/// A code of four ASCII characters in 32 bits, for example for the class of an item.
public typealias OSType = UInt32
/// A constant of Apple's headers, declared because existing programs may refer to it.
///
/// The constant says that `SecCertificate`, `SecKey` and similar types are distinct from each
/// other. The value is always 1.
public let SECURITY_TYPE_UNIFICATION: Int32 = 1
/// A code of four ASCII characters in 32 bits: another name for the type `OSType`.
public typealias FourCharCode = UInt32
/// A signed integer of a pointer's size.
public typealias NSInteger = Int
/// An unsigned integer of a pointer's size.
public typealias NSUInteger = UInt
/// A pointer to the variable in which a method of Foundation stores its error; nil to ignore the
/// error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// A count of elements, or an index into a collection.
public typealias CFIndex = Int
/// A number that identifies the type of an object, as `CFGetTypeID` returns it.
public typealias CFTypeID = UInt
/// A set of options, in which each option is a bit.
public typealias CFOptionFlags = UInt
/// The hash value of an object.
public typealias CFHashCode = UInt
/// A duration in seconds.
public typealias CFTimeInterval = Double
/// A moment in time, in seconds since 2001-01-01T00:00:00Z.
public typealias CFAbsoluteTime = Double

/// An object of any class.
public typealias CFTypeRef = AnyObject
/// A string.
public typealias CFString = NSString
/// A mutable string.
public typealias CFMutableString = NSMutableString
/// A data object: a sequence of bytes.
public typealias CFData = NSData
/// A mutable data object.
public typealias CFMutableData = NSMutableData
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// A mutable dictionary.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array.
public typealias CFArray = NSArray
/// A mutable array.
public typealias CFMutableArray = NSMutableArray
/// A set.
public typealias CFSet = NSSet
/// A mutable set.
public typealias CFMutableSet = NSMutableSet
/// A date: a moment in time.
public typealias CFDate = NSDate
/// A URL.
public typealias CFURL = NSURL
/// A UUID, of sixteen bytes.
public typealias CFUUID = NSUUID
/// The class of the null object, which represents a missing value in a collection.
public typealias CFNull = NSNull
/// A number object; Boolean objects have this class too.
public typealias CFNumber = NSNumber
/// A Boolean object.
///
/// The class is also the class of `CFNumber`. Only two Boolean objects exist, `kCFBooleanTrue` and
/// `kCFBooleanFalse`; every other object of the class is a number.
public typealias CFBoolean = NSNumber
/// An error, with a domain, a code and a user information dictionary.
public typealias CFError = NSError
/// The domain of an error: a string that says to which list of codes the error's code belongs.
public typealias CFErrorDomain = CFString
/// A property list: a string, number, Boolean, date, data object, or an array or dictionary of
/// property lists.
public typealias CFPropertyList = CFTypeRef
