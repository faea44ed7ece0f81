// SPDX-License-Identifier: Apache-2.0 (table)
public import Foundation

/// Success.
public let noErr: OSStatus = 0

/// Where memory comes from: always the same place here.
///
/// The type exists because existing sources pass `kCFAllocatorDefault` or nil; it has no function.
public struct CFAllocator: Hashable, Sendable {
  init() {}
}

/// The default allocator.
public let kCFAllocatorDefault: CFAllocator! = CFAllocator()
/// The system's allocator.
public let kCFAllocatorSystemDefault: CFAllocator! = CFAllocator()
/// The allocator that frees nothing.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()

/// The one object that is true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The one object that is false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The one null object.
public let kCFNull: CFNull! = NSNull()

/// The domain of errors whose code is a status of the operating system.
@safe nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFErrorDomain! =
  "NSOSStatusErrorDomain"
/// The domain of errors whose code is an `errno`.
@safe nonisolated(unsafe) public let kCFErrorDomainPOSIX: CFErrorDomain! = "NSPOSIXErrorDomain"
/// The domain of Foundation's own errors.
@safe nonisolated(unsafe) public let kCFErrorDomainCocoa: CFErrorDomain! = "NSCocoaErrorDomain"
/// The key of an error's localized description.
@safe nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! =
  "NSLocalizedDescription"
/// The key of an error's description for developers.
@safe nonisolated(unsafe) public let kCFErrorDescriptionKey: CFString! = "NSDescription"
/// The key of the error beneath an error.
@safe nonisolated(unsafe) public let kCFErrorUnderlyingErrorKey: CFString! = "NSUnderlyingError"
/// The key of a bundle's identifier.
@safe nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
/// The key of a bundle's name.
@safe nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName"
