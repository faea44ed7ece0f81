// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

/// The status of a call that succeeded.
public let noErr: OSStatus = 0

/// A memory allocator, which has no effect, because Latchkey ignores every allocator parameter.
///
/// The type exists because existing programs pass `kCFAllocatorDefault` or nil.
public struct CFAllocator: Hashable, Sendable {
  init() {}
}

/// The default allocator; has no effect.
public let kCFAllocatorDefault: CFAllocator! = CFAllocator()
/// The system's allocator; has no effect.
public let kCFAllocatorSystemDefault: CFAllocator! = CFAllocator()
/// The allocator for memory that only the caller frees; has no effect.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()

/// The only Boolean object with the value true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The only Boolean object with the value false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The only null object, which represents a missing value in a collection.
public let kCFNull: CFNull! = NSNull()

/// The domain of errors whose code is a status of the operating system.
@safe nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFErrorDomain! =
  "NSOSStatusErrorDomain"
/// The domain of errors whose code is an `errno` of the operating system.
@safe nonisolated(unsafe) public let kCFErrorDomainPOSIX: CFErrorDomain! = "NSPOSIXErrorDomain"
/// The domain of the errors that Foundation itself reports.
@safe nonisolated(unsafe) public let kCFErrorDomainCocoa: CFErrorDomain! = "NSCocoaErrorDomain"
/// The key of the localized description in an error's user information dictionary.
@safe nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! =
  "NSLocalizedDescription"
/// The key of the description for developers in an error's user information dictionary.
@safe nonisolated(unsafe) public let kCFErrorDescriptionKey: CFString! = "NSDescription"
/// The key of the underlying error (the cause) in an error's user information dictionary.
@safe nonisolated(unsafe) public let kCFErrorUnderlyingErrorKey: CFString! = "NSUnderlyingError"
/// The key of the bundle identifier in the `Info.plist` of a bundle.
@safe nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
/// The key of the bundle's name in the `Info.plist` of a bundle.
@safe nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName"
