// SPDX-License-Identifier: Apache-2.0 (table)
@_exported public import Foundation

// Core Foundation's type names over the classes of Foundation (spec/swift-source-compat.md 3).
//
// Type aliases and not types of our own: only so do `as CFDictionary`, `as! CFString`, subscripts
// of mutable dictionaries and comparisons of identity keep their meaning in existing sources.

/// A status of the operating system.
public typealias OSStatus = Int32
/// A four-character code.
public typealias OSType = UInt32
/// One: certificates, keys and the like are types of their own.
public let SECURITY_TYPE_UNIFICATION: Int32 = 1
/// A four-character code.
public typealias FourCharCode = UInt32
/// A signed integer of a pointer's size.
public typealias NSInteger = Int
/// An unsigned integer of a pointer's size.
public typealias NSUInteger = UInt
/// Where a method of Foundation leaves its error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// A count or place in a collection.
public typealias CFIndex = Int
/// Names the type of an object.
public typealias CFTypeID = UInt
/// A set of options.
public typealias CFOptionFlags = UInt
/// A hash.
public typealias CFHashCode = UInt
/// A number of seconds.
public typealias CFTimeInterval = Double
/// A moment: seconds since 2001-01-01T00:00:00Z.
public typealias CFAbsoluteTime = Double

/// Any object.
public typealias CFTypeRef = AnyObject
/// A string.
public typealias CFString = NSString
/// A string that can be changed.
public typealias CFMutableString = NSMutableString
/// Bytes.
public typealias CFData = NSData
/// Bytes that can be changed.
public typealias CFMutableData = NSMutableData
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// A dictionary that can be changed.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array.
public typealias CFArray = NSArray
/// An array that can be changed.
public typealias CFMutableArray = NSMutableArray
/// A set.
public typealias CFSet = NSSet
/// A set that can be changed.
public typealias CFMutableSet = NSMutableSet
/// A moment.
public typealias CFDate = NSDate
/// A location.
public typealias CFURL = NSURL
/// An identifier of sixteen bytes.
public typealias CFUUID = NSUUID
/// The place holder for no value.
public typealias CFNull = NSNull
/// A number.
public typealias CFNumber = NSNumber
/// A truth value; the same class as `CFNumber`, told apart by identity.
public typealias CFBoolean = NSNumber
/// An error.
public typealias CFError = NSError
/// The domain of an error.
public typealias CFErrorDomain = CFString
/// An object that is a property list.
public typealias CFPropertyList = CFTypeRef
